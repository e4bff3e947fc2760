import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, CircleAlert, WifiOff } from 'lucide-react';
import { useState } from 'react';
import { Button as PlainButton } from 'react-aria-components';
import { castBallot, type Motion, type Vote } from '#contract/motions.ts';
import { motionMessages } from '#domain/messages/motions.ts';
import { type BallotChoice, ballotChoices, ballotRetriedMs } from '#domain/motions.ts';
import { wayLabels } from '#domain/vote-labels.ts';
import { callWith } from '#web/api/call.ts';
import { CallError } from '#web/api/call-error.ts';
import { invalidateNouns } from '#web/api/queries.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { News } from '#web/ui/feedback/news.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { BallotChoices, BallotNote } from './ballot-parts.tsx';
import { choiceLabels } from './motion-labels.ts';
import styles from './motions.module.css';

interface BallotBarProps {
  readonly motion: Pick<Motion, 'text'>;
  readonly vote: Vote;
  readonly received: number;
  readonly eligible: number;
  readonly ends: BallotEnds;
}

export function BallotBar({ motion, vote, received, eligible, ends }: BallotBarProps) {
  const ballot = useBallot(vote.id, ends);
  const [isNamed, setNamed] = useState(vote.own.is_named);
  const [chosen, choose] = useState<BallotChoice | null>(null);
  const [secretKey] = useState(() => crypto.randomUUID());
  const isSecret = vote.way === 'secret';
  // After the response, shows the choice stored on the server, because the reader may have voted in another window.
  const own = (ballot.isSending || ballot.isLost ? ballot.sent?.choice : null) ?? vote.own.choice;
  const hasVoted = vote.own.has_voted || ballot.isIn;
  const press = (choice: BallotChoice): void => {
    if (isSecret) choose(choice);
    else ballot.cast({ choice, named: isNamed });
  };
  const shown = isSecret ? chosen : own;
  return (
    <section data-ui="ballot" data-voted={hasVoted || undefined} className={styles.ballot} aria-label="Your ballot">
      <div className={styles['ballot-inner']}>
        <div>
          <p className={styles['ballot-kicker']}>
            <span className={styles.live} aria-hidden="true" />
            Vote open, {wayLabels[vote.way].toLowerCase()}
          </p>
          <BallotQuestion text={motion.text} />
          <p className={styles['ballot-note']}>{noteOf(vote, received, eligible)}</p>
        </div>
        {isSecret && hasVoted ? (
          <BallotNote icon={Check} text={motionMessages.youHaveVoted} />
        ) : (
          <div className={styles['ballot-side']}>
            <BallotChoices
              className={styles['ballot-choices']}
              data-one={vote.way === 'unopposed' ? true : undefined}
              data-lost={ballot.isLost ? true : undefined}
              data-proposed={isSecret || undefined}
              choices={vote.way === 'unopposed' ? ['against'] : ballotChoices}
              labels={vote.way === 'unopposed' ? { ...choiceLabels, against: 'Object' } : choiceLabels}
              value={shown}
              isSending={ballot.isSending}
              onChange={press}
            />
            {isSecret && (
              <Button
                variant="primary"
                isDisabled={chosen === null}
                isPending={ballot.isSending}
                onPress={() => chosen !== null && ballot.cast({ choice: chosen, named: false, key: secretKey })}
              >
                Cast
              </Button>
            )}
            {vote.can.name && (
              <Checkbox
                label="Name my vote in the minutes"
                value={isNamed}
                isDisabled={ballot.isSending}
                onChange={(next) => {
                  setNamed(next);
                  if (own !== null) ballot.cast({ choice: own, named: next });
                }}
              />
            )}
            <BallotState ballot={ballot} hasVoted={hasVoted} />
          </div>
        )}
      </div>
    </section>
  );
}

function BallotQuestion({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(false);
  const folds = text.length > foldedMax.wide ? 'everywhere' : text.length > foldedMax.phone ? 'on-phones' : undefined;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: read whole, it may scroll */}
      <p
        className={styles['ballot-question']}
        data-folds={isWhole ? undefined : folds}
        data-whole={isWhole || undefined}
        tabIndex={isWhole ? 0 : undefined}
      >
        {text}
      </p>
      {folds !== undefined && (
        <PlainButton
          className={styles['ballot-more'] ?? ''}
          data-folds={folds}
          aria-expanded={isWhole}
          onPress={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Show the whole motion'}
        </PlainButton>
      )}
    </>
  );
}

/** Approximate number of characters in two lines. */
const foldedMax = { phone: 60, wide: 150 } as const;

interface BallotStateProps {
  readonly ballot: ReturnType<typeof useBallot>;
  readonly hasVoted: boolean;
}

function BallotState({ ballot, hasVoted }: BallotStateProps) {
  if (ballot.isSending) return <p className="meta">{motionMessages.sending}</p>;
  if (ballot.isLost) {
    return (
      <div className={styles['ballot-answer']}>
        <Icon of={WifiOff} />
        <News>{motionMessages.notReceived}</News>
        <Button size="s" onPress={ballot.tryAgain}>
          Try again
        </Button>
      </div>
    );
  }
  if (ballot.refusal !== null) return <BallotNote icon={CircleAlert} text={ballot.refusal} />;
  return hasVoted ? <BallotNote icon={Check} text={motionMessages.ballotIn} /> : null;
}

function noteOf(vote: Vote, received: number, eligible: number): string {
  if (vote.way === 'unopposed') return 'The motion will be carried unless somebody objects.';
  const ballots = `${received} of ${eligible} ballots are in.`;
  return vote.way === 'secret'
    ? `${ballots} Nobody can see who chose what. Once cast, a ballot is final.`
    : `${ballots} You can change yours until the vote closes. Until then, nobody can see any ballot.`;
}

interface Ballot {
  readonly choice: BallotChoice;
  readonly named: boolean;
  /** The server counts requests with the same key only once. */
  readonly key?: string;
}

/** The caller shows the outcome, because the ballot bar may be gone by the time the response arrives. */
interface BallotEnds {
  readonly onRefused: (text: string) => void;
  readonly onLost: () => void;
  readonly onSent: () => void;
}

const pauseMs = 1_000;

/** Resends the ballot under the same key until there is a response, for at most 15 seconds. */
function useBallot(voteId: string, { onRefused, onLost, onSent }: BallotEnds) {
  const client = useQueryClient();
  const mutation = useMutation<unknown, CallError, Required<Ballot>>({
    mutationKey: [castBallot.name],
    meta: { quiet: true },
    networkMode: 'always',
    mutationFn: (ballot) => sendUntilAnswered(voteId, ballot),
    onMutate: onSent,
    // Stays pending until the page shows the counted ballot.
    onSuccess: () => invalidateNouns(client, ['motions', 'waiting']),
    onError: (failure) => {
      if (failure.status === 'network') onLost();
      else onRefused(failure.message);
      void invalidateNouns(client, ['motions']);
    },
  });
  const { variables: sent = null, error, isPending } = mutation;
  return {
    cast: (ballot: Ballot): void => {
      if (!isPending) mutation.mutate({ key: crypto.randomUUID(), ...ballot });
    },
    tryAgain: (): void => {
      if (sent !== null && !isPending) mutation.mutate(sent);
    },
    sent,
    isSending: isPending,
    isIn: mutation.isSuccess,
    isLost: error?.status === 'network',
    refusal: error === null || error.status === 'network' ? null : error.message,
  };
}

async function sendUntilAnswered(voteId: string, body: Required<Ballot>): Promise<unknown> {
  const until = Date.now() + ballotRetriedMs;
  for (;;) {
    try {
      return await callWith(castBallot, { params: { id: voteId }, body }, undefined);
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 'network' || Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
