import styles from './seat-plan.module.css';

export type SeatKind = 'in' | 'remote' | 'for' | 'against' | 'abstain' | 'recused' | 'out';

export interface PlannedSeat {
  readonly memberId: string;
  readonly name: string;
  readonly kind: SeatKind;
}

export const plannedSeatsMax = 40;

interface SeatPlanProps {
  readonly seats: readonly PlannedSeat[];
  readonly label: string;
}

export function SeatPlan({ seats, label }: SeatPlanProps) {
  const places = placesOf(seats.length);
  return (
    <svg className={styles.plan} viewBox="10 -6 280 162" role="img" aria-label={label}>
      {seats.map(({ memberId, name, kind }, nth) => {
        const { x, y, r } = places[nth] ?? { x: 0, y: 0, r: 0 };
        return (
          <g key={memberId} data-seat={kind}>
            <circle cx={x} cy={y} r={r} />
            {r > 12 && (
              <text x={x} y={y + 4}>
                {initialsOf(name)}
              </text>
            )}
          </g>
        );
      })}
      <path className={styles.dais} d="M136 148a14 14 0 0 1 28 0z" />
    </svg>
  );
}

const initialsOf = (name: string): string =>
  name
    .split(' ')
    .filter(Boolean)
    .map(([first = '']) => first)
    .filter((_, nth, all) => nth === 0 || nth === all.length - 1)
    .join('')
    .toUpperCase();

interface Place {
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

const centre = { x: 150, y: 134 };

function placesOf(seats: number): readonly Place[] {
  const rows = seats <= 6 ? 1 : seats <= 12 ? 2 : 3;
  const r = rows === 3 ? 9 : 17.5;
  const radii = rows === 1 ? [95] : rows === 2 ? [63, 117] : [60, 88, 116];
  const whole = radii.reduce((sum, radius) => sum + radius, 0);
  let left = seats;
  const placed = radii.flatMap((radius, row) => {
    const share = row === rows - 1 ? left : Math.min(left, Math.round((seats * radius) / whole));
    left -= share;
    return Array.from({ length: share }, (_, seat) => {
      const angle = share === 1 ? Math.PI / 2 : Math.PI - (Math.PI * seat) / (share - 1);
      return {
        angle,
        x: rounded(centre.x + radius * Math.cos(angle)),
        y: rounded(centre.y - radius * Math.sin(angle)),
        r,
      };
    });
  });
  return placed.toSorted((one, other) => other.angle - one.angle);
}

const rounded = (value: number): number => Math.round(value * 10) / 10;
