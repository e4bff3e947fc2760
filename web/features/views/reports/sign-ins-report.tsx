import { getSignInsReport } from '#contract/reports.ts';
import { formatDocumentTime, formatListDate } from '#domain/dates.ts';
import { counted } from '#domain/text.ts';
import { DataTable } from '#web/ui/rows/data-table.tsx';
import { ColumnChart, timeColumns, unitLabels } from './column-chart.tsx';
import {
  PersonName,
  ReportEmpty,
  ReportHead,
  ReportPending,
  type ReportProps,
  ReportSection,
  useReport,
} from './report-parts.tsx';
import styles from './reports.module.css';

export function SignInsReport({ query, timeZone }: ReportProps) {
  const { data, isPlaceholderData } = useReport(getSignInsReport, { query });
  if (data === undefined) return <ReportPending />;
  if (data.members.length === 0) {
    return <ReportEmpty title="Nobody to report on" text="Choose another group or member." />;
  }
  const { total, buckets } = data;
  const most = Math.max(1, ...data.members.map((member) => member.sign_ins));
  return (
    <div aria-busy={isPlaceholderData}>
      <ReportHead figure={String(total.sign_ins)}>
        {total.sign_ins === 1 ? 'sign-in' : 'sign-ins'} by {total.members} of {counted(total.active, 'active member')}{' '}
        in this period
      </ReportHead>
      {buckets.counts.length > 1 && total.sign_ins > 0 && (
        <ColumnChart
          caption="Sign-ins over time"
          headers={[unitLabels[buckets.unit], 'Sign-ins']}
          columns={timeColumns(buckets)}
        />
      )}
      <ReportSection title="By member">
        <DataTable
          label="Sign-ins by member"
          rows={data.members}
          keyOf={(member) => member.member_id}
          columns={[
            { id: 'member', header: 'Member', cell: (member) => <PersonName person={member} /> },
            {
              id: 'bar',
              header: 'Compared with others',
              headerHidden: true,
              wideOnly: true,
              cell: (member) => (
                <span className={styles['count-bar']} aria-hidden="true">
                  <span style={{ inlineSize: `${(member.sign_ins / most) * 100}%` }} />
                </span>
              ),
            },
            { id: 'count', header: 'Sign-ins', align: 'end', cell: (member) => member.sign_ins },
            {
              id: 'last',
              header: 'Last',
              align: 'end',
              cell: (member) => <LastSignIn at={member.last_at} timeZone={timeZone} />,
            },
          ]}
        />
        <p className={styles.note}>
          A sign-in is counted when the person first opens this board after signing in. People who stay signed in are
          not counted again.
        </p>
      </ReportSection>
    </div>
  );
}

function LastSignIn({ at, timeZone }: { readonly at: string | null; readonly timeZone: string }) {
  if (at === null) return 'Not in this period';
  return (
    <>
      <span className="hide-small">{formatDocumentTime(at, timeZone)}</span>
      <span className="only-small">{formatListDate(at, timeZone)}</span>
    </>
  );
}
