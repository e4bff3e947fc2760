import { type CSSProperties, memo } from 'react';
import { percentage } from '#domain/reports.ts';
import { paths } from '#web/paths.ts';
import { useFollowLink } from '#web/shell/follow-link.ts';
import { TableWrap } from '#web/ui/rows/table.tsx';
import { columnDays } from './meeting-day.ts';
import { PersonName } from './person-name.tsx';
import type { Attendance } from './reported.ts';
import styles from './reports.module.css';
import { Seat } from './seat.tsx';

interface AttendanceMatrixProps {
  readonly report: Attendance;
  readonly timeZone: string;
}

/** Members by meetings. A plain table: it is read, and may be long. */
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
                <a href={paths.meeting(meeting.id)} title={days[nth]?.words} onClick={follow}>
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
              <td key={meeting.id}>{meeting.is_taken ? `${meeting.there} of ${meeting.expected}` : 'Not taken'}</td>
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
        // biome-ignore lint/suspicious/noArrayIndexKey: cells are their columns
        <td key={nth}>
          <Seat cell={cell} />
        </td>
      ))}
      <td className={styles.num}>
        <span title={`${member.there} of ${member.expected}`}>{percentage(member.there, member.expected)}</span>
      </td>
    </tr>
  );
});
