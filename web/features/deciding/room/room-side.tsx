import { Check, TriangleAlert } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Meeting } from '#contract/meetings.ts';
import type { Presence, Room, RoomPerson } from '#contract/room.ts';
import { formatTime } from '#domain/dates.ts';
import { roomMessages } from '#domain/messages/room.ts';
import { counted } from '#domain/text.ts';
import { useTimeZone } from '#web/api/start.ts';
import { PersonLine } from '#web/ui/identity/person-line.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { plannedSeatsMax, SeatPlan } from '#web/ui/meeting/seat-plan.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { currentItem } from './current-item.ts';
import { quorumNote } from './quorum-note.ts';
import styles from './room.module.css';

const QuorumHistory = lazyPart(() => import('./quorum-history.tsx'), 'QuorumHistory');

interface RoomSideProps {
  readonly meeting: Meeting;
  readonly room: Room;
  readonly Counted: ComponentType<{ readonly room: Room; readonly itemId: string }>;
}

export function RoomSide({ meeting, room, Counted }: RoomSideProps) {
  const itemId = currentItem(room);
  return (
    <aside className={styles.side} aria-label="The room">
      {itemId !== null && <Counted room={room} itemId={itemId} />}
      <Section title="In the room">
        {room.people !== null && <RoomPlan room={room} people={room.people} />}
        <QuorumFigures room={room} />
        {room.can.run && <QuorumHistory meeting={meeting} room={room} />}
      </Section>
      {room.people !== null && <People room={room} people={room.people} />}
    </aside>
  );
}

const recusedNow = ({ line }: Room): readonly string[] => (line.phase === 'adjourned' ? [] : (line.recused ?? []));

function plannedPresences({ line, people }: Room): readonly Pick<Presence, 'member_id' | 'mode'>[] {
  if (line.phase !== 'adjourned') return line.presences ?? [];
  return (people ?? []).flatMap(({ member_id, attended: mode }) => (mode === null ? [] : { member_id, mode }));
}

function QuorumFigures({ room }: { readonly room: Room }) {
  const { quorum, phase } = room.line;
  if (phase === 'adjourned') return null;
  if (quorum === null)
    return <p className={styles['quorum-note']}>The body that decides in this meeting has not been chosen yet.</p>;
  return (
    <>
      <p className={styles['quorum-line']}>
        <span className={styles.figure}>
          {quorum.present} of {quorum.in_office}
        </span>
        <span className="visually-hidden"> members are here.</span>
        {quorum.met ? (
          <Badge tone="positive" icon={Check}>
            Quorum
          </Badge>
        ) : (
          <Badge tone="caution" icon={TriangleAlert}>
            No quorum
          </Badge>
        )}
      </p>
      <p className={styles['quorum-note']}>{quorumNote(quorum)}</p>
    </>
  );
}

function People({ room, people }: { readonly room: Room; readonly people: readonly RoomPerson[] }) {
  const timeZone = useTimeZone();
  const isOver = room.line.phase === 'adjourned';
  const here = new Map(room.line.presences?.map((each) => [each.member_id, each]));
  const guests = room.guests ?? [];
  const counts = ({ member_id: id, attended }: RoomPerson): boolean => (isOver ? attended !== null : here.has(id));
  const there = people.filter(counts);
  const sorted = [...there, ...people.filter((person) => !counts(person))];
  const unheard = new Map(room.unheard?.map(({ member_id: id, since }) => [id, since]));
  const metaOf = (person: RoomPerson): string => {
    const presence = here.get(person.member_id);
    const office = [
      ...(person.member_id === room.chair_id ? ['Chair'] : []),
      ...(person.member_id === room.secretary_id ? ['Secretary'] : []),
      ...(recusedNow(room).includes(person.member_id) ? ['Recused'] : []),
    ];
    if (isOver) return [...office, ...attendanceTexts(person)].join(', ');
    if (presence === undefined) return [...office, absenceText(person)].join(', ');
    const { mode, arrived_at: from } = presence;
    const lost = unheard.get(person.member_id);
    return [
      ...office,
      mode === 'remote' ? 'Remote' : 'In person',
      `since ${formatTime(from, timeZone)}`,
      ...(lost === undefined ? [] : [roomMessages.lostSince(formatTime(lost, timeZone))]),
    ].join(', ');
  };
  return (
    <Section
      title="People"
      aside={`${there.length} ${isOver ? 'attended' : 'here'}${guests.length === 0 ? '' : `, ${counted(guests.length, 'guest')}`}`}
    >
      <ul>
        {sorted.map((person) => (
          <li key={person.member_id} data-gone={counts(person) ? undefined : true} className={styles.person}>
            <PersonLine
              size="s"
              person={{ id: person.member_id, name: person.name, pictureUrl: person.img_url }}
              pending={person.is_pending}
              meta={metaOf(person)}
            />
          </li>
        ))}
        {guests.map((guest) => (
          <li key={guest.id}>
            <PersonLine
              size="s"
              person={{ id: guest.id, name: guest.name }}
              meta={guest.role === '' ? 'Guest' : `Guest, ${guest.role}`}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function attendanceTexts(person: RoomPerson): readonly string[] {
  if (person.attended !== null) return ['Attended', person.attended === 'remote' ? 'remote' : 'in person'];
  return [person.has_apologized || person.is_pending ? absenceText(person) : 'Did not attend'];
}

export function absenceText(person: Pick<RoomPerson, 'has_apologized' | 'is_pending'>): string {
  if (person.has_apologized) return 'Apologies';
  return person.is_pending ? 'Invited, not joined' : 'Not here';
}

function RoomPlan({ room, people }: { readonly room: Room; readonly people: readonly RoomPerson[] }) {
  const recused = recusedNow(room);
  const voters = people.filter(({ is_voter: votes }) => votes);
  if (voters.length === 0 || voters.length > plannedSeatsMax) return null;
  const modes = new Map(plannedPresences(room).map(({ member_id: id, mode }) => [id, mode]));
  const seats = voters.map(({ member_id: memberId, name }) => ({
    memberId,
    name,
    kind: recused.includes(memberId) ? ('recused' as const) : seatOf(modes.get(memberId)),
  }));
  const legend = [
    ['in', 'In person'],
    ['remote', 'Remote'],
    ...(recused.length > 0 ? [['recused', 'Recused']] : []),
    ['out', 'Absent'],
  ];
  const count = (kind: string): number => seats.filter((each) => each.kind === kind).length;
  return (
    <>
      <SeatPlan
        seats={seats}
        label={`Seating plan: ${count('in')} in person, ${count('remote')} remote, ${recused.length === 0 ? '' : `${count('recused')} recused, `}${count('out')} absent`}
      />
      <p className={styles.legend}>
        {legend.map(([kind, label]) => (
          <span key={kind}>
            <span className={styles.seat} data-seat={kind} />
            {label}
          </span>
        ))}
      </p>
    </>
  );
}

const seatOf = (mode: 'in-person' | 'remote' | undefined): 'in' | 'remote' | 'out' =>
  mode === undefined ? 'out' : mode === 'remote' ? 'remote' : 'in';
