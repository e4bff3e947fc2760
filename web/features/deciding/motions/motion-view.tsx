import { Check, Minus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Motion, Vote } from '#contract/motions.ts';
import { formatTime } from '#domain/dates.ts';
import { motionMessages } from '#domain/messages/motions.ts';
import { type BallotChoice, ballotChoices } from '#domain/motions.ts';
import { inactiveText, isTie, resultLabels, resultText } from '#domain/vote-labels.ts';
import { useTimeZone } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { useFollowLink } from '#web/shell/follow-link.ts';
import { Icon } from '#web/ui/icon.tsx';
import { type PlannedSeat, plannedSeatsMax, type SeatKind, SeatPlan } from '#web/ui/meeting/seat-plan.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { Tally } from './ballot-parts.tsx';
import { countedFacts } from './counted-vote.tsx';
import { countsText, motionLabel, movedText, ruleText } from './motion-labels.ts';
import styles from './motions.module.css';

interface MotionViewProps {
  readonly motion: Motion;
  readonly casting: ReactNode;
  readonly besideId: string | undefined;
  readonly children?: ReactNode;
}

export function MotionView({ motion, casting, besideId, children }: MotionViewProps) {
  const timeZone = useTimeZone();
  const [vote, ...earlier] = motion.votes.toReversed();
  const moved = movedText(motion);
  const [seenOpen, setSeenOpen] = useState<string | null>(null);
  if (vote?.state === 'open' && seenOpen !== vote.id) setSeenOpen(vote.id);
  return (
    <section className={styles.motion} aria-label={`Motion, ${motionLabel(motion)}`}>
      <div className={styles['motion-head']}>
        <h3 className={styles['motion-title']}>Motion</h3>
        <MotionBadge motion={motion} openSince={vote?.state === 'open' ? formatTime(vote.opened_at, timeZone) : null} />
      </div>
      <p className={styles['motion-text']}>{motion.text}</p>
      <p className={styles['motion-by']}>
        {moved !== '' && <span>{moved}</span>}
        {motion.state === 'suggested' && motion.suggested_by !== null && (
          <span>Suggested by {motion.suggested_by.name}</span>
        )}
        {vote?.state === 'open' && <span>{ruleText(vote)}</span>}
        {motion.reason !== '' && <span>{motion.reason}</span>}
        {motion.deferred_from !== null && <OtherMeeting words="Deferred from" meeting={motion.deferred_from} />}
        {motion.deferred_to !== null && <OtherMeeting words="Deferred to" meeting={motion.deferred_to} />}
      </p>
      {vote !== undefined && vote.state !== 'open' && (
        <VoteResult vote={vote} casting={casting} isNews={vote.id === seenOpen} isBeside={vote.id === besideId} />
      )}
      {children}
      {earlier.length > 0 && (
        <details className={styles.earlier}>
          <summary>{earlierText(earlier)}</summary>
          {earlier.map((each) => (
            <VoteResult key={each.id} vote={each} />
          ))}
        </details>
      )}
    </section>
  );
}

const earlierText = (votes: readonly Vote[]): string =>
  `${votes.length === 1 ? 'Earlier vote' : 'Earlier votes'}: ${votes.map(({ state }) => resultLabels[resultOf(state)].toLowerCase()).join(', ')}`;

const resultOf = (state: Vote['state']) => (state === 'open' ? 'void' : state);

interface OtherMeetingProps {
  readonly words: string;
  readonly meeting: NonNullable<Motion['deferred_to']>;
}

function OtherMeeting({ words, meeting }: OtherMeetingProps) {
  const follow = useFollowLink();
  return (
    <span>
      {words}{' '}
      <a href={paths.meeting(meeting.id)} onClick={follow}>
        {meeting.title}
      </a>
    </span>
  );
}

function MotionBadge({ motion, openSince }: { readonly motion: Motion; readonly openSince: string | null }) {
  if (openSince !== null) return <Badge tone="board">Vote open since {openSince}</Badge>;
  const label = motionLabel(motion);
  if (motion.state === 'voting') return <Badge tone="caution">{label}</Badge>;
  if (motion.state === 'carried') {
    return (
      <Badge tone="positive" icon={Check}>
        {label}
      </Badge>
    );
  }
  return <Badge icon={motion.state === 'not-carried' ? X : undefined}>{label}</Badge>;
}

interface VoteResultProps {
  readonly vote: Vote;
  readonly casting?: ReactNode;
  readonly isNews?: boolean;
  readonly isBeside?: boolean;
}

const scrollTo = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

function VoteResult({ vote, casting, isNews = false, isBeside = false }: VoteResultProps) {
  const timeZone = useTimeZone();
  const state = resultOf(vote.state);
  const at = vote.void?.at ?? vote.closed_at ?? vote.opened_at;
  const by = vote.void === null ? vote.closed_by : vote.void.by;
  const away = awayTexts(vote);
  const verb = vote.void === null ? 'Closed' : vote.void.by_objection ? 'Objected to' : 'Declared void';
  return (
    <div ref={isNews ? scrollTo : null} className={styles.result}>
      <div className={styles.outcome}>
        <span className={styles.seal} data-state={state}>
          <Icon of={state === 'carried' ? Check : state === 'not-carried' ? X : Minus} />
        </span>
        <div>
          <h4 className={styles['outcome-title']}>
            {resultText(state, { isByCasting: vote.casting !== null, counts: vote.counts })}
          </h4>
          <p className={styles['outcome-note']}>
            {verb} at {formatTime(at, timeZone)}
            {by === null ? '' : ` by ${by}`}
            {vote.entered_afterwards && `, ${motionMessages.enteredAfterwards.toLowerCase()}`}
          </p>
        </div>
        {vote.number !== null && (
          <p className={styles['outcome-number']}>
            <span className="meta">Resolution</span>
            <strong>{vote.number}</strong>
          </p>
        )}
      </div>
      {state === 'tied' && (
        <div className={`${styles['result-foot']} ${styles.tie}`}>
          <p>The chair decides the tie.</p>
          {casting}
        </div>
      )}
      {isLostTie(vote) && (
        <p className={styles['result-foot']}>
          {vote.has_casting_vote
            ? motionMessages.chairHasNoVote
            : vote.way === 'secret'
              ? motionMessages.secretHasNoCastingVote
              : motionMessages.noCastingVote}
        </p>
      )}
      {vote.void !== null && vote.void.reason !== '' && <p className={styles['result-foot']}>{vote.void.reason}</p>}
      {state !== 'void' && <VotePlan vote={vote} />}
      {vote.counts !== null && (
        <div className={styles.tally}>
          {ballotChoices.map((choice) => (
            <Tally key={choice} choice={choice} count={vote.counts?.[choice] ?? 0} names={namesOf(vote, choice)} />
          ))}
        </div>
      )}
      {away.length > 0 && <p className={styles['result-foot']}>{away.join(' ')}</p>}
      {vote.corrections.map(({ at: correctedAt, by: corrector, counts }) => (
        <p key={correctedAt} className={styles['result-foot']}>
          Corrected at {formatTime(correctedAt, timeZone)}
          {corrector === null ? '' : ` by ${corrector}`}. Previously entered: {countsText(counts)}.
        </p>
      ))}
      {vote.lost_quorum && <p className={styles['result-foot']}>{motionMessages.lostQuorum}</p>}
      {!isBeside && (
        <p className={styles['result-foot']}>
          {countedFacts(vote, timeZone)
            .map(([term, words]) => `${term}: ${words}`)
            .join('; ')}
        </p>
      )}
    </div>
  );
}

const isLostTie = ({ state, counts, casting }: Vote): boolean =>
  state === 'not-carried' && casting === null && counts !== null && isTie(counts);

type Named = readonly { readonly member_id: string; readonly name: string }[];

const awayTexts = ({ silent, recused, absent, inactive }: Vote): readonly string[] =>
  (
    [
      [(names: string) => `Did not vote: ${names}.`, silent],
      [(names: string) => `Recused: ${names}.`, recused],
      [(names: string) => `Absent: ${names}.`, absent],
      [inactiveText, inactive],
    ] as const
  ).flatMap(([textOf, people]) =>
    people === null || people.length === 0 ? [] : textOf(people.map(({ name }) => name).join(', ')),
  );

function VotePlan({ vote }: { readonly vote: Vote }) {
  const { ballots, silent, recused, absent, counts } = vote;
  if (ballots === null || counts === null) return null;
  const seatsOf = (people: Named | null, kind: SeatKind): readonly PlannedSeat[] =>
    people?.map(({ member_id: memberId, name }) => ({ memberId, name, kind })) ?? [];
  const seats = [
    ...ballotChoices.flatMap((choice) =>
      seatsOf(
        ballots.filter((ballot) => ballot.choice === choice),
        choice,
      ),
    ),
    ...seatsOf(silent, 'out'),
    ...seatsOf(recused, 'recused'),
    ...seatsOf(absent, 'out'),
  ];
  if (seats.length === 0 || seats.length > plannedSeatsMax) return null;
  return <SeatPlan seats={seats} label={`Votes by seat: ${countsText(counts)}`} />;
}

const namesOf = ({ ballots }: Vote, choice: BallotChoice) =>
  (ballots ?? [])
    .filter((ballot) => ballot.choice === choice)
    .map(({ member_id: id, name, entered_by: by }) => ({ id, name, note: by === null ? null : `entered by ${by}` }));
