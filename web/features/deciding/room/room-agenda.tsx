import { Button } from 'react-aria-components';
import type { Meeting } from '#contract/meetings.ts';
import { movePointer, type Room } from '#contract/room.ts';
import { numberAgenda } from '#domain/agenda.ts';
import { formatTime } from '#domain/dates.ts';
import { useTimeZone } from '#web/api/start.ts';
import { Section } from '#web/ui/rows/section.tsx';
import styles from './room.module.css';
import { useRoomCall } from './use-room-call.ts';

export function RoomAgenda({ meeting, room }: { readonly meeting: Meeting; readonly room: Room }) {
  const timeZone = useTimeZone();
  const move = useRoomCall(movePointer, meeting.id);
  const { pointer, phase } = room.line;
  const start = meeting.start === null ? null : new Date(meeting.start);
  const items = numberAgenda(meeting.agenda_items, start);
  const isOver = phase === 'adjourned';
  const now = isOver ? -1 : items.findIndex(({ item }) => item.id === pointer);
  const canMove = room.can.run && phase === 'in-session';
  if (items.length === 0) return <div className={styles['room-agenda']} />;
  return (
    <nav className={styles['room-agenda']} aria-label="Agenda">
      <Section title="Agenda" aside={now === -1 ? undefined : `Item ${items[now]?.number} of ${items.at(-1)?.number}`}>
        <ol className={styles.pointer}>
          {items.map(({ item, number, startsAt }, nth) => {
            const isNow = nth === now;
            const isDone = !isNow && room.visited.includes(item.id);
            const content = (
              <>
                <span className={styles['pointer-number']}>{number}</span>
                <span>
                  {item.title}
                  {isDone && <span className="visually-hidden">, done</span>}
                </span>
                {isNow && room.pointed_at !== null && (
                  <span className={styles['pointer-meta']}>Now, since {formatTime(room.pointed_at, timeZone)}</span>
                )}
                {!isOver && !isDone && nth > now && startsAt !== null && (
                  <span className={styles['pointer-meta']}>{formatTime(startsAt, timeZone)}</span>
                )}
              </>
            );
            const shape = {
              className: styles['pointer-item'] ?? '',
              ...(isDone ? { 'data-done': true } : {}),
              ...(isNow ? { 'aria-current': 'step' as const } : {}),
            };
            const go = (): void => move.mutate({ params: { id: meeting.id }, body: { agenda_item_id: item.id } });
            return (
              <li key={item.id}>
                {/* The current item stays a button, so that it keeps the focus. */}
                {canMove ? (
                  <Button {...shape} onPress={() => !isNow && go()}>
                    {content}
                  </Button>
                ) : (
                  <span {...shape}>{content}</span>
                )}
              </li>
            );
          })}
        </ol>
        {canMove && (
          <p className={styles.hint}>Choose the item to discuss now. Everybody in the room will then see it.</p>
        )}
      </Section>
    </nav>
  );
}
