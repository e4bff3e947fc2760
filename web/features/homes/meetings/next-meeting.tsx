import { Clock, DoorOpen, FileText, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MeetingSummary } from '#contract/summaries.ts';
import { dateBlock, formatTimeRange } from '#domain/dates.ts';
import { locationText } from '#domain/rsvp.ts';
import { useStart, useTimeZone } from '#web/api/start.ts';
import { isRoomOpen, nextMeetingText } from '#web/features/homes/meetings/meeting-labels.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { Fact, Facts } from '#web/ui/layout.tsx';
import { DateBlock } from '#web/ui/meeting/date-block.tsx';
import { NextMeetingCard } from '#web/ui/meeting/next-meeting.tsx';

interface NextMeetingProps {
  readonly meeting: MeetingSummary;
  readonly now: Date;
  readonly contents?: string | null;
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

export function NextMeeting({ meeting, now, contents = null, tools, children }: NextMeetingProps) {
  const timeZone = useTimeZone();
  const opensMinutes = useStart().settings.attendance_opens_minutes_before;
  const isOpen = isRoomOpen(meeting, { opensMinutes, now });
  const date = dateBlock(meeting.start, timeZone);
  return (
    <NextMeetingCard
      date={
        <DateBlock size="hero" weekday={date.weekday} day={date.day} month={date.monthAndYear} dateTime={date.iso} />
      }
      kicker={nextMeetingText(meeting.start, now, timeZone)}
      title={meeting.title}
      href={paths.meeting(meeting.id)}
      facts={
        <Facts>
          <Fact icon={Clock}>{formatTimeRange(meeting.start, meeting.end, timeZone)}</Fact>
          <Fact icon={MapPin}>{locationText(meeting)}</Fact>
          {contents !== null && <Fact icon={FileText}>{contents}</Fact>}
        </Facts>
      }
      side={
        <>
          {isOpen && (
            <LinkButton variant="primary" icon={DoorOpen} href={paths.meetingRoom(meeting.id)}>
              Enter the room
            </LinkButton>
          )}
          <LinkButton variant={isOpen ? 'secondary' : 'primary'} href={paths.meeting(meeting.id)}>
            Open meeting
          </LinkButton>
          {tools}
        </>
      }
    >
      {children}
    </NextMeetingCard>
  );
}
