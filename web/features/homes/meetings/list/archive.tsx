import { Link } from 'react-aria-components';
import type { MeetingSummary } from '#contract/meeting-summary.ts';
import { counted } from '#domain/counted.ts';
import { isoDate } from '#domain/dates.ts';
import { meetingTypeLabels } from '#domain/meeting-place.ts';
import { useTimeZone } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { Section } from '#web/ui/rows/section.tsx';
import styles from './archive.module.css';
import { MeetingStanding } from './meeting-row.tsx';
import { shortDay } from './short-day.ts';

interface ArchiveProps {
  /** Newest first. */
  readonly years: readonly number[];
  readonly year: number | null;
  readonly meetings: readonly MeetingSummary[];
}

/** Past meetings, one year at a time; the year stands in the address. */
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
                    <MeetingStanding meeting={meeting} />
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
