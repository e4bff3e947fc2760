import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Gavel, Pause, Play, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { Meeting } from '#contract/meetings.ts';
import { listMotions } from '#contract/motions.ts';
import { movePointer, type Room, setPhase } from '#contract/room.ts';
import { numberAgenda } from '#domain/agenda.ts';
import { adjourningText } from '#domain/messages/room.ts';
import { queryFor } from '#web/api/queries.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import styles from './room.module.css';
import { useRoomCall } from './use-room-call.ts';

export function PhaseButtons({ room }: { readonly room: Room }) {
  const { id, phase } = room.line;
  const [isAsking, setAsking] = useState(false);
  const move = useRoomCall(setPhase, id, { onSuccess: () => setAsking(false) });
  const to = (next: 'in-session' | 'recess' | 'adjourned', takesBack = false): void =>
    move.mutate({ params: { id }, body: { to: next, takes_back: takesBack } });
  const isPending = move.isPending;
  const motions = useQuery({ ...queryFor(listMotions, { params: { id } }), enabled: isAsking, staleTime: 0 });
  const ties = (motions.data?.motions ?? []).filter(({ votes }) => votes.at(-1)?.state === 'tied').length;
  return (
    <div className={styles['head-actions']}>
      {phase === 'not-begun' && !room.has_passed && (
        <Button variant="primary" icon={Gavel} isPending={isPending} onPress={() => to('in-session')}>
          Call to order
        </Button>
      )}
      {phase === 'in-session' && (
        <Button icon={Pause} isPending={isPending} onPress={() => to('recess')}>
          Recess
        </Button>
      )}
      {phase === 'recess' && (
        <Button variant="primary" icon={Play} isPending={isPending} onPress={() => to('in-session')}>
          Resume
        </Button>
      )}
      {(phase === 'in-session' || phase === 'recess') && <Button onPress={() => setAsking(true)}>Adjourn</Button>}
      {phase === 'adjourned' && room.can.take_back && (
        <Button icon={Undo2} isPending={isPending} onPress={() => to('in-session', true)}>
          Undo adjournment
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title="Adjourn this meeting?"
        confirmLabel="Adjourn"
        isPending={isPending || motions.isFetching}
        onConfirm={() => to('adjourned')}
        onClose={() => setAsking(false)}
      >
        {adjourningText(ties)}
      </ConfirmDialog>
    </div>
  );
}

export function PointerSteps({ meeting, room }: { readonly meeting: Meeting; readonly room: Room }) {
  const move = useRoomCall(movePointer, meeting.id);
  const items = numberAgenda(meeting.agenda_items, null);
  if (room.line.phase !== 'in-session' || items.length === 0) return null;
  const now = items.findIndex(({ item }) => item.id === room.line.pointer);
  const [before, after] = [items[now - 1], items[now + 1]];
  const go = (id: string): void => move.mutate({ params: { id: meeting.id }, body: { agenda_item_id: id } });
  return (
    <div className={styles['pointer-step']}>
      {before && (
        <Button icon={ArrowUp} aria-label={`Previous: item ${before.number}`} onPress={() => go(before.item.id)}>
          Item {before.number}
        </Button>
      )}
      {after && (
        <Button icon={ArrowDown} aria-label={`Next: item ${after.number}`} onPress={() => go(after.item.id)}>
          Item {after.number}
        </Button>
      )}
    </div>
  );
}
