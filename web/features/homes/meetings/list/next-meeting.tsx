import { Clock, MapPin } from 'lucide-react';
import type { MeetingSummary } from '#contract/meeting-summary.ts';
import { dateBlock, formatTimeRange, relativeDay } from '#domain/dates.ts';
import { placeOf } from '#domain/meeting-place.ts';
import { useTimeZone } from '#web/api/start.ts';
import { MeetingRsvp } from '#web/features/homes/meetings/rsvp/meeting-rsvp.tsx';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { Fact, Facts } from '#web/ui/layout.tsx';
import { DateBlock } from '#web/ui/meeting/date-block.tsx';
import { NextMeetingCard } from '#web/ui/meeting/next-meeting.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';

/** The next meeting, large, with the reader's reply. */
export function NextMeeting({ meeting, now }: { readonly meeting: MeetingSummary; readonly now: Date }) {
  const timeZone = useTimeZone();
  const date = dateBlock(meeting.start, timeZone);
  return (
    <NextMeetingCard
      date={
        <DateBlock size="hero" weekday={date.weekday} day={date.day} month={date.monthAndYear} dateTime={date.iso} />
      }
      kicker={
        meeting.state === 'cancelled' ? (
          <Badge tone="negative">Cancelled</Badge>
        ) : (
          `Next meeting, ${relativeDay(meeting.start, now, timeZone)}`
        )
      }
      title={meeting.title}
      href={paths.meeting(meeting.id)}
      facts={
        <Facts>
          <Fact icon={Clock}>{formatTimeRange(meeting.start, meeting.end, timeZone)}</Fact>
          <Fact icon={MapPin}>{placeOf(meeting)}</Fact>
        </Facts>
      }
      side={
        <LinkButton variant="primary" href={paths.meeting(meeting.id)}>
          Open meeting
        </LinkButton>
      }
    >
      {meeting.meeting_status !== null && <MeetingRsvp flush canRespond={meeting.can.respond} meeting={meeting} />}
    </NextMeetingCard>
  );
}
