import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Check, DoorOpen, MapPin, ScrollText, Video, WifiOff } from 'lucide-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { getMeeting, type Meeting } from '#contract/meetings.ts';
import { getRoom, type Room, setOwnPresence } from '#contract/room.ts';
import { numberAgenda } from '#domain/agenda.ts';
import { formatHeadingDate, formatListDate, formatTime, isoDate } from '#domain/dates.ts';
import { withheldText } from '#domain/messages/interests.ts';
import { motionMessages } from '#domain/messages/motions.ts';
import { presenceText, roomMessages } from '#domain/messages/room.ts';
import { type PresenceMode, presenceModes } from '#domain/room.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { LinkedText } from '#web/features/homes/meetings/agenda/meeting-agenda.tsx';
import { DocumentRows } from '#web/features/papers/documents/editing/document-rows.tsx';
import { DocumentOverlay } from '#web/features/papers/reading/document-overlay.tsx';
import { listedDocuments } from '#web/features/papers/reading/opening.ts';
import { paths } from '#web/paths.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { useScreen } from '#web/shell/screen.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Page, PageToolbar, pageTitleId } from '#web/ui/page.tsx';
import { Breadcrumbs } from '#web/ui/rows/breadcrumbs.tsx';
import { DocumentList } from '#web/ui/rows/document-row.tsx';
import { useTimeout } from '#web/ui/use-timeout.ts';
import type { NumberedItem } from './declaration-dialogs.tsx';
import styles from './room.module.css';
import { RoomAgenda } from './room-agenda.tsx';
import { RoomSide } from './room-side.tsx';
import { useRoom } from './use-room.ts';
import { useRoomCall } from './use-room-call.ts';

const RoomDesk = lazyPart(() => import('./room-desk.tsx'), 'RoomDesk');
const OwnDeclaration = lazyPart(() => import('./declaration.tsx'), 'OwnDeclaration');
const DeclareDialog = lazyPart(() => import('./declaration-dialogs.tsx'), 'DeclareDialog');
const PointerSteps = lazyPart(() => import('./room-controls.tsx'), 'PointerSteps');
const PhaseButtons = lazyPart(() => import('./room-controls.tsx'), 'PhaseButtons');

/** Provided by the caller, because this module may not import the modules that define these components. */
interface RoomParts {
  readonly Motions: ComponentType<{ readonly room: Room; readonly itemId: string }>;
  readonly Counted: ComponentType<{ readonly room: Room; readonly itemId: string }>;
  readonly MotionDialogs: ComponentType<{ readonly room: Room; readonly children: ReactNode }>;
  readonly Ballot: ComponentType<{ readonly room: Room }>;
  readonly Filled: ComponentType<{ readonly meetingId: string; readonly item: { readonly id: string } }>;
  readonly Actions: ComponentType<{
    readonly meeting: Meeting;
    readonly item: { readonly id: string; readonly number: string };
  }>;
}

export function RoomPage({ Ballot, ...parts }: RoomParts) {
  const { id } = useParams({ from: '/shell/board/meetings/$id/room' });
  const { data } = useSuspenseQuery(queryFor(getMeeting, { params: { id } }));
  const { room, connection } = useRoom(id);
  const timeZone = useTimeZone();
  const screen = useScreen();
  const { meeting } = data;
  usePageTitle(`Room, ${meeting.title}`);
  return (
    <>
      <Page>
        <PageToolbar
          crumbs={
            <Breadcrumbs
              items={[
                { label: 'Meetings', href: paths.meetings() },
                { label: meeting.title, href: paths.meeting(meeting.id) },
              ]}
            />
          }
          keepsButtons
        >
          {screen !== 'small' && <Here meeting={meeting} room={room} />}
        </PageToolbar>
        {connection.lostAt !== null && (
          <div className={styles.banner}>
            <Notice
              tone="caution"
              icon={WifiOff}
              isNews
              actions={
                <Button size="s" onPress={connection.tryNow}>
                  Try now
                </Button>
              }
            >
              {roomMessages.connectionLost(formatTime(connection.lostAt, timeZone))}
            </Notice>
          </div>
        )}
        <RoomHead meeting={meeting} room={room} here={screen === 'small' && <Here meeting={meeting} room={room} />} />
        {room.is_open ? (
          <OpenRoom meeting={meeting} room={room} {...parts} />
        ) : (
          <ClosedRoom meeting={meeting} room={room} />
        )}
      </Page>
      {room.is_open && <Ballot room={room} />}
      <DocumentOverlay listed={listedDocuments(meeting)} />
    </>
  );
}

interface RoomProps {
  readonly meeting: Meeting;
  readonly room: Room;
}

function RoomHead({ meeting, room, here }: RoomProps & { readonly here: ReactNode }) {
  const timeZone = useTimeZone();
  const { phase, since } = room.line;
  const at = since === null ? '' : formatTime(since, timeZone);
  return (
    <header className={styles['room-head']} data-phase={phase}>
      <h1 className={styles.title} id={pageTitleId}>
        {meeting.title}
      </h1>
      {room.is_open && (
        <p className={styles.facts} data-phase={phase}>
          {phase === 'in-session' && <span className={styles.live} aria-hidden="true" />}
          {phase === 'not-begun' && (room.has_passed ? 'Not called to order' : 'Not called to order yet')}
          {phase === 'in-session' && `In session since ${formatTime(room.called_at ?? at, timeZone)}`}
          {phase === 'recess' && `In recess since ${at}`}
          {phase === 'adjourned' && `Adjourned at ${at}`}
        </p>
      )}
      {here}
      {(phase === 'adjourned' || (phase === 'not-begun' && room.has_passed)) && (
        <LinkButton size="s" icon={ScrollText} href={paths.meetingMinutes(meeting.id)}>
          Minutes
        </LinkButton>
      )}
      {room.can.run && <PhaseButtons room={room} />}
    </header>
  );
}

function ClosedRoom({ meeting, room }: RoomProps) {
  const timeZone = useTimeZone();
  const client = useQueryClient();
  const { opens_at: opens } = room;
  const wait = Math.max(1_000, new Date(opens).getTime() - Date.now());
  const { queryKey } = queryFor(getRoom, { params: { id: meeting.id } });
  useTimeout(() => void client.invalidateQueries({ queryKey }), Math.min(wait, longestWaitMs), room.read_at);
  const isToday = isoDate(opens, timeZone) === isoDate(new Date(), timeZone);
  const time = isToday
    ? formatTime(opens, timeZone)
    : `${formatHeadingDate(opens, timeZone)}, ${formatTime(opens, timeZone)}`;
  return (
    <EmptyState
      title={roomMessages.opens(time)}
      text="Papers are ready to read."
      seats={[3]}
      action={<LinkButton href={paths.meeting(meeting.id)}>Open papers</LinkButton>}
    />
  );
}

/** Milliseconds. Just below the longest delay that `setTimeout` supports. */
const longestWaitMs = 2_000_000_000;

type ItemParts = Omit<RoomParts, 'Ballot' | 'MotionDialogs' | 'Counted'>;

function OpenRoom({ meeting, room, MotionDialogs, Counted, ...parts }: RoomProps & Omit<RoomParts, 'Ballot'>) {
  // Stored in the page's state, so that the input survives when the meeting moves on to another item.
  const [declaring, declareOn] = useState<NumberedItem | null>(null);
  return (
    <MotionDialogs room={room}>
      <CheckIn meeting={meeting} room={room} />
      <div className={styles['room-columns']}>
        <RoomAgenda meeting={meeting} room={room} />
        <div>
          {room.line.phase === 'adjourned' && room.can.run ? (
            <AllItems meeting={meeting} room={room} {...parts} />
          ) : (
            <NowItem meeting={meeting} room={room} onDeclare={declareOn} {...parts} />
          )}
          {room.can.run && <PointerSteps meeting={meeting} room={room} />}
        </div>
        <RoomSide meeting={meeting} room={room} Counted={Counted} />
        {room.can.run && room.people !== null && (
          <section className={styles['room-wide']} aria-label="Run the meeting">
            <RoomDesk meeting={meeting} room={room} people={room.people} />
          </section>
        )}
      </div>
      {declaring !== null && <DeclareDialog room={room} on={{ item: declaring }} onClose={() => declareOn(null)} />}
    </MotionDialogs>
  );
}

function Here({ meeting, room }: RoomProps) {
  const { presence } = room.own;
  const isSmall = useScreen() === 'small';
  const { set, isPending } = useOwnPresence(meeting.id);
  if (!room.is_open || presence === null) return null;
  return (
    <div className={styles.here}>
      <Icon of={presence.mode === 'remote' ? Video : MapPin} />
      <p>
        <span className={styles['here-you']}>You are </span>
        <span className={styles['here-mode']}>{presenceText[presence.mode]}</span>
      </p>
      {room.can.check_in &&
        (isSmall ? (
          <IconButton icon={DoorOpen} aria-label="Check out" isPending={isPending} onPress={() => set(null)} />
        ) : (
          <Button size="s" icon={DoorOpen} isPending={isPending} onPress={() => set(null)}>
            Check out
          </Button>
        ))}
    </div>
  );
}

function useOwnPresence(id: string) {
  const check = useRoomCall(setOwnPresence, id);
  return {
    set: (mode: PresenceMode | null): void => check.mutate({ params: { id }, body: { mode } }),
    isPending: check.isPending,
  };
}

function CheckIn({ meeting, room }: RoomProps) {
  const { set, isPending } = useOwnPresence(meeting.id);
  if (room.own.presence !== null || !room.can.check_in) return null;
  return (
    <div className={styles.presence}>
      <Icon of={DoorOpen} />
      <p>
        <strong>You have not checked in to this meeting</strong>{' '}
        <span className="meta">Check in. Your arrival time will be recorded.</span>
      </p>
      <span className={styles.choices}>
        {modesOf(room.type).map((mode, nth) => (
          <Button
            key={mode}
            variant={nth === 0 ? 'primary' : 'secondary'}
            icon={mode === 'remote' ? Video : Check}
            isPending={isPending}
            onPress={() => set(mode)}
          >
            {room.type === 'hybrid' ? (mode === 'remote' ? 'Check in remotely' : 'Check in in person') : 'Check in'}
          </Button>
        ))}
      </span>
    </div>
  );
}

const modesOf = (type: Room['type']): readonly PresenceMode[] => (type === 'hybrid' ? presenceModes : [type]);

function AllItems({ meeting, room, Motions, Actions }: RoomProps & Pick<RoomParts, 'Motions' | 'Actions'>) {
  return (
    <section aria-label="Decided in this meeting">
      <p className="muted">What you enter now will be marked “{motionMessages.enteredAfterwards}”.</p>
      {numberAgenda(meeting.agenda_items, null).map(({ item, number }) => (
        <section key={item.id} className={styles['past-item']} aria-label={`Item ${number}`}>
          <h2 className={styles['past-title']}>
            {number} {item.title}
          </h2>
          <Motions room={room} itemId={item.id} />
          <Actions meeting={meeting} item={{ id: item.id, number }} />
        </section>
      ))}
    </section>
  );
}

interface NowItemProps extends RoomProps, ItemParts {
  readonly onDeclare: (item: NumberedItem) => void;
}

function noItemText({ line: { phase }, has_passed: hasPassed }: Room): string {
  if (phase !== 'not-begun') return 'No agenda item has been chosen yet.';
  return hasPassed ? roomMessages.neverBegun : 'The meeting has not begun.';
}

function NowItem({ meeting, room, onDeclare, Motions, Filled, Actions }: NowItemProps) {
  const timeZone = useTimeZone();
  const { pointer } = room.line;
  const placed = numberAgenda(meeting.agenda_items, null).find(({ item }) => item.id === pointer);
  if (placed === undefined) {
    return (
      <section aria-label="Now">
        <p className="muted">{noItemText(room)}</p>
        <p className={styles.papers}>
          <LinkButton size="s" href={paths.meeting(meeting.id)}>
            Agenda and papers
          </LinkButton>
        </p>
      </section>
    );
  }
  const { item, number } = placed;
  return (
    <section aria-label={`Item ${number}`}>
      <div className={styles['now-item']}>
        <span className={styles['now-number']}>{number}</span>
        <h2 className={styles['now-title']}>{item.title}</h2>
        {item.presenter !== '' && <p className={styles['now-body']}>{item.presenter}</p>}
      </div>
      {item.description !== '' && <LinkedText className={styles.text} text={item.description} />}
      {item.kind !== null && <Filled meetingId={meeting.id} item={item} />}
      {item.documents.length > 0 && (
        <div className={styles.papers}>
          <DocumentList>
            <DocumentRows
              documents={item.documents}
              hrefOf={(document) => paths.meetingRoom(meeting.id, { document })}
              timeZone={timeZone}
            />
          </DocumentList>
        </div>
      )}
      {item.withheld === null ? (
        <>
          <OwnDeclaration
            room={room}
            item={{ id: item.id, number, title: item.title, isWithheld: false }}
            onDeclare={onDeclare}
          />
          <Motions room={room} itemId={item.id} />
          <Actions meeting={meeting} item={{ id: item.id, number }} />
        </>
      ) : (
        <p className="muted">{withheldText({ ...item.withheld, on: formatListDate(item.withheld.at, timeZone) })}</p>
      )}
    </section>
  );
}
