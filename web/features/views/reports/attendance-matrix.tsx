import { type CSSProperties, memo } from 'react';
import { type AttendanceCell, attendanceLabels, percentage } from '#domain/reports.ts';
import { paths } from '#web/paths.ts';
import { useFollowLink } from '#web/shell/follow-link.ts';
import { TableWrap } from '#web/ui/rows/table.tsx';
import { columnDays } from './attendance-chart.tsx';
import { type Attendance, PersonName } from './report-parts.tsx';
import styles from './reports.module.css';

interface AttendanceMatrixProps {
  readonly report: Attendance;
  readonly timeZone: string;
}

export function AttendanceMatrix({ report, timeZone }: AttendanceMatrixProps) {
  const { meetings, members, total } = report;
  const follow = useFollowLink();
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

/** A full, half or empty seat, so that its meaning does not depend on colour. Its label is next to it. */
export function SeatIcon({ cell }: { readonly cell: AttendanceCell }) {
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
