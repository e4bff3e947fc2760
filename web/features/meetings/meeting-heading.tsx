import { Clock, MapPin, Video } from 'lucide-react';
import type { Meeting } from '../../../contract/meetings.ts';
import { dateBlock, formatTimeRange } from '../../../domain/dates.ts';
import { TextLink } from '../../ui/actions/text-link.tsx';
import { Fact } from '../../ui/layout.tsx';
import { DateBlock } from '../../ui/meeting/date-block.tsx';
import { MeetingHead } from '../../ui/meeting/meeting-head.tsx';
import { meetingTypeLabels } from './meeting-words.ts';

interface MeetingHeadingProps {
  readonly meeting: Pick<Meeting, 'title' | 'type' | 'start' | 'end' | 'location' | 'join_url'>;
  readonly timeZone: string;
}

/** When, what and where, at the head of a meeting's page. */
export function MeetingHeading({ meeting, timeZone }: MeetingHeadingProps) {
  const date = dateBlock(meeting.start, timeZone);
  return (
    <MeetingHead
      title={meeting.title}
      date={
        <DateBlock size="head" weekday={date.weekday} day={date.day} month={date.monthAndYear} dateTime={date.iso} />
      }
    >
      <Fact icon={Clock}>{formatTimeRange(meeting.start, meeting.end, timeZone)}</Fact>
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
