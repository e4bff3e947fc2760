import type { RoomLine, RoomPerson } from '#contract/room.ts';
import styles from './room.module.css';

/** More are shown by figures alone. */
const seatsMax = 40;

interface RoomPlanProps {
  readonly people: readonly RoomPerson[];
  readonly presences: NonNullable<RoomLine['presences']>;
  /** From the item that the meeting is at. */
  readonly recused: NonNullable<RoomLine['recused']>;
}

/** The room from above, a seat for each voting member. */
export function RoomPlan({ people, presences, recused }: RoomPlanProps) {
  const voters = people.filter(({ is_voter: votes }) => votes);
  if (voters.length === 0 || voters.length > seatsMax) return null;
  const modes = new Map(presences.map(({ member_id: id, mode }) => [id, mode]));
  const seats = voters.map((person) => ({
    person,
    seat: recused.includes(person.member_id) ? ('recused' as const) : seatOf(modes.get(person.member_id)),
  }));
  const count = (seat: string): number => seats.filter((each) => each.seat === seat).length;
  const places = placesOf(seats.length);
  return (
    <>
      <svg
        className={styles.plan}
        viewBox="10 -6 280 162"
        role="img"
        aria-label={`Plan of the room: ${count('in')} in person, ${count('remote')} remote, ${recused.length === 0 ? '' : `${count('recused')} recused, `}${count('out')} absent`}
      >
        {seats.map(({ person, seat }, nth) => {
          const { x, y, r } = places[nth] ?? { x: 0, y: 0, r: 0 };
          return (
            <g key={person.member_id} data-seat={seat}>
              <circle cx={x} cy={y} r={r} />
              {r > 12 && (
                <text x={x} y={y + 4}>
                  {initialsOf(person.name)}
                </text>
              )}
            </g>
          );
        })}
        <path className={styles['plan-dais']} d="M136 148a14 14 0 0 1 28 0z" />
      </svg>
      <p className={styles.legend}>
        <span>
          <span className={styles.seat} data-seat="in" />
          In person
        </span>
        <span>
          <span className={styles.seat} data-seat="remote" />
          Remote
        </span>
        {recused.length > 0 && (
          <span>
            <span className={styles.seat} data-seat="recused" />
            Recused
          </span>
        )}
        <span>
          <span className={styles.seat} data-seat="out" />
          Absent
        </span>
      </p>
    </>
  );
}

const seatOf = (mode: 'in-person' | 'remote' | undefined): 'in' | 'remote' | 'out' =>
  mode === undefined ? 'out' : mode === 'remote' ? 'remote' : 'in';

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

/** In one to three half circles, from left to right. */
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
