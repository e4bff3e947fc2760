import { Check } from 'lucide-react';
import type { Invitee, Meeting } from '#contract/meetings.ts';
import { dateBlock } from '#domain/dates.ts';
import { meetingMessages, rsvpMessages } from '#domain/messages/meetings.ts';
import { acceptanceLabel, shownAcceptance } from '#domain/rsvp.ts';
import { useStart, useTimeZone } from '#web/api/start.ts';
import { attendanceReason, overText, whenOf } from '#web/features/homes/meetings/meeting-labels.ts';
import { paths } from '#web/paths.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { TopBarActions } from '#web/shell/top-bar-actions.tsx';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { ToggleChoice } from '#web/ui/actions/toggle-choice.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Saved } from '#web/ui/feedback/saved.tsx';
import { Avatar } from '#web/ui/identity/avatar.tsx';
import { DateBlock } from '#web/ui/meeting/date-block.tsx';
import { MeetingHead } from '#web/ui/meeting/meeting-head.tsx';
import { Reply } from '#web/ui/meeting/reply.tsx';
import { RoomSeats } from '#web/ui/meeting/room-seats.tsx';
import { Columns, Page, PageToolbar } from '#web/ui/page.tsx';
import { Breadcrumbs } from '#web/ui/rows/breadcrumbs.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import styles from './attendance.module.css';
import { GuestList } from './guests.tsx';
import { type AttendanceCounts, countAttendance, listCountText, roomText, useAttendance } from './use-attendance.ts';

export function AttendanceMode({ meeting }: { readonly meeting: Meeting }) {
  const attendance = useAttendance(meeting.id);
  const { can } = meeting;
  const invitees = (meeting.invitees ?? []).map((invitee) => ({
    invitee,
    isPresent: attendance.shown(invitee.member_id, invitee.meeting_status.attendance),
  }));
  const counts = countAttendance(invitees.map((each) => each.isPresent));
  usePageTitle(`Attendance, ${meeting.title}`);
  return (
    <Page>
      <TopBarActions>
        <Saved isShown={attendance.isSaved} />
      </TopBarActions>
      <PageToolbar
        crumbs={
          <Breadcrumbs
            items={[
              { label: 'Meetings', href: paths.meetings() },
              { label: meeting.title, href: paths.meeting(meeting.id) },
            ]}
          />
        }
      >
        <LinkButton size="s" href={paths.meeting(meeting.id)}>
          Done
        </LinkButton>
      </PageToolbar>
      <AttendanceHead meeting={meeting} />
      <AttendanceNotice meeting={meeting} />
      <Columns
        spaced
        asideLabel="Summary"
        aside={
          <>
            {can.note_apologies ? (
              <Section title={rsvpMessages.apologies}>
                <p className={styles.value} aria-live="polite">
                  {counts.absent} of {invitees.length} <span className="visually-hidden">members</span>
                </p>
              </Section>
            ) : (
              <InTheRoom counts={counts} seats={invitees.length} />
            )}
            <Section title="Guests">
              <GuestList meetingId={meeting.id} guests={meeting.guests ?? []} canEdit={can.take_attendance} />
            </Section>
          </>
        }
      >
        <Section title="Members" {...(can.note_apologies ? {} : { aside: listCountText(counts) })}>
          <ul>
            {invitees.map(({ invitee, isPresent }) => (
              <AttendanceRow
                key={invitee.member_id}
                invitee={invitee}
                type={meeting.type}
                isPresent={isPresent}
                may={can.take_attendance ? 'record' : can.note_apologies ? 'excuse' : 'read'}
                onRecord={(isPresent) => attendance.record({ memberId: invitee.member_id, attendance: isPresent })}
              />
            ))}
          </ul>
        </Section>
      </Columns>
    </Page>
  );
}

function AttendanceNotice({ meeting }: { readonly meeting: Meeting }) {
  const timeZone = useTimeZone();
  const opensMinutes = useStart().settings.attendance_opens_minutes_before;
  const { can } = meeting;
  if (can.take_attendance) {
    const over = overText(meeting, { timeZone, now: new Date() });
    return over === null ? null : <Notice>{over}</Notice>;
  }
  return (
    <Notice tone="caution">
      {attendanceReason(meeting, opensMinutes)}
      {can.note_apologies && ` ${meetingMessages.apologiesNow}`}
    </Notice>
  );
}

const howTaken = (opensMinutes: number): string =>
  `Attendance can be recorded from ${opensMinutes === 0 ? 'the start' : `${opensMinutes} minutes before the start`}. At first, nobody is marked. Mark people as they arrive; press a mark again to remove it. Every mark is saved immediately.`;

function AttendanceHead({ meeting }: { readonly meeting: Meeting }) {
  const timeZone = useTimeZone();
  const opensMinutes = useStart().settings.attendance_opens_minutes_before;
  const date = meeting.start === null ? null : dateBlock(meeting.start, timeZone);
  return (
    <MeetingHead
      title={meeting.can.note_apologies ? 'Record apologies' : 'Take attendance'}
      date={
        date !== null && (
          <DateBlock size="head" weekday={date.weekday} day={date.day} month={date.monthAndYear} dateTime={date.iso} />
        )
      }
    >
      <p className={styles.lede}>
        {meeting.title}, {whenOf(meeting, timeZone)}.{meeting.can.take_attendance && ` ${howTaken(opensMinutes)}`}
      </p>
    </MeetingHead>
  );
}

function InTheRoom({ counts, seats }: { readonly counts: AttendanceCounts; readonly seats: number }) {
  return (
    <Section title="In the room">
      <RoomSeats filled={[['on', counts.present]]} seats={seats} />
      <p className={styles.value} aria-live="polite">
        {counts.present} of {seats} <span className="visually-hidden">members are in attendance</span>
      </p>
      <p className="meta">{roomText(counts, rsvpMessages.notInAttendance)}</p>
    </Section>
  );
}

interface AttendanceRowProps {
  readonly invitee: Invitee;
  readonly type: Meeting['type'];
  readonly isPresent: boolean | null;
  readonly may: 'record' | 'excuse' | 'read';
  readonly onRecord: (isPresent: boolean | null) => void;
}

function AttendanceRow({ invitee, type, isPresent, may, onRecord }: AttendanceRowProps) {
  const { acceptance } = invitee.meeting_status;
  return (
    <li className={styles.row}>
      <Avatar id={invitee.member_id} name={invitee.name} pictureUrl={invitee.img_url} pending={invitee.is_pending} />
      <span className={styles.name}>{invitee.name}</span>
      <span className={styles.reply}>
        <Reply kind={shownAcceptance(acceptance, type)}>{acceptanceLabel(acceptance, type)}</Reply>
      </span>
      <div className={styles.mark}>
        <ToggleChoice
          label={invitee.name}
          block
          isDisabled={may === 'read'}
          options={[
            {
              value: 'yes',
              label: rsvpMessages.inAttendance,
              isDisabled: may === 'excuse',
              ...(isPresent === true ? { icon: Check } : {}),
            },
            { value: 'no', label: may === 'excuse' ? rsvpMessages.apologies : rsvpMessages.notInAttendance },
          ]}
          value={isPresent === null ? null : isPresent ? 'yes' : 'no'}
          onChange={(value) => onRecord(value === null ? null : value === 'yes')}
        />
      </div>
    </li>
  );
}
