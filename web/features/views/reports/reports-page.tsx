import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { Download, Printer } from 'lucide-react';
import { downloadReport, getReportChoices } from '#contract/reports.ts';
import { formatDate, isoDate } from '#domain/dates.ts';
import { daysOfPeriod, type ReportName, reportNames, reportTitles } from '#domain/reports.ts';
import { endpointAddress } from '#web/api/call.ts';
import { queryFor } from '#web/api/queries.ts';
import { useBoard } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { LinkTabs } from '#web/ui/rows/tabs.tsx';
import { AnswersReport } from './answers-report.tsx';
import { AttendanceReport } from './attendance-report.tsx';
import { DocumentsReport } from './documents-report.tsx';
import { PeopleReport } from './people-report.tsx';
import { PeriodDays, ReportFilters } from './report-filters.tsx';
import styles from './reports.module.css';
import { pageOf, type ReportQuery, type ReportsAddress, reportOf, reportQuery } from './reports-address.ts';
import { SignInsReport } from './sign-ins-report.tsx';

/** /admin/reports: what became of a board's meetings, papers and people, for its admins (product.md, section 4). */
export function ReportsPage() {
  const { address, set, hrefOf } = useReportsAddress();
  const { data: choices } = useSuspenseQuery(queryFor(getReportChoices));
  const board = useBoard();
  const timeZone = board?.time_zone ?? 'UTC';
  const today = isoDate(new Date(), timeZone);
  const report = reportOf(address);
  const query = reportQuery(address, choices, today);
  usePageTitle(report === 'attendance' ? null : `${reportTitles[report]}, Reports`);
  return (
    <div className={styles.report}>
      <Page>
        <PageHead
          title="Reports"
          actions={
            <>
              <ReportFilters address={address} choices={choices} set={set} />
              <LinkButton
                size="s"
                icon={Download}
                download
                href={endpointAddress(downloadReport, {
                  params: { report },
                  query: { ...query, board: board?.board_info.board_id },
                })}
              >
                Export CSV
              </LinkButton>
              <IconButton icon={Printer} size="s" outlined aria-label="Print" onPress={() => window.print()} />
            </>
          }
        />
        <LinkTabs
          label="Report"
          tabs={reportNames.map((name) => ({
            label: reportTitles[name],
            href: hrefOf(name),
            isCurrent: name === report,
          }))}
        />
        <p className={styles['printed-head']}>
          {[
            board?.title,
            reportTitles[report],
            namesOf(query, choices),
            periodWords(daysOfPeriod(address, today), today),
          ]
            .filter((words) => words !== undefined && words !== '')
            .join(' · ')}
        </p>
        <PeriodDays address={address} set={set} />
        {report === 'attendance' && <AttendanceReport query={query} timeZone={timeZone} />}
        {report === 'answers' && <AnswersReport query={query} timeZone={timeZone} />}
        {report === 'documents' && (
          <DocumentsReport
            query={query}
            timeZone={timeZone}
            page={pageOf(address)}
            onPage={(page) => set({ page: page === 1 ? undefined : String(page) })}
          />
        )}
        {report === 'people' && <PeopleReport query={query} timeZone={timeZone} />}
        {report === 'sign-ins' && <SignInsReport query={query} timeZone={timeZone} />}
      </Page>
    </div>
  );
}

interface Names {
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  readonly people: readonly { readonly member_id: string; readonly name: string }[];
}

/** What a sheet of paper must say that the screen shows in its filters. */
function namesOf(query: ReportQuery, { groups, people }: Names): string {
  const group = query.group === 'whole-board' ? 'Whole board' : groups.find(({ id }) => id === query.group)?.name;
  const member = people.find(({ member_id: id }) => id === query.member)?.name;
  return [group, member].filter((name) => name !== undefined).join(', ');
}

function periodWords({ from, to }: ReturnType<typeof daysOfPeriod>, today: string): string {
  const day = (date: string): string => formatDate(`${date}T12:00:00Z`, 'UTC');
  return `${from === null ? 'Until' : `${day(from)} to`} ${day(to ?? today)}`;
}

/** Whatever changes begins anew. */
const firstPage: Readonly<Record<string, string | undefined>> = { page: undefined };

/** What is shown is kept in the address, so that Back, a reload and a shared link show the same. */
export function useReportsAddress() {
  const address: ReportsAddress = useSearch({ from: '/shell/board/board-admins/admin/reports' });
  const navigate = useNavigate({ from: '/admin/reports' });
  const { options } = useRouter();
  const set = (change: Readonly<Record<string, string | undefined>>): void =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...firstPage, ...change }), resetScroll: false });
  /** Another report, narrowed to the same. */
  const hrefOf = (report: ReportName): string => {
    const { period, from, to, group, member } = address;
    const kept = { report: report === 'attendance' ? undefined : report, period, from, to, group, member };
    return `${paths.adminReports()}${options.stringifySearch(kept)}`;
  };
  return { address, set, hrefOf };
}
