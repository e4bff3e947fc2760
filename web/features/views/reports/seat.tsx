import { type AttendanceCell, attendanceWords } from '#domain/reports.ts';
import styles from './reports.module.css';

const looks: Readonly<Partial<Record<AttendanceCell, string | undefined>>> = {
  p: styles['seat-in'],
  r: styles['seat-remote'],
  a: styles['seat-out'],
  u: styles['seat-unmarked'],
};

/** A seat of the hemicycle: full, half, empty; each has a shape of its own, beside its colour. */
export function Seat({ cell }: { readonly cell: AttendanceCell }) {
  const words = attendanceWords[cell];
  return (
    <span role="img" aria-label={words} title={words}>
      <SeatMark cell={cell} />
    </span>
  );
}

/** The sign alone, for a legend whose words stand beside it. */
export function SeatMark({ cell }: { readonly cell: AttendanceCell }) {
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
