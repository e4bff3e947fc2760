import styles from './room-seats.module.css';
import { seatsInRows } from './seat-rows.ts';

type SeatKind = 'on' | 'against' | 'abstained' | 'recused';

interface RoomSeatsProps {
  readonly seats: number;
  readonly filled: readonly (readonly [kind: SeatKind, count: number])[];
}

/** More seats than this cannot be distinguished. */
const seatsMax = 60;
const centre = { x: 140, y: 120 };

export function RoomSeats({ seats, filled }: RoomSeatsProps) {
  if (seats === 0 || seats > seatsMax) return null;
  const radii = seats <= 3 ? [86] : seats <= 16 ? [62, 106] : [62, 84, 106];
  const r = radii.length === 3 ? Math.min(9, 200 / seats) : 12;
  const kinds = filled.flatMap(([kind, count]) => Array.from({ length: count }, () => kind));
  return (
    <svg className={styles.seats} viewBox="0 0 280 134" aria-hidden="true">
      {seatsInRows(seats, radii, centre).map(({ x, y }, index) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={r} data-seat={kinds[index]} />
      ))}
      <path d="M131 132a9 9 0 0 1 18 0z" />
    </svg>
  );
}

export const SeatKey = ({ kind, children }: { readonly kind: SeatKind | 'empty'; readonly children: string }) => (
  <span className={styles.key}>
    <svg viewBox="0 0 14 14" className={styles.swatch} aria-hidden="true">
      <circle cx="7" cy="7" r="6" data-seat={kind} />
    </svg>
    {children}
  </span>
);
