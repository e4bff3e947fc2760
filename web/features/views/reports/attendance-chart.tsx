import type { CSSProperties } from 'react';
import { formatHeadingDate, formatShortDate, isoDate } from '#domain/dates.ts';
import { type AttendanceCell, isExpected, percentage } from '#domain/reports.ts';
import { counted } from '#domain/text.ts';
import { useTimeZone } from '#web/api/start.ts';
import { TableWrap } from '#web/ui/rows/table.tsx';
import type { Attendance } from './report-parts.tsx';
import styles from './reports.module.css';

const seatsMax = 16;
const seatPx = 17;
const heightPx = 136;

export function AttendanceChart({ report: { meetings, members } }: { readonly report: Attendance }) {
  const most = Math.max(2, ...meetings.map(({ expected }) => expected));
  const areSeats = most <= seatsMax;
  const height = areSeats ? most * seatPx : heightPx;
  const timeZone = useTimeZone();
  const days = columnDays(meetings, timeZone);
  const lines = areSeats ? seatLines(most) : ['0%', '50%', '100%'];
  const label = meetings.map((meeting, nth) => meetingLabel(meeting, days[nth]?.fullLabel ?? '')).join('; ');
  return (
    <figure className={styles.figure} aria-label="Attendance by meeting">
      <TableWrap label="Attendance by meeting">
        <div
          className={styles.chart}
          role="img"
          aria-label={`${label}. The table below lists each member.`}
          style={{ '--meetings': meetings.length, '--plot': `${height}px` } as CSSProperties}
        >
          <div className={styles.axis}>
            {lines.toReversed().map((line) => (
              <span key={line}>{line}</span>
            ))}
          </div>
          <div className={styles.lines}>
            {lines.map((line) => (
              <span key={line} />
            ))}
          </div>
          {meetings.map((meeting, nth) => {
            const cells = inOrder(members.map((member) => member.cells[nth] ?? 'x').filter(isExpected));
            return (
              <div key={meeting.id} className={styles.column}>
                <span className={styles.value}>{percentage(meeting.there, meeting.expected)}</span>
                {areSeats ? <Seats cells={cells} height={height} /> : <Shares cells={cells} />}
                <span className={styles.day}>
                  {days[nth]?.day}
                  {days[nth]?.under !== null && <span>{days[nth]?.under}</span>}
                </span>
              </div>
            );
          })}
          <div />
        </div>
      </TableWrap>
    </figure>
  );
}

/** `under` is the year in the first column of each year, '' in the others, and null if there is only one year. */
export function columnDays(
  meetings: readonly { readonly title: string; readonly start: string }[],
  timeZone: string,
): readonly { readonly day: string; readonly under: string | null; readonly fullLabel: string }[] {
  const years = meetings.map(({ start }) => isoDate(start, timeZone).slice(0, 4));
  const areSeveral = new Set(years).size > 1;
  return meetings.map((meeting, nth) => ({
    day: formatShortDate(meeting.start, timeZone),
    under: areSeveral ? (years[nth] === years[nth - 1] ? '' : (years[nth] ?? '')) : null,
    fullLabel: `${meeting.title}, ${formatHeadingDate(meeting.start, timeZone)}`,
  }));
}

function seatLines(most: number): readonly string[] {
  const lines = most % 2 === 0 && most > 2 ? [most / 2, most] : [most];
  return ['0', ...lines.map((count) => counted(count, 'member'))];
}

/** From bottom to top: in person, remote, absent, not recorded. */
const order = ['p', 'r', 'a', 'u'] as const satisfies readonly AttendanceCell[];

function inOrder(cells: readonly AttendanceCell[]): readonly AttendanceCell[] {
  const position = (cell: AttendanceCell): number => (order as readonly AttendanceCell[]).indexOf(cell);
  return cells.toSorted((one, other) => position(one) - position(other));
}

function Seats({ cells, height }: { readonly cells: readonly AttendanceCell[]; readonly height: number }) {
  return (
    <svg className={styles.seats} width={seatPx} height={height} aria-hidden="true">
      {cells.map((cell, nth) => {
        const y = height - seatPx * (nth + 0.5);
        const x = seatPx / 2;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its position
          <g key={nth}>
            {cell === 'p' && <circle className={styles['seat-in']} cx={x} cy={y} r="6" />}
            {cell === 'r' && <circle className={styles['seat-remote']} cx={x} cy={y} r="5.25" />}
            {cell === 'r' && <path className={styles['seat-half']} d={`M${x} ${y - 6}a6 6 0 0 0 0 12z`} />}
            {cell === 'a' && <circle className={styles['seat-out']} cx={x} cy={y} r="5.25" />}
            {cell === 'u' && <circle className={styles['seat-unmarked']} cx={x} cy={y} r="5.25" />}
          </g>
        );
      })}
    </svg>
  );
}

const shareLooks = { p: 'share-in', r: 'share-remote', a: 'share-out', u: 'share-out' } as const;

function Shares({ cells }: { readonly cells: readonly AttendanceCell[] }) {
  return (
    <div className={styles.shares}>
      {order.map((cell) => {
        const count = cells.filter((each) => each === cell).length;
        return count === 0 ? null : (
          <span key={cell} className={styles[shareLooks[cell]]} style={{ flexGrow: count }} />
        );
      })}
    </div>
  );
}

function meetingLabel(meeting: Attendance['meetings'][number], day: string): string {
  return meeting.is_taken ? `${day}: ${meeting.there} of ${meeting.expected}` : `${day}: attendance not recorded`;
}
