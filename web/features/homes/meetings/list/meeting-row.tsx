import type { DraftSummary, MeetingSummary } from '#contract/meeting-summary.ts';
import { wholeBoardWords } from '#domain/audience.ts';
import { formatTimeFor, isoDate } from '#domain/dates.ts';
import { meetingTypeLabels } from '#domain/meeting-place.ts';
import { readersTimeZone, useTimeZone } from '#web/api/start.ts';
import { searchWords } from '#web/features/homes/meetings/date-finding/date-words.ts';
import { documentsText, replyOf } from '#web/features/homes/meetings/meeting-words.ts';
import { paths } from '#web/paths.ts';
import { Reply } from '#web/ui/meeting/reply.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { TimelineRow } from '#web/ui/rows/timeline.tsx';
import { shortDay } from './short-day.ts';

/** A meeting in the lists of /meetings. */
export function MeetingRow({ meeting }: { readonly meeting: MeetingSummary | DraftSummary }) {
  const timeZone = useTimeZone();
  // One that finds its date has its first and its last one.
  const start = meeting.finds_date ? null : meeting.start;
  const date = start === null ? { day: 'No date', under: 'yet' } : shortDay(start, { timeZone, now: new Date() });
  return (
    <TimelineRow
      day={date.day}
      weekday={date.under}
      dateTime={start === null ? undefined : isoDate(start, timeZone)}
      title={meeting.title}
      href={paths.meeting(meeting.id)}
      meta={[
        ...(meeting.finds_date
          ? searchWords(meeting)
          : start === null
            ? []
            : [formatTimeFor(start, timeZone, readersTimeZone())]),
        meetingTypeLabels[meeting.type],
        ...(meeting.audience === wholeBoardWords ? [] : [meeting.audience]),
        documentsText(meeting.document_count),
      ]}
      end={<MeetingStanding meeting={meeting} />}
    />
  );
}

/** Draft, Cancelled, or the reader's own part in it. */
export function MeetingStanding({ meeting }: { readonly meeting: MeetingSummary | DraftSummary }) {
  if (meeting.state === 'draft') return <Badge tone="caution">Draft</Badge>;
  if (meeting.state === 'cancelled') return <Badge tone="negative">Cancelled</Badge>;
  if (meeting.state === 'finding-date') return <Badge tone="board">Finding a date</Badge>;
  const reply = replyOf(meeting);
  return reply === null ? null : <Reply kind={reply.kind}>{reply.label}</Reply>;
}
