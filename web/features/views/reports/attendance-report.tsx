import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type CSSProperties, memo, useState } from 'react';
import { getAttendanceReport } from '#contract/reports.ts';
import { type AttendanceCell, attendanceLabels, percentage } from '#domain/reports.ts';
import { counted } from '#domain/text.ts';
import { useTimeZone } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { useFollowLink } from '#web/shell/follow-link.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { TableWrap } from '#web/ui/rows/table.tsx';
import { AttendanceChart, columnDays } from './attendance-chart.tsx';
import type { ReportQuery } from './report-filters.tsx';
import { type Attendance, PersonName, Report, ReportHead, ReportSection, useReport } from './report-parts.tsx';
import styles from './reports.module.css';

const columnsMax = 16;

export function AttendanceReport({ query }: { readonly query: ReportQuery }) {
  const report = useReport(getAttendanceReport, { query });
  return (
    <Report
      report={report}
      isEmpty={({ meetings }) => meetings.length === 0}
      emptyTitle="No meetings to report"
      emptyText="A published meeting is counted here once it is over and its attendance has been recorded."
    >
      {(data) => <AttendanceFigures key={JSON.stringify(query)} report={data} />}
    </Report>
  );
}

interface AttendanceProps {
  readonly report: Attendance;
}

function AttendanceFigures({ report }: AttendanceProps) {
  /** Number of meetings later than those shown. 0 shows the latest. */
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
        {report.is_cut && '; only the latest meetings are counted'}
      </ReportHead>
      <AttendanceChart report={shown} />
      <ReportSection title="By member" aside={report.meetings.length > columnsMax && pager}>
        <AttendanceMatrix report={shown} />
      </ReportSection>
    </>
  );
}

function shareText({ members, total: { there, expected, meetings_taken: taken } }: Attendance): string {
  if (members.length === 1) return `${there} of ${expected}`;
  const average = (sum: number): number => Math.round((sum / taken) * 10) / 10;
  return `${average(there)} of ${counted(average(expected), 'member')} on average`;
}

function Legend({ report }: AttendanceProps) {
  const seen = new Set(report.members.flatMap(({ cells }) => cells));
  const always: readonly AttendanceCell[] = ['p', 'r', 'a'];
  const others = (['u', 'j', 't', 'x'] as const).filter((cell) => seen.has(cell));
  const shortLabels: Readonly<Partial<Record<AttendanceCell, string>>> = { p: 'In person', r: 'Remote' };
  // `t` and `j` have the same symbol, a dash.
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

function AttendanceMatrix({ report: { meetings, members, total } }: AttendanceProps) {
  const follow = useFollowLink();
  const timeZone = useTimeZone();
  const days = columnDays(meetings, timeZone);
  return (
    <TableWrap label="Attendance by member">
      <table className={styles.matrix} style={{ '--meetings': meetings.length } as CSSProperties}>
        <thead>
          <tr>
            <th scope="col">Member</th>
            {meetings.map((meeting, nth) => (
              <th key={meeting.id} scope="col">
                <a href={paths.meeting(meeting.id)} title={days[nth]?.fullLabel} onClick={follow}>
                  {days[nth]?.day}
                  {days[nth]?.under !== null && <span>{days[nth]?.under}</span>}
                  <span className="visually-hidden">, {meeting.title}</span>
                </a>
              </th>
            ))}
            <th scope="col" className={styles.num}>
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <MatrixRow key={member.member_id} member={member} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">In attendance</th>
            {meetings.map((meeting) => (
              <td key={meeting.id}>{meeting.is_taken ? `${meeting.there} of ${meeting.expected}` : 'Not recorded'}</td>
            ))}
            <td className={styles.num}>{percentage(total.there, total.expected)}</td>
          </tr>
        </tfoot>
      </table>
    </TableWrap>
  );
}

const MatrixRow = memo(function MatrixRow({ member }: { readonly member: Attendance['members'][number] }) {
  return (
    <tr>
      <th scope="row">
        <PersonName person={member} />
      </th>
      {member.cells.map((cell, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
        <td key={nth}>
          <span role="img" aria-label={attendanceLabels[cell]} title={attendanceLabels[cell]}>
            <SeatIcon cell={cell} />
          </span>
        </td>
      ))}
      <td className={styles.num}>
        <span title={`${member.there} of ${member.expected}`}>{percentage(member.there, member.expected)}</span>
      </td>
    </tr>
  );
});

const looks: Readonly<Partial<Record<AttendanceCell, string | undefined>>> = {
  p: styles['seat-in'],
  r: styles['seat-remote'],
  a: styles['seat-out'],
  u: styles['seat-unmarked'],
};

/** A full, half or empty seat, so that the meaning does not depend on colour. */
function SeatIcon({ cell }: { readonly cell: AttendanceCell }) {
  const look = looks[cell];
  return (
    <svg className={styles.seat} viewBox="0 0 14 14" aria-hidden="true">
      {look !== undefined && <circle className={look} cx="7" cy="7" r={cell === 'p' ? 6.5 : 5.75} />}
      {cell === 'r' && <path className={styles['seat-half']} d="M7 0.5a6.5 6.5 0 0 0 0 13z" />}
      {(cell === 'j' || cell === 't') && <path className={styles['seat-na']} d="M2.5 7h9" />}
      {cell === 'x' && <circle className={styles['seat-none']} cx="7" cy="7" r="1" />}
    </svg>
  );
}
