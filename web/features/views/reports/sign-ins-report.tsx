import type { AnswerOf } from '#contract/endpoint.ts';
import { getSignInsReport } from '#contract/reports.ts';
import { formatDocumentTime, formatListDate } from '#domain/dates.ts';
import { counted } from '#domain/text.ts';
import { useTimeZone } from '#web/api/start.ts';
import { DataTable } from '#web/ui/rows/data-table.tsx';
import { ColumnChart, timeColumns, unitLabels } from './column-chart.tsx';
import type { ReportQuery } from './report-filters.tsx';
import { PersonName, Report, ReportHead, ReportSection, useReport } from './report-parts.tsx';
import styles from './reports.module.css';

export function SignInsReport({ query }: { readonly query: ReportQuery }) {
  const report = useReport(getSignInsReport, { query });
  return (
    <Report
      report={report}
      isEmpty={({ members }) => members.length === 0}
      emptyTitle="Nobody to report on"
      emptyText="Choose another group or member."
    >
      {(data) => <SignInsFigures {...data} />}
    </Report>
  );
}

function SignInsFigures({ members, total, buckets }: AnswerOf<typeof getSignInsReport>) {
  const most = Math.max(1, ...members.map((member) => member.sign_ins));
  return (
    <>
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
          rows={members}
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
              cell: (member) => <LastSignIn at={member.last_at} />,
            },
          ]}
        />
        <p className={styles.note}>
          A sign-in is counted when the person first opens this board after signing in. People who stay signed in are
          not counted again.
        </p>
      </ReportSection>
    </>
  );
}

function LastSignIn({ at }: { readonly at: string | null }) {
  const timeZone = useTimeZone();
  if (at === null) return 'Not in this period';
  return (
    <>
      <span className="hide-small">{formatDocumentTime(at, timeZone)}</span>
      <span className="only-small">{formatListDate(at, timeZone)}</span>
    </>
  );
}
