import { Gavel, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { type Motion, type MotionsOfMeeting, setMotionState } from '#contract/motions.ts';
import type { Room } from '#contract/room.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { WhileLoading } from '#web/ui/feedback/while-loading.tsx';
import { DeskVote } from './desk-vote.tsx';
import { MotionView } from './motion-view.tsx';
import styles from './motions.module.css';
import { useMotionCall, useMotions } from './use-motions.ts';
import type { MotionEnd } from './vote-dialogs.tsx';

const MotionDialog = lazy(async () => ({ default: (await import('./motion-dialog.tsx')).MotionDialog }));
const OpenVoteDialog = lazy(async () => ({ default: (await import('./vote-dialogs.tsx')).OpenVoteDialog }));
const DeferMotionDialog = lazy(async () => ({ default: (await import('./vote-dialogs.tsx')).DeferMotionDialog }));
const EndMotionDialog = lazy(async () => ({ default: (await import('./vote-dialogs.tsx')).EndMotionDialog }));
const HandsDialog = lazy(async () => ({ default: (await import('./vote-dialogs.tsx')).HandsDialog }));
const CastingVoteDialog = lazy(async () => ({ default: (await import('./vote-dialogs.tsx')).CastingVoteDialog }));
const VoidDialog = lazy(async () => ({ default: (await import('./vote-dialogs.tsx')).VoidDialog }));

interface ItemMotionsProps {
  readonly room: Room;
  readonly itemId: string;
}

/** The motions on what the meeting is at, each with what its reader can do. */
export function ItemMotions({ room, itemId }: ItemMotionsProps) {
  const query = useMotions(room);
  const [isWriting, setWriting] = useState(false);
  const { data } = query;
  if (data === undefined) {
    return (
      <WhileLoading what="Motions" query={query}>
        {null}
      </WhileLoading>
    );
  }
  const ofItem = data.motions.filter(({ agenda_item_id: id }) => id === itemId);
  // What asks for an answer comes first.
  const motions = [...ofItem.filter(isBeingVotedOn), ...ofItem.filter((motion) => !isBeingVotedOn(motion))];
  return (
    <>
      {motions.map((motion) => (
        <MotionView key={motion.id} motion={motion}>
          <MotionTools room={room} motion={motion} offers={data.offers} />
        </MotionView>
      ))}
      {(data.can.propose || (data.can.suggest && !data.recused_from.includes(itemId))) && (
        <div className={styles.tools}>
          <Button size="s" icon={Plus} onPress={() => setWriting(true)}>
            {data.can.propose ? 'New motion' : 'Suggest a motion'}
          </Button>
        </div>
      )}
      {isWriting && (
        <Suspense>
          <MotionDialog room={room} itemId={itemId} motion={null} onClose={() => setWriting(false)} />
        </Suspense>
      )}
    </>
  );
}

const isBeingVotedOn = ({ state }: Motion): boolean => state === 'voting';

interface MotionToolsProps {
  readonly room: Room;
  readonly motion: Motion;
  readonly offers: MotionsOfMeeting['offers'];
}

function MotionTools({ room, motion, offers }: MotionToolsProps) {
  const [asking, ask] = useState<'edit' | 'open' | 'void' | 'correct' | MotionEnd | null>(null);
  const move = useMotionCall(setMotionState);
  const [casting, cast] = useState<'for' | 'against' | null>(null);
  const stop = (): void => ask(null);
  const vote = motion.votes.at(-1);
  if (vote?.state === 'open') return vote.can.close || vote.can.void ? <DeskVote vote={vote} /> : null;
  const isSuggested = motion.state === 'suggested';
  const canVoid = vote?.can.void === true;
  if (!motion.can.edit && !motion.can.move && !canVoid && vote?.can.decide_tie !== true) return null;
  return (
    <div className={styles.tools}>
      {motion.can.open_vote && (
        <Button size="s" variant="primary" icon={Gavel} onPress={() => ask('open')}>
          {room.line.phase === 'adjourned' ? 'Enter a vote' : 'Open vote'}
        </Button>
      )}
      {vote?.can.decide_tie === true &&
        (['for', 'against'] as const).map((choice) => (
          <Button
            key={choice}
            size="s"
            variant={choice === 'for' ? 'primary' : 'secondary'}
            onPress={() => cast(choice)}
          >
            {choice === 'for' ? 'Casting vote: for' : 'Casting vote: against'}
          </Button>
        ))}
      {motion.can.move && isSuggested && (
        <Button
          size="s"
          variant="primary"
          isPending={move.isPending}
          onPress={() =>
            move.mutate({ params: { id: motion.id }, body: { revision: motion.revision, to: 'proposed', reason: '' } })
          }
        >
          Take up
        </Button>
      )}
      {motion.can.edit && (
        <Button size="s" onPress={() => ask('edit')}>
          Edit
        </Button>
      )}
      {motion.can.move && isSuggested && (
        <Button size="s" onPress={() => ask('declined')}>
          Decline
        </Button>
      )}
      {motion.can.move && !isSuggested && (
        <>
          <Button size="s" onPress={() => ask('deferred')}>
            Defer
          </Button>
          <Button size="s" onPress={() => ask('withdrawn')}>
            Withdraw
          </Button>
        </>
      )}
      {vote?.can.correct === true && (
        <Button size="s" onPress={() => ask('correct')}>
          Correct the hands
        </Button>
      )}
      {canVoid && (
        <Button size="s" variant="danger" onPress={() => ask('void')}>
          Void
        </Button>
      )}
      <Suspense>
        {asking === 'edit' && (
          <MotionDialog
            key={motion.revision}
            room={room}
            itemId={motion.agenda_item_id}
            motion={motion}
            onClose={stop}
          />
        )}
        {casting !== null && vote !== undefined && (
          <CastingVoteDialog vote={vote} choice={casting} onClose={() => cast(null)} />
        )}
        {asking === 'open' && <OpenVoteDialog motion={motion} offers={offers} onClose={stop} />}
        {asking === 'correct' && vote !== undefined && <HandsDialog vote={vote} onClose={stop} />}
        {asking === 'void' && vote !== undefined && <VoidDialog vote={vote} onClose={stop} />}
        {asking === 'deferred' && <DeferMotionDialog motion={motion} meetingId={room.line.id} onClose={stop} />}
        {(asking === 'declined' || asking === 'withdrawn') && (
          <EndMotionDialog motion={motion} to={asking} meetings={[]} onClose={stop} />
        )}
      </Suspense>
    </div>
  );
}
