import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Download, Printer } from 'lucide-react';
import type { AnswerOf } from '#contract/endpoint.ts';
import { downloadReport, getReportChoices } from '#contract/reports.ts';
import { isoDate } from '#domain/dates.ts';
import { daysOfPeriod, type ReportName, reportNames, reportTitles } from '#domain/reports.ts';
import { endpointAddress } from '#web/api/call.ts';
import { queryFor } from '#web/api/queries.ts';
import { useBoard, useTimeZone } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { useListAddress } from '#web/shell/use-list-address.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { LinkTabs } from '#web/ui/rows/tabs.tsx';
import { AnswersReport } from './answers-report.tsx';
import { AttendanceReport } from './attendance-report.tsx';
import { DocumentsReport } from './documents-report.tsx';
import { PeopleReport } from './people-report.tsx';
import {
  PeriodDays,
  ReportFilters,
  type ReportQuery,
  type ReportsAddress,
  reportOf,
  reportQuery,
} from './report-filters.tsx';
import { formatDay } from './report-parts.tsx';
import styles from './reports.module.css';
import { SignInsReport } from './sign-ins-report.tsx';
import { VotesReport } from './votes-report.tsx';

export function ReportsPage() {
  const list = useListAddress();
  const address = list.search;
  const { data: choices } = useSuspenseQuery(queryFor(getReportChoices));
  const board = useBoard();
  const timeZone = useTimeZone();
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
              <ReportFilters address={address} choices={choices} set={list.set} />
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
        <ReportTabs address={address} report={report} />
        <p className={styles['printed-head']}>
          {[board?.title, reportTitles[report], namesOf(query, choices), periodText(address, today)]
            .filter((text) => text !== undefined && text !== '')
            .join(' · ')}
        </p>
        <PeriodDays address={address} set={list.set} />
        {report === 'attendance' && <AttendanceReport query={query} />}
        {report === 'answers' && <AnswersReport query={query} />}
        {report === 'documents' && <DocumentsReport query={query} page={list.page} onPage={list.setPage} />}
        {report === 'people' && <PeopleReport query={query} />}
        {report === 'sign-ins' && <SignInsReport query={query} />}
        {report === 'votes' && <VotesReport query={query} />}
      </Page>
    </div>
  );
}

function ReportTabs({ address, report }: { readonly address: ReportsAddress; readonly report: ReportName }) {
  const { options } = useRouter();
  const { period, from, to, group, member } = address;
  const hrefOf = (name: ReportName): string => {
    const search = { report: name === 'attendance' ? undefined : name, period, from, to, group, member };
    return `${paths.adminReports()}${options.stringifySearch(search)}`;
  };
  return (
    <LinkTabs
      label="Report"
      tabs={reportNames.map((name) => ({
        label: reportTitles[name],
        href: hrefOf(name),
        isCurrent: name === report,
      }))}
    />
  );
}

function namesOf(query: ReportQuery, { groups, people }: AnswerOf<typeof getReportChoices>): string {
  const group = query.group === 'whole-board' ? 'Whole board' : groups.find(({ id }) => id === query.group)?.name;
  const member = people.find(({ member_id: id }) => id === query.member)?.name;
  return [group, member].filter((name) => name !== undefined).join(', ');
}

function periodText(address: ReportsAddress, today: string): string {
  const { from, to } = daysOfPeriod(address, today);
  return `${from === null ? 'Until' : `${formatDay(from)} to`} ${formatDay(to ?? today)}`;
}
