import { lazy, Suspense } from 'react';
import type { Room } from '#contract/room.ts';
import { useMotions } from './use-motions.ts';

const BallotBar = lazy(async () => ({ default: (await import('./ballot-bar.tsx')).BallotBar }));

/** One's own in the open vote, wherever the reader looks in the room. */
export function RoomBallot({ room }: { readonly room: Room }) {
  const { data } = useMotions(room);
  const { vote: line } = room.line;
  if (line === null || line.state !== 'open') return null;
  const motion = data?.motions.find(({ id }) => id === line.motion_id);
  const vote = motion?.votes.find(({ id }) => id === line.id);
  if (motion === undefined || vote === undefined || !vote.can.vote) return null;
  return (
    <Suspense>
      <BallotBar key={vote.id} motion={motion} vote={vote} received={line.received} eligible={line.eligible} />
    </Suspense>
  );
}
