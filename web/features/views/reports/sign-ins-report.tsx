import { getSignInsReport } from '#contract/reports.ts';
import { formatDocumentTime, formatListDate } from '#domain/dates.ts';
import { counted } from '#domain/text.ts';
import { Section } from '#web/ui/rows/section.tsx';
import { TableWrap } from '#web/ui/rows/table.tsx';
import { ColumnChart, timeColumns, unitLabels } from './column-chart.tsx';
import { PersonName, ReportEmpty, ReportHead, ReportPending, useReport } from './report-parts.tsx';
import styles from './reports.module.css';
import type { ReportQuery } from './reports-address.ts';

interface SignInsReportProps {
  readonly query: ReportQuery;
  readonly timeZone: string;
}

/** Who has signed in to the board, how often, and when last. */
export function SignInsReport({ query, timeZone }: SignInsReportProps) {
  const { data, isPlaceholderData } = useReport(getSignInsReport, { query });
  if (data === undefined) return <ReportPending />;
  if (data.members.length === 0) {
    return <ReportEmpty title="Nobody to report" text="Choose another group or member." />;
  }
  const { total, buckets } = data;
  const most = Math.max(1, ...data.members.map((member) => member.sign_ins));
  return (
    <div aria-busy={isPlaceholderData}>
      <ReportHead figure={String(total.sign_ins)}>
        {total.sign_ins === 1 ? 'sign-in' : 'sign-ins'}; {total.members} of {counted(total.active, 'active member')} in
        the period
      </ReportHead>
      {buckets.counts.length > 1 && total.sign_ins > 0 && (
        <ColumnChart
          caption="Sign-ins over time"
          heads={[unitLabels[buckets.unit], 'Sign-ins']}
          columns={timeColumns(buckets)}
        />
      )}
      <div className={styles.section}>
        <Section title="By member">
          <TableWrap label="Sign-ins by member">
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">Member</th>
                  <th scope="col" className={styles['wide-only']}>
                    <span className="visually-hidden">Beside the others</span>
                  </th>
                  <th scope="col" className={styles.num}>
                    Sign-ins
                  </th>
                  <th scope="col" className={styles.num}>
                    Last
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.members.map((member) => (
                  <tr key={member.member_id}>
                    <th scope="row">
                      <PersonName person={member} />
                    </th>
                    <td className={styles['wide-only']}>
                      <span className={styles['count-bar']} aria-hidden="true">
                        <span style={{ inlineSize: `${(member.sign_ins / most) * 100}%` }} />
                      </span>
                    </td>
                    <td className={styles.num}>{member.sign_ins}</td>
                    <td className={styles.num}>
                      {member.last_at === null ? (
                        'Not in the period'
                      ) : (
                        <>
                          <span className="hide-small">{formatDocumentTime(member.last_at, timeZone)}</span>
                          <span className="only-small">{formatListDate(member.last_at, timeZone)}</span>
                        </>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableWrap>
          <p className={styles.note}>
            Counted once for each session, when it first opens this board; whoever stays signed in is not counted again.
          </p>
        </Section>
      </div>
    </div>
  );
}
