import { Gavel, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { type Motion, type MotionsOfMeeting, setMotionState, type Vote } from '#contract/motions.ts';
import type { Room } from '#contract/room.ts';
import { voteObstacle } from '#domain/motions.ts';
import { currentItem } from '#web/features/deciding/room/current-item.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { WhileLoading } from '#web/ui/feedback/while-loading.tsx';
import { PersonLine } from '#web/ui/identity/person-line.tsx';
import { useAsk } from './motion-dialogs.tsx';
import { countedVote } from './motion-labels.ts';
import { MotionView } from './motion-view.tsx';
import styles from './motions.module.css';
import { useMotionCall, useMotions } from './use-motions.ts';
import { CloseVoteDialog, EnterBallotDialog, VoidDialog } from './vote-dialogs.tsx';

export function ItemMotions({ room, itemId }: { readonly room: Room; readonly itemId: string }) {
  const query = useMotions(room);
  const ask = useAsk();
  const { data } = query;
  if (data === undefined) {
    return (
      <WhileLoading what="Motions" query={query}>
        {null}
      </WhileLoading>
    );
  }
  const ofItem = data.motions.filter(({ agenda_item_id: id }) => id === itemId);
  const motions = [...ofItem.filter(isBeingVotedOn), ...ofItem.filter((motion) => !isBeingVotedOn(motion))];
  return (
    <>
      {motions.map((motion) => (
        <MotionView
          key={motion.id}
          motion={motion}
          casting={<CastingVote motion={motion} />}
          besideId={currentItem(room) === itemId ? countedVote(motions, itemId)?.id : undefined}
        >
          <MotionTools room={room} motion={motion} offers={data.offers} />
        </MotionView>
      ))}
      {(data.can.propose || (data.can.suggest && !data.recused_from.includes(itemId))) && (
        <div className={styles.tools}>
          <Button size="s" icon={Plus} onPress={() => ask({ kind: 'write', itemId, motion: null })}>
            {data.can.propose ? 'New motion' : 'Suggest a motion'}
          </Button>
        </div>
      )}
    </>
  );
}

const isBeingVotedOn = ({ state }: Motion): boolean => state === 'voting';

function CastingVote({ motion }: { readonly motion: Motion }) {
  const ask = useAsk();
  const vote = motion.votes.at(-1);
  if (vote?.can.decide_tie !== true) return null;
  return (
    <span className={styles.casting}>
      {(['for', 'against'] as const).map((choice) => (
        <Button
          key={choice}
          size="s"
          variant={choice === 'for' ? 'primary' : 'secondary'}
          onPress={() => ask({ kind: 'cast', vote, choice })}
        >
          {choice === 'for' ? 'Casting vote: for' : 'Casting vote: against'}
        </Button>
      ))}
    </span>
  );
}

function obstacleOf({ line: { phase, pointer, quorum, vote } }: Room, itemId: string): string | null {
  const isHere = phase === 'in-session' && pointer === itemId;
  return voteObstacle({ phase, quorum: isHere ? quorum : null, isVoteOpen: vote?.state === 'open' });
}

interface MotionToolsProps {
  readonly room: Room;
  readonly motion: Motion;
  readonly offers: MotionsOfMeeting['offers'];
}

function MotionTools({ room, motion, offers }: MotionToolsProps) {
  const ask = useAsk();
  const move = useMotionCall(setMotionState);
  const reasonId = useId();
  const vote = motion.votes.at(-1);
  if (vote?.state === 'open') return vote.can.close || vote.can.void ? <DeskVote vote={vote} /> : null;
  const isSuggested = motion.state === 'suggested';
  const { edit, move: canMove } = motion.can;
  const obstacle = motion.can.open_vote ? obstacleOf(room, motion.agenda_item_id) : null;
  if (![edit, canMove, vote?.can.void, vote?.can.correct].includes(true)) return null;
  return (
    <>
      <div className={styles.tools}>
        {motion.can.open_vote && (
          <Button
            size="s"
            variant="primary"
            icon={Gavel}
            isDisabled={obstacle !== null}
            {...(obstacle === null ? {} : { 'aria-describedby': reasonId })}
            onPress={() => ask({ kind: 'open', motion, offers })}
          >
            {room.line.phase === 'adjourned' ? 'Enter a vote' : 'Open vote'}
          </Button>
        )}
        {canMove && isSuggested && (
          <Button
            size="s"
            variant="primary"
            isPending={move.isPending}
            onPress={() =>
              move.mutate({
                params: { id: motion.id },
                body: { revision: motion.revision, to: 'proposed', reason: '' },
              })
            }
          >
            Accept
          </Button>
        )}
        {edit && (
          <Button size="s" onPress={() => ask({ kind: 'write', itemId: motion.agenda_item_id, motion })}>
            Edit
          </Button>
        )}
        {canMove && isSuggested && (
          <Button size="s" onPress={() => ask({ kind: 'declined', motion })}>
            Decline
          </Button>
        )}
        {canMove && !isSuggested && (
          <>
            <Button size="s" onPress={() => ask({ kind: 'deferred', motion })}>
              Defer
            </Button>
            <Button size="s" onPress={() => ask({ kind: 'withdrawn', motion })}>
              Withdraw
            </Button>
          </>
        )}
        {vote?.can.correct === true && (
          <Button size="s" onPress={() => ask({ kind: 'correct', vote })}>
            Correct the count
          </Button>
        )}
        {vote?.can.void === true && (
          <Button size="s" variant="danger" onPress={() => ask({ kind: 'void', vote })}>
            Void
          </Button>
        )}
      </div>
      {obstacle !== null && (
        <p id={reasonId} className="meta">
          {obstacle}
        </p>
      )}
    </>
  );
}

type Asking =
  | { readonly kind: 'close' }
  | { readonly kind: 'void' }
  | { readonly kind: 'enter'; readonly voter: { readonly member_id: string; readonly name: string } };

function DeskVote({ vote }: { readonly vote: Vote }) {
  const [asking, ask] = useState<Asking | null>(null);
  const stop = (): void => ask(null);
  const inactive = new Map(vote.inactive?.map(({ member_id: id, name }) => [id, name]));
  const isCounted = vote.way === 'named' || vote.way === 'secret';
  return (
    <section className={styles['desk-vote']} aria-label="Open vote">
      {isCounted && (
        <div className={styles['desk-count']}>
          <span className={styles['desk-figure']}>
            {vote.received} of {vote.eligible}
          </span>
          <div className={styles['desk-progress']}>
            <ProgressBar label="Ballots received" value={vote.received} max={Math.max(vote.eligible, 1)} />
            <span className="muted">ballots are in.{vote.own.has_voted && ' You have voted.'}</span>
          </div>
        </div>
      )}
      {isCounted && vote.missing !== null && vote.missing.length > 0 && (
        <ul className={styles['desk-missing']} aria-label="Not voted yet">
          {vote.missing.map((voter) => (
            <li key={voter.member_id}>
              <PersonLine
                size="s"
                person={{ id: voter.member_id, name: voter.name }}
                meta={inactive.has(voter.member_id) ? 'No longer active' : 'Has not voted yet'}
              />
              {vote.can.enter && !inactive.has(voter.member_id) && (
                <Button
                  size="s"
                  aria-label={`Enter ballot for ${voter.name}`}
                  onPress={() => ask({ kind: 'enter', voter })}
                >
                  Enter ballot
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {inactive.size > 0 && (
        <Notice tone="caution" isNews>
          No longer active: {[...inactive.values()].join(', ')}. They still count as eligible voters until this vote is
          closed.
        </Notice>
      )}
      <div className={styles['desk-foot']}>
        <span className="meta">{footNotes[vote.way]}</span>
        <span className={styles['desk-ends']}>
          {vote.can.void && (
            <Button variant="danger" onPress={() => ask({ kind: 'void' })}>
              Void
            </Button>
          )}
          {vote.can.close && (
            <Button variant="primary" icon={Gavel} onPress={() => ask({ kind: 'close' })}>
              Close vote
            </Button>
          )}
        </span>
      </div>
      {asking?.kind === 'close' && <CloseVoteDialog vote={vote} onClose={stop} />}
      {asking?.kind === 'void' && <VoidDialog vote={vote} onClose={stop} />}
      {asking?.kind === 'enter' && <EnterBallotDialog vote={vote} voter={asking.voter} onClose={stop} />}
    </section>
  );
}

const footNotes: Readonly<Record<Vote['way'], string>> = {
  named: 'Closing the vote counts the ballots received so far.',
  secret: 'Closing the vote counts the ballots received so far.',
  hands: 'When you close the vote, you will be asked how many hands were raised.',
  unopposed: 'The motion will be carried unless somebody objects.',
};
