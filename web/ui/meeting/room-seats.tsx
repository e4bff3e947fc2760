import styles from './room-seats.module.css';

type SeatKind = 'on' | 'against' | 'abstained' | 'recused';

interface RoomSeatsProps {
  readonly seats: number;
  readonly filled: readonly (readonly [kind: SeatKind, count: number])[];
}

/** More seats than this cannot be distinguished. */
const seatsMax = 60;
const centre = { x: 140, y: 120 };
const innerRadius = 62;
const outerRadius = 106;

export function RoomSeats({ seats, filled }: RoomSeatsProps) {
  if (seats === 0 || seats > seatsMax) return null;
  const places = seatPlaces(seats);
  const kinds = filled.flatMap(([kind, count]) => Array.from({ length: count }, () => kind));
  return (
    <svg className={styles.seats} viewBox="0 0 280 134" aria-hidden="true">
      {places.map(({ x, y, r }, index) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={r} data-seat={kinds[index]} />
      ))}
      <path d="M131 132a9 9 0 0 1 18 0z" />
    </svg>
  );
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

/** Distributes the seats in proportion to the lengths of the rows, so that they are evenly spaced. */
function seatPlaces(seats: number): readonly Place[] {
  const rows = seats <= 3 ? 1 : seats <= 16 ? 2 : 3;
  const radii = Array.from({ length: rows }, (_, row) =>
    rows === 1 ? outerRadius - 20 : innerRadius + ((outerRadius - innerRadius) * row) / (rows - 1),
  );
  const whole = radii.reduce((sum, radius) => sum + radius, 0);
  const r = rows === 3 ? Math.min(9, 200 / seats) : 12;
  let left = seats;
  return radii.flatMap((radius, row) => {
    const share = row === rows - 1 ? left : Math.min(left, Math.round((seats * radius) / whole));
    left -= share;
    return Array.from({ length: share }, (_, seat): Place => {
      const angle = share === 1 ? Math.PI / 2 : Math.PI - (Math.PI * seat) / (share - 1);
      return { x: rounded(centre.x + radius * Math.cos(angle)), y: rounded(centre.y - radius * Math.sin(angle)), r };
    });
  });
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

export const SeatKey = ({ kind, children }: { readonly kind: SeatKind | 'empty'; readonly children: string }) => (
  <span className={styles.key}>
    <svg viewBox="0 0 14 14" className={styles.swatch} aria-hidden="true">
      <circle cx="7" cy="7" r="6" data-seat={kind} />
    </svg>
    {children}
  </span>
);
