import { LogIn, LogOut, Pencil, Plus, UserPlus, Users, UserX, WifiOff } from 'lucide-react';
import { Fragment, useState } from 'react';
import { MenuTrigger } from 'react-aria-components';
import { recordAttendance } from '#contract/attendance.ts';
import type { Meeting } from '#contract/meetings.ts';
import { addPresence, type Presence, type Room, type RoomPerson, updatePresence } from '#contract/room.ts';
import { numberAgenda } from '#domain/agenda.ts';
import { formatDocumentTime, formatTime } from '#domain/dates.ts';
import { roomMessages } from '#domain/messages/room.ts';
import { type PresenceMode, presenceModeFor } from '#domain/room.ts';
import { useCall } from '#web/api/mutations.ts';
import { useTimeZone } from '#web/api/start.ts';
import { GuestList } from '#web/features/homes/meetings/attendance/guests.tsx';
import { HelpLink } from '#web/shell/help-link.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { PersonLine } from '#web/ui/identity/person-line.tsx';
import { Reply } from '#web/ui/meeting/reply.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { type DataColumn, DataTable } from '#web/ui/rows/data-table.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { DeskDialog } from './desk-dialog.tsx';
import { Lift, type RoomDeclaration } from './lift.tsx';
import { PresenceDialog } from './presence-dialog.tsx';
import { presenceDays, presenceText } from './presence-times.ts';
import styles from './room.module.css';
import { absenceText } from './room-side.tsx';
import { useRoomCall } from './use-room-call.ts';

interface RoomDeskProps {
  readonly meeting: Meeting;
  readonly room: Room;
  readonly people: readonly RoomPerson[];
}

export function RoomDesk({ meeting, room, people }: RoomDeskProps) {
  return (
    <div className={styles.desk}>
      <Presences meeting={meeting} room={room} people={people} />
      <HelpLink chapter="chairs" heading="run-the-room" />
    </div>
  );
}

interface Row {
  readonly person: RoomPerson;
  readonly presence: Presence | null;
  readonly times: readonly Presence[];
}

type Editing = Pick<Row, 'person' | 'presence'>;

function Presences({ meeting, room, people }: RoomDeskProps) {
  const timeZone = useTimeZone();
  const [editing, setEditing] = useState<Editing | null>(null);
  const acts = usePresenceActs(room.line.id);
  const unheard = new Map(room.unheard?.map(({ member_id, since }) => [member_id, since]));
  const presences = room.presences ?? [];
  const held = { opensAt: room.opens_at, endsAt: meeting.end ?? room.opens_at, presences };
  const days = presenceDays({ ...held, isOver: isOver(room), now: new Date() }, timeZone);
  const textOf = (at: string): string =>
    days.first === days.last ? formatTime(at, timeZone) : formatDocumentTime(at, timeZone);
  const columns: readonly DataColumn<Row>[] = [
    { id: 'member', header: 'Member', cell: ({ person }) => <Member room={room} person={person} /> },
    {
      id: 'here',
      header: 'Here',
      cell: ({ person, presence }) => (
        <Here person={person} presence={presence} lostSince={unheard.get(person.member_id)} />
      ),
    },
    {
      id: 'arrived',
      header: 'Arrived',
      wideOnly: true,
      cell: ({ times }) => <Times of={times.map(({ id, arrived_at: at }) => ({ id, text: textOf(at) }))} />,
    },
    {
      id: 'left',
      header: 'Left',
      wideOnly: true,
      cell: ({ times }) => (
        <Times of={times.flatMap(({ id, left_at: at }) => (at === null ? [] : { id, text: textOf(at) }))} />
      ),
    },
    {
      id: 'action',
      header: 'Action',
      headerHidden: true,
      fit: true,
      cell: (row) => (
        <PresenceTools meeting={meeting} room={room} row={row} acts={acts} textOf={textOf} onEdit={setEditing} />
      ),
    },
  ];
  return (
    <Section title="Attendance" aside={<DeskTools room={room} people={people} />}>
      <DataTable
        label="Who is here"
        columns={columns}
        rows={rowsOf(people, presences)}
        keyOf={({ person }) => person.member_id}
      />
      {editing !== null && (
        <PresenceDialog room={room} days={days} textOf={textOf} {...editing} onClose={() => setEditing(null)} />
      )}
    </Section>
  );
}

const isOver = ({ line }: Room): boolean => line.phase === 'adjourned';

function usePresenceActs(id: string) {
  const add = useRoomCall(addPresence, id);
  const update = useRoomCall(updatePresence, id);
  const mark = useCall(recordAttendance, { invalidates: ['meetings', 'room'] });
  return {
    checkIn: ({ member_id }: RoomPerson, mode: PresenceMode): void =>
      add.mutate({ params: { id }, body: { member_id, mode, left_at: null } }),
    checkOut: (presence: Presence): void =>
      update.mutate(
        { params: { id: presence.id }, body: { revision: presence.revision, leaves: true } },
        { onSuccess: ({ has_conflict: isOld }) => isOld && showToast(roomMessages.changedMeanwhile) },
      ),
    excuse: ({ member_id }: RoomPerson, isExcused: boolean): void =>
      mark.mutate({ params: { id, member_id }, body: { attendance: isExcused ? false : null } }),
  };
}

function DeskTools({ room, people }: Pick<RoomDeskProps, 'room' | 'people'>) {
  const [isSettingDesk, setSettingDesk] = useState(false);
  const [isNamingGuests, setNamingGuests] = useState(false);
  return (
    <span className={styles.tools}>
      {room.guests !== null && (
        <Button size="s" variant="quiet" icon={UserPlus} onPress={() => setNamingGuests(true)}>
          Guests
        </Button>
      )}
      {room.can.set_desk && (
        <Button size="s" variant="quiet" icon={Users} onPress={() => setSettingDesk(true)}>
          Chair and secretary
        </Button>
      )}
      {isNamingGuests && (
        <Dialog title="Guests" size="m" scrolls onClose={() => setNamingGuests(false)}>
          <GuestList meetingId={room.line.id} guests={room.guests ?? []} canEdit={room.can.correct_presences} />
        </Dialog>
      )}
      {isSettingDesk && <DeskDialog room={room} people={people} onClose={() => setSettingDesk(false)} />}
    </span>
  );
}

function Member({ room, person }: { readonly room: Room; readonly person: RoomPerson }) {
  return (
    <PersonLine
      size="s"
      person={{ id: person.member_id, name: person.name, pictureUrl: person.img_url }}
      pending={person.is_pending}
      meta={person.is_inactive && !isOver(room) ? 'No longer active' : officeOf(room, person)}
    />
  );
}

function Here({ person, presence, lostSince }: Editing & { readonly lostSince: string | undefined }) {
  const timeZone = useTimeZone();
  if (presence === null || presence.left_at !== null) {
    return <span className="meta">{presence === null ? absenceText(person) : 'Left'}</span>;
  }
  return (
    <>
      <Reply kind={presence.mode === 'remote' ? 'accepted-remote' : 'accepted-in-person'}>
        {presence.mode === 'remote' ? 'Remote' : 'In person'}
      </Reply>
      {lostSince !== undefined && (
        <span className={styles.lost}>
          <Icon of={WifiOff} size="s" />
          {roomMessages.lostSince(formatTime(lostSince, timeZone))}
        </span>
      )}
    </>
  );
}

interface PresenceToolsProps {
  readonly meeting: Meeting;
  readonly room: Room;
  readonly row: Row;
  readonly acts: ReturnType<typeof usePresenceActs>;
  readonly textOf: (at: string) => string;
  readonly onEdit: (editing: Editing) => void;
}

function PresenceTools({ meeting, room, row: { person, presence, times }, acts, textOf, onEdit }: PresenceToolsProps) {
  const isHere = presence !== null && presence.left_at === null;
  const declaration = declaredHere(room, person.member_id);
  const placed = numberAgenda(meeting.agenda_items, null).find(({ item }) => item.id === room.line.pointer);
  return (
    <span className={styles['row-tools']}>
      {declaration !== undefined && placed !== undefined && (
        <Lift room={room} declaration={declaration} of={{ name: person.name, number: placed.number }} />
      )}
      {!isOver(room) && isHere && (
        <Button
          size="s"
          variant="quiet"
          icon={LogOut}
          aria-label={`Check out ${person.name}`}
          onPress={() => acts.checkOut(presence)}
        >
          <span className={styles['row-word']}>Check out</span>
        </Button>
      )}
      {!isOver(room) && !isHere && !person.is_inactive && (
        <CheckIn room={room} person={person} onCheckIn={(mode) => acts.checkIn(person, mode)} />
      )}
      {room.can.correct_presences && (
        <EditTimes
          person={person}
          times={times}
          textOf={textOf}
          onEdit={(chosen) => onEdit({ person, presence: chosen })}
          onExcuse={(isExcused) => acts.excuse(person, isExcused)}
        />
      )}
    </span>
  );
}

function Times({ of }: { readonly of: readonly { readonly id: string; readonly text: string }[] }) {
  if (of.length === 0) return '–';
  return of.map(({ id, text }, nth) => (
    <Fragment key={id}>
      {nth > 0 && ', '}
      <span className={styles.time}>{text}</span>
    </Fragment>
  ));
}

interface CheckInProps {
  readonly room: Room;
  readonly person: RoomPerson;
  readonly onCheckIn: (mode: PresenceMode) => void;
}

function CheckIn({ room, person, onCheckIn }: CheckInProps) {
  const name = `Check in ${person.name}`;
  if (room.type === 'remote') {
    return (
      <Button size="s" variant="quiet" icon={LogIn} aria-label={name} onPress={() => onCheckIn('remote')}>
        <span className={styles['row-word']}>Check in</span>
      </Button>
    );
  }
  const expected = presenceModeFor(room.type, person.acceptance);
  const modes: readonly PresenceMode[] = expected === 'remote' ? ['remote', 'in-person'] : ['in-person', 'remote'];
  return (
    <MenuTrigger>
      <Button size="s" variant="quiet" icon={LogIn} aria-label={name}>
        <span className={styles['row-word']}>Check in</span>
      </Button>
      <Menu aria-label={name}>
        {modes.map((mode) => (
          <MenuItem key={mode} label={mode === 'remote' ? 'Remote' : 'In person'} onAction={() => onCheckIn(mode)} />
        ))}
      </Menu>
    </MenuTrigger>
  );
}

interface EditTimesProps {
  readonly person: RoomPerson;
  readonly times: readonly Presence[];
  readonly textOf: (at: string) => string;
  readonly onEdit: (presence: Presence | null) => void;
  readonly onExcuse: (isExcused: boolean) => void;
}

function EditTimes({ person, times, textOf, onEdit, onExcuse }: EditTimesProps) {
  const name = `Edit times for ${person.name}`;
  const { has_apologized: isExcused } = person;
  return (
    <MenuTrigger>
      <IconButton icon={Pencil} size="s" aria-label={name} />
      <Menu aria-label={name}>
        {times.map((each) => (
          <MenuItem key={each.id} label={presenceText(each, textOf)} onAction={() => onEdit(each)} />
        ))}
        <MenuItem icon={Plus} label="Add times" onAction={() => onEdit(null)} />
        {/* A member who declined has sent apologies already. */}
        {times.length === 0 && !(isExcused && person.acceptance === 'declined') && (
          <MenuItem
            icon={UserX}
            label={isExcused ? 'Remove apologies' : 'Record apologies'}
            onAction={() => onExcuse(!isExcused)}
          />
        )}
      </Menu>
    </MenuTrigger>
  );
}

function rowsOf(people: readonly RoomPerson[], presences: readonly Presence[]): readonly Row[] {
  const byMember = Map.groupBy(presences, ({ member_id: id }) => id);
  return people.map((person) => {
    const times = byMember.get(person.member_id) ?? [];
    return { person, times, presence: times.at(-1) ?? null };
  });
}

function officeOf(room: Room, { member_id: id, is_voter: votes }: RoomPerson): string | undefined {
  const withheldAt = declaredHere(room, id)?.withheld_at ?? null;
  const parts = [
    ...(id === room.chair_id ? ['Chair'] : []),
    ...(id === room.secretary_id ? ['Secretary'] : []),
    ...(votes || room.body === null ? [] : ['Does not vote']),
    ...(room.line.recused?.includes(id) === true ? [withheldAt === null ? 'Recused' : 'Withheld'] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}

const declaredHere = ({ declarations, line }: Room, memberId: string): RoomDeclaration | undefined =>
  declarations?.find(({ member_id: id, agenda_item_id: item }) => id === memberId && item === line.pointer);
