import { personInitials } from '#domain/identity.ts';
import styles from './seat-plan.module.css';
import { seatsInRows } from './seat-rows.ts';

export type SeatKind = 'in' | 'remote' | 'for' | 'against' | 'abstain' | 'recused' | 'out';

export interface PlannedSeat {
  readonly memberId: string;
  readonly name: string;
  readonly kind: SeatKind;
}

export const plannedSeatsMax = 40;

export function SeatPlan({ seats, label }: { readonly seats: readonly PlannedSeat[]; readonly label: string }) {
  const { places, r } = placesOf(seats.length);
  return (
    <svg className={styles.plan} viewBox="10 -6 280 162" role="img" aria-label={label}>
      {seats.map(({ memberId, name, kind }, nth) => {
        const { x, y } = places[nth] ?? centre;
        return (
          <g key={memberId} data-seat={kind}>
            <circle cx={x} cy={y} r={r} />
            {r > 12 && (
              <text x={x} y={y + 4}>
                {personInitials(name)}
              </text>
            )}
          </g>
        );
      })}
      <path className={styles.dais} d="M136 148a14 14 0 0 1 28 0z" />
    </svg>
  );
}

const centre = { x: 150, y: 134 };

function placesOf(seats: number) {
  const radii = seats <= 6 ? [95] : seats <= 12 ? [63, 117] : [60, 88, 116];
  const places = seatsInRows(seats, radii, centre).toSorted((one, other) => other.angle - one.angle);
  return { places, r: radii.length === 3 ? 9 : 17.5 };
}
