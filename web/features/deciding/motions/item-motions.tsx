import { Gavel, Plus } from 'lucide-react';
import { useId } from 'react';
import { type Motion, type MotionsOfMeeting, setMotionState } from '#contract/motions.ts';
import type { Room } from '#contract/room.ts';
import { voteObstacle } from '#domain/motions.ts';
import { currentItem } from '#web/features/deciding/room/current-item.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { WhileLoading } from '#web/ui/feedback/while-loading.tsx';
import { DeskVote } from './desk-vote.tsx';
import { useAsk } from './motion-dialogs.tsx';
import { countedVote } from './motion-labels.ts';
import { MotionView } from './motion-view.tsx';
import styles from './motions.module.css';
import { useMotionCall, useMotions } from './use-motions.ts';

interface ItemMotionsProps {
  readonly room: Room;
  readonly itemId: string;
}

export function ItemMotions({ room, itemId }: ItemMotionsProps) {
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
