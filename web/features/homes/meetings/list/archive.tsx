import { Link } from 'react-aria-components';
import type { DraftSummary, MeetingSummary } from '#contract/summaries.ts';
import { wholeBoardLabel } from '#domain/audience.ts';
import { formatTimeFor, isoDate } from '#domain/dates.ts';
import { meetingTypeLabels } from '#domain/rsvp.ts';
import { counted } from '#domain/text.ts';
import { readersTimeZone, useStart, useTimeZone } from '#web/api/start.ts';
import { dateSearchLabels, documentsText, replyOf, shortDay } from '#web/features/homes/meetings/meeting-labels.ts';
import { paths } from '#web/paths.ts';
import { Reply } from '#web/ui/meeting/reply.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { TimelineRow } from '#web/ui/rows/timeline.tsx';
import styles from './meetings-list.module.css';

interface ArchiveProps {
  readonly years: readonly number[];
  readonly year: number | null;
  readonly meetings: readonly MeetingSummary[];
}

export function Archive({ years, year, meetings }: ArchiveProps) {
  const timeZone = useTimeZone();
  return (
    <Section title="Archive" id="archive">
      <div className={styles.archive}>
        <nav className={styles['archive-years']} aria-label="Year">
          {years.map((each) => (
            <Link
              key={each}
              href={paths.meetings({ year: each })}
              className={styles['archive-year'] ?? ''}
              {...(each === year ? { 'aria-current': 'page' } : {})}
            >
              {each}
            </Link>
          ))}
        </nav>
        {meetings.length === 0 ? (
          <p className="muted">No past meetings in {year}.</p>
        ) : (
          <table className={styles['archive-table']} aria-label={`Meetings in ${year}`}>
            <tbody>
              {meetings.map((meeting) => (
                <tr key={meeting.id}>
                  <td className={styles.fit}>
                    {meeting.finds_date ? (
                      <span className={styles.day}>No date</span>
                    ) : (
                      <time className={styles.day} dateTime={isoDate(meeting.start, timeZone)}>
                        {shortDay(meeting.start, { timeZone, now: meeting.start }).day}
                      </time>
                    )}
                  </td>
                  <th scope="row">
                    <Link className={styles.title ?? ''} href={paths.meeting(meeting.id)}>
                      {meeting.title}
                    </Link>
                  </th>
                  <td className="muted hide-medium">{meetingTypeLabels[meeting.type]}</td>
                  <td className="meta hide-medium">
                    {meeting.document_count === 0 ? 'No documents' : counted(meeting.document_count, 'document')}
                  </td>
                  <td className={`${styles.fit} ${styles.last}`}>
                    <MeetingBadge meeting={meeting} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </Section>
  );
}

export type ListedMeeting = MeetingSummary | DraftSummary;

export function MeetingRow({ meeting }: { readonly meeting: ListedMeeting }) {
  const timeZone = useTimeZone();
  // If the meeting's date is still being decided, `start` is only the first proposed one.
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
          ? dateSearchLabels(meeting)
          : start === null
            ? []
            : [formatTimeFor(start, timeZone, readersTimeZone())]),
        meetingTypeLabels[meeting.type],
        ...(meeting.audience === wholeBoardLabel ? [] : [meeting.audience]),
        documentsText(meeting.document_count),
      ]}
      end={<MeetingBadge meeting={meeting} />}
    />
  );
}

function MeetingBadge({ meeting }: { readonly meeting: ListedMeeting }) {
  const opensMinutes = useStart().settings.attendance_opens_minutes_before;
  if (meeting.state === 'draft') return <Badge tone="caution">Draft</Badge>;
  if (meeting.state === 'cancelled') return <Badge tone="negative">Cancelled</Badge>;
  if (meeting.state === 'finding-date') return <Badge tone="board">Finding a date</Badge>;
  const reply = replyOf(meeting, { opensMinutes, now: new Date() });
  return reply === null ? null : <Reply kind={reply.kind}>{reply.label}</Reply>;
}
