import { getPeopleReport } from '#contract/reports.ts';
import { formatDate } from '#domain/dates.ts';
import { counted } from '#domain/text.ts';
import { paths } from '#web/paths.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { TableWrap } from '#web/ui/rows/table.tsx';
import type { PersonWithTerm } from './report-parts.tsx';
import { PersonName, ReportEmpty, ReportHead, ReportPending, useReport } from './report-parts.tsx';
import styles from './reports.module.css';
import type { ReportQuery } from './reports-address.ts';
import { formatDay, TermsChart, termStatus } from './terms-chart.tsx';

interface PeopleReportProps {
  readonly query: ReportQuery;
  readonly timeZone: string;
}

/** Who joined, whose term ends, who is inactive. */
export function PeopleReport({ query, timeZone }: PeopleReportProps) {
  const { data, isPlaceholderData } = useReport(getPeopleReport, { query });
  if (data === undefined) return <ReportPending />;
  if (data.people.length === 0) {
    return <ReportEmpty title="Nobody to report" text="Choose another group, or invite the people of the board." />;
  }
  const { total, today, people } = data;
  return (
    <div aria-busy={isPlaceholderData}>
      <ReportHead figure={String(total.active)}>
        active {total.active === 1 ? 'member' : 'members'}; {total.joined} joined and {total.left} left in the period
        {total.pending > 0 && `; ${counted(total.pending, 'invitation')} pending`}
        {data.has_terms && `; ${counted(total.terms_ending, 'term')} over or ending within a year`}
      </ReportHead>
      {data.has_terms ? (
        <TermsChart people={people} today={today} />
      ) : (
        <p className={styles.note}>
          No position field says when terms end. Add a date named Term end in{' '}
          <TextLink href={paths.adminProfile()}>Profile Fields</TextLink>.
        </p>
      )}
      <div className={styles.section}>
        <Section title="By member">
          <TableWrap label="People and terms">
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">Member</th>
                  <th scope="col" className={styles['wide-only']}>
                    Groups
                  </th>
                  <th scope="col">Joined</th>
                  <th scope="col">Term</th>
                  <th scope="col" className={`${styles.num} ${styles['wide-only']}`}>
                    Inactive since
                  </th>
                </tr>
              </thead>
              <tbody>
                {people.map((person) => (
                  <tr key={person.member_id}>
                    <th scope="row">
                      <PersonName person={person} />
                      {person.office !== null && <span className={styles.office}>{person.office}</span>}
                    </th>
                    <td className={styles['wide-only']}>{person.groups.join(', ')}</td>
                    <td>
                      {person.joined_at === null ? '–' : formatDate(person.joined_at, timeZone)}
                      {person.has_joined_in_period && (
                        <span className={styles.below}>
                          <Badge tone="positive">Joined</Badge>
                        </span>
                      )}
                    </td>
                    <td>
                      <Term person={person} today={today} />
                    </td>
                    <td className={`${styles.num} ${styles['wide-only']}`}>{leftWords(person, timeZone)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableWrap>
        </Section>
      </div>
    </div>
  );
}

function Term({ person, today }: { readonly person: PersonWithTerm; readonly today: string }) {
  const { term_start: start, term_end: end } = person;
  if (start === null && end === null) return '–';
  const words = end === null ? null : termStatus(end, today);
  return (
    <>
      <span className={styles.dates}>{daysOfTerm(start, end)}</span>
      {words !== null && person.status === 'active' && !person.is_removed && (
        <span className={styles.below}>
          <Badge tone={words.isOver ? 'negative' : 'caution'}>{words.text}</Badge>
        </span>
      )}
    </>
  );
}

function daysOfTerm(start: string | null, end: string | null): string {
  if (start === null) return `Until ${formatDay(end ?? '')}`;
  return end === null ? `From ${formatDay(start)}` : `${formatDay(start)} – ${formatDay(end)}`;
}

function leftWords({ left_at: at, status, is_removed: isGone }: PersonWithTerm, timeZone: string): string {
  if (at !== null) return formatDate(at, timeZone);
  return isGone || status === 'inactive' ? 'Unknown' : '–';
}
