import type { Presence, RoomPerson } from '#contract/room.ts';
import { plannedSeatsMax, SeatPlan } from '#web/ui/meeting/seat-plan.tsx';
import styles from './room.module.css';

interface RoomPlanProps {
  readonly people: readonly RoomPerson[];
  readonly presences: readonly Pick<Presence, 'member_id' | 'mode'>[];
  readonly recused: readonly string[];
}

export function RoomPlan({ people, presences, recused }: RoomPlanProps) {
  const voters = people.filter(({ is_voter: votes }) => votes);
  if (voters.length === 0 || voters.length > plannedSeatsMax) return null;
  const modes = new Map(presences.map(({ member_id: id, mode }) => [id, mode]));
  const seats = voters.map(({ member_id: memberId, name }) => ({
    memberId,
    name,
    kind: recused.includes(memberId) ? ('recused' as const) : seatOf(modes.get(memberId)),
  }));
  const count = (kind: string): number => seats.filter((each) => each.kind === kind).length;
  return (
    <>
      <SeatPlan
        seats={seats}
        label={`Seating plan: ${count('in')} in person, ${count('remote')} remote, ${recused.length === 0 ? '' : `${count('recused')} recused, `}${count('out')} absent`}
      />
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
