import { createContext, type ReactNode, use, useState } from 'react';
import type { Motion, MotionsOfMeeting, Vote } from '#contract/motions.ts';
import type { Room } from '#contract/room.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import {
  CastingVoteDialog,
  DeferMotionDialog,
  EndMotionDialog,
  HandsDialog,
  OpenVoteDialog,
  VoidDialog,
} from './vote-dialogs.tsx';

const MotionDialog = lazyPart(() => import('./motion-dialog.tsx'), 'MotionDialog');

type Asked =
  | { readonly kind: 'write'; readonly itemId: string; readonly motion: Motion | null }
  | { readonly kind: 'open'; readonly motion: Motion; readonly offers: MotionsOfMeeting['offers'] }
  | { readonly kind: 'declined' | 'withdrawn' | 'deferred'; readonly motion: Motion }
  | { readonly kind: 'correct' | 'void'; readonly vote: Vote }
  | { readonly kind: 'cast'; readonly vote: Vote; readonly choice: 'for' | 'against' };

const AskContext = createContext<(asked: Asked) => void>(() => undefined);

export const useAsk = (): ((asked: Asked) => void) => use(AskContext);

export function MotionDialogs({ room, children }: { readonly room: Room; readonly children: ReactNode }) {
  const [asked, ask] = useState<Asked | null>(null);
  return (
    <AskContext value={ask}>
      {children}
      {asked !== null && <AskedDialog room={room} asked={asked} onClose={() => ask(null)} />}
    </AskContext>
  );
}

interface AskedDialogProps {
  readonly room: Room;
  readonly asked: Asked;
  readonly onClose: () => void;
}

function AskedDialog({ room, asked, onClose }: AskedDialogProps) {
  switch (asked.kind) {
    case 'write':
      return <MotionDialog room={room} itemId={asked.itemId} motion={asked.motion} onClose={onClose} />;
    case 'open':
      return <OpenVoteDialog room={room} motion={asked.motion} offers={asked.offers} onClose={onClose} />;
    case 'deferred':
      return <DeferMotionDialog motion={asked.motion} meetingId={room.line.id} onClose={onClose} />;
    case 'declined':
    case 'withdrawn':
      return <EndMotionDialog motion={asked.motion} to={asked.kind} meetings={[]} onClose={onClose} />;
    case 'correct':
      return <HandsDialog vote={asked.vote} onClose={onClose} />;
    case 'void':
      return <VoidDialog vote={asked.vote} onClose={onClose} />;
    case 'cast':
      return <CastingVoteDialog vote={asked.vote} choice={asked.choice} onClose={onClose} />;
  }
}
