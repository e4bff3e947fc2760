import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { getAttendanceReport } from '#contract/reports.ts';
import { type AttendanceCell, attendanceLabels, percentage } from '#domain/reports.ts';
import { counted } from '#domain/text.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { AttendanceChart } from './attendance-chart.tsx';
import { AttendanceMatrix, SeatIcon } from './attendance-matrix.tsx';
import {
  type Attendance,
  ReportEmpty,
  ReportHead,
  ReportPending,
  type ReportProps,
  ReportSection,
  useReport,
} from './report-parts.tsx';
import styles from './reports.module.css';

const columnsMax = 16;

export function AttendanceReport({ query, timeZone }: ReportProps) {
  const { data, isPlaceholderData } = useReport(getAttendanceReport, { query });
  if (data === undefined) return <ReportPending />;
  if (data.meetings.length === 0) {
    return (
      <ReportEmpty
        title="No meetings to report"
        text="A published meeting is counted here once it is over and its attendance has been recorded."
      />
    );
  }
  return (
    <div aria-busy={isPlaceholderData}>
      <AttendanceFigures key={JSON.stringify(query)} report={data} timeZone={timeZone} />
    </div>
  );
}

function AttendanceFigures({ report, timeZone }: { readonly report: Attendance; readonly timeZone: string }) {
  /** Number of later meetings beyond those shown. Starts with 0, the latest. */
  const [later, setLater] = useState(0);
  const end = report.meetings.length - later;
  const begin = Math.max(0, end - columnsMax);
  const shown: Attendance = {
    ...report,
    meetings: report.meetings.slice(begin, end),
    members: report.members.map((member) => ({ ...member, cells: member.cells.slice(begin, end) })),
  };
  const { there, expected, meetings_taken: taken } = report.total;
  const pager = (
    <span className={styles.pager}>
      Meetings {begin + 1} to {end} of {report.meetings.length}
      <IconButton
        icon={ChevronLeft}
        size="s"
        aria-label="Earlier meetings"
        isDisabled={begin === 0}
        onPress={() => setLater(Math.min(later + columnsMax, report.meetings.length - 1))}
      />
      <IconButton
        icon={ChevronRight}
        size="s"
        aria-label="Later meetings"
        isDisabled={later === 0}
        onPress={() => setLater(Math.max(later - columnsMax, 0))}
      />
    </span>
  );
  return (
    <>
      <ReportHead figure={percentage(there, expected)} legend={<Legend report={shown} />}>
        attendance over {counted(taken, 'meeting')}
        {taken > 0 && `, ${shareText(report)}`}
        {report.is_cut && '; there are more meetings, of which the latest are counted'}
      </ReportHead>
      <AttendanceChart report={shown} timeZone={timeZone} />
      <ReportSection title="By member" aside={report.meetings.length > columnsMax && pager}>
        <AttendanceMatrix report={shown} timeZone={timeZone} />
      </ReportSection>
    </>
  );
}

function shareText({ members, total: { there, expected, meetings_taken: taken } }: Attendance): string {
  if (members.length === 1) return `${there} of ${expected}`;
  const average = (sum: number): number => Math.round((sum / taken) * 10) / 10;
  return `${average(there)} of ${counted(average(expected), 'member')} on average`;
}

function Legend({ report }: { readonly report: Attendance }) {
  const seen = new Set(report.members.flatMap(({ cells }) => cells));
  const always: readonly AttendanceCell[] = ['p', 'r', 'a'];
  const others = (['u', 'j', 't', 'x'] as const).filter((cell) => seen.has(cell));
  const shortLabels: Readonly<Partial<Record<AttendanceCell, string>>> = { p: 'In person', r: 'Remote' };
  // `t` and `j` share the same symbol, a dash.
  const isOneWithJ = (cell: AttendanceCell): boolean => cell === 't' && seen.has('j');
  return [...always, ...others.filter((cell) => !isOneWithJ(cell))].map((cell) => (
    <span key={cell}>
      <SeatIcon cell={cell} />
      {cell === 'j' && seen.has('t')
        ? 'Not yet a member, or not recorded'
        : (shortLabels[cell] ?? attendanceLabels[cell])}
    </span>
  ));
}
