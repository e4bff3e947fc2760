import type { MeetingSummary } from '../../../contract/meetings.ts';
import { formatTime, isoDate } from '../../../domain/dates.ts';
import { useTimeZone } from '../../api/start.ts';
import { paths } from '../../paths.ts';
import { Reply } from '../../ui/meeting/reply.tsx';
import { Badge } from '../../ui/rows/badge.tsx';
import { TimelineRow } from '../../ui/rows/timeline.tsx';
import { documentsText, meetingTypeLabels, replyOf } from './meeting-words.ts';
import { shortDay } from './short-day.ts';

/** A meeting in the lists of /meetings. */
export function MeetingRow({ meeting }: { readonly meeting: MeetingSummary }) {
  const timeZone = useTimeZone();
  const date = shortDay(meeting.start, { timeZone, now: new Date() });
  return (
    <TimelineRow
      day={date.day}
      weekday={date.under}
      dateTime={isoDate(meeting.start, timeZone)}
      title={meeting.title}
      href={paths.meeting(meeting.id)}
      meta={[
        formatTime(meeting.start, timeZone),
        meetingTypeLabels[meeting.type],
        documentsText(meeting.document_count),
      ]}
      end={<MeetingStanding meeting={meeting} />}
    />
  );
}

/** Draft, Cancelled, or the reader's own part in it. */
export function MeetingStanding({ meeting }: { readonly meeting: MeetingSummary }) {
  if (meeting.state === 'draft') return <Badge tone="caution">Draft</Badge>;
  if (meeting.state === 'cancelled') return <Badge tone="negative">Cancelled</Badge>;
  const reply = replyOf(meeting);
  return reply === null ? null : <Reply kind={reply.kind}>{reply.label}</Reply>;
}
