import { Clock, FileText, MapPin } from 'lucide-react';
import type { MeetingSummary } from '#contract/meeting-summary.ts';
import { dateBlock, formatTimeRange, relativeDay } from '#domain/dates.ts';
import { placeOf } from '#domain/meeting-place.ts';
import { useTimeZone } from '#web/api/start.ts';
import { AddToCalendarButton } from '#web/features/homes/meetings/calendar/add-to-calendar-button.tsx';
import { contentsOf } from '#web/features/homes/meetings/meeting-words.ts';
import { MeetingRsvp } from '#web/features/homes/meetings/rsvp/meeting-rsvp.tsx';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { Fact, Facts } from '#web/ui/layout.tsx';
import { DateBlock } from '#web/ui/meeting/date-block.tsx';
import { NextMeetingCard } from '#web/ui/meeting/next-meeting.tsx';
import styles from './next-meeting.module.css';

/** The next meeting with its papers, its calendar and the reader's answer. */
export function NextMeeting({ meeting, now }: { readonly meeting: MeetingSummary; readonly now: Date }) {
  const timeZone = useTimeZone();
  const date = dateBlock(meeting.start, timeZone);
  const contents = contentsOf(meeting);
  return (
    <NextMeetingCard
      date={
        <DateBlock size="hero" weekday={date.weekday} day={date.day} month={date.monthAndYear} dateTime={date.iso} />
      }
      kicker={`Next meeting, ${relativeDay(meeting.start, now, timeZone)}`}
      title={meeting.title}
      href={paths.meeting(meeting.id)}
      facts={
        <Facts>
          <Fact icon={Clock}>{formatTimeRange(meeting.start, meeting.end, timeZone)}</Fact>
          <Fact icon={MapPin}>{placeOf(meeting)}</Fact>
          {contents !== null && <Fact icon={FileText}>{contents}</Fact>}
        </Facts>
      }
      side={
        <>
          <LinkButton variant="primary" href={paths.meeting(meeting.id)}>
            Open meeting
          </LinkButton>
          <AddToCalendarButton variant="secondary" meetingId={meeting.id} />
        </>
      }
    >
      {meeting.meeting_status !== null && (
        <div className={styles.reply}>
          <MeetingRsvp
            flush
            withCalendar={false}
            canRespond={meeting.can.respond}
            meeting={{ ...meeting, meeting_status: meeting.meeting_status }}
          />
        </div>
      )}
    </NextMeetingCard>
  );
}
