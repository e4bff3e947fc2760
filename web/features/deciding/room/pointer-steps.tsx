import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Meeting } from '#contract/meetings.ts';
import { movePointer, type Room } from '#contract/room.ts';
import { numberAgenda } from '#domain/agenda.ts';
import { Button } from '#web/ui/actions/button.tsx';
import styles from './room.module.css';
import { useRoomCall } from './use-room-call.ts';

interface PointerStepsProps {
  readonly meeting: Meeting;
  readonly room: Room;
}

export function PointerSteps({ meeting, room }: PointerStepsProps) {
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
