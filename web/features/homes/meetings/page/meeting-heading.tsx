import { Clock, MapPin, UsersRound, Video } from 'lucide-react';
import type { Meeting } from '#contract/meetings.ts';
import { wholeBoardLabel } from '#domain/audience.ts';
import { dateBlock, formatTimeRange } from '#domain/dates.ts';
import { meetingTypeLabels } from '#domain/rsvp.ts';
import { noDateYet } from '#web/features/homes/meetings/meeting-labels.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Fact } from '#web/ui/layout.tsx';
import { DateBlock, OpenDateBlock } from '#web/ui/meeting/date-block.tsx';
import { MeetingHead } from '#web/ui/meeting/meeting-head.tsx';

interface MeetingHeadingProps {
  readonly meeting: Pick<Meeting, 'title' | 'type' | 'start' | 'end' | 'location' | 'join_url' | 'date_search'> & {
    readonly audience?: string;
  };
  readonly timeZone: string;
}

export function MeetingHeading({ meeting, timeZone }: MeetingHeadingProps) {
  const { date_search: search, start, end } = meeting;
  const date = search !== null || start === null ? null : dateBlock(start, timeZone);
  return (
    <MeetingHead
      title={meeting.title}
      date={
        date === null ? (
          <OpenDateBlock count={search?.options.length ?? 0} />
        ) : (
          <DateBlock size="head" weekday={date.weekday} day={date.day} month={date.monthAndYear} dateTime={date.iso} />
        )
      }
    >
      <Fact icon={Clock}>
        {search !== null || start === null || end === null ? noDateYet : formatTimeRange(start, end, timeZone)}
      </Fact>
      {meeting.audience !== undefined && meeting.audience !== wholeBoardLabel && (
        <Fact icon={UsersRound}>{meeting.audience}</Fact>
      )}
      {meeting.location !== '' && <Fact icon={MapPin}>{meeting.location}</Fact>}
      <Fact icon={meeting.type === 'in-person' && meeting.location === '' ? MapPin : Video}>
        {meetingTypeLabels[meeting.type]}
        {meeting.join_url !== '' && (
          <>
            ,{' '}
            <TextLink href={meeting.join_url} target="_blank" rel="noreferrer">
              {meeting.type === 'hybrid' ? 'join remotely' : 'join the meeting'}
            </TextLink>
          </>
        )}
      </Fact>
    </MeetingHead>
  );
}
