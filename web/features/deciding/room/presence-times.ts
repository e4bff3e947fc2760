import type { Presence } from '#contract/room.ts';
import { isoDate } from '#domain/dates.ts';
import { instantToLocal, type LocalTime, zonedText } from '#domain/local-time.ts';
import { adjournedAfterMs } from '#domain/room.ts';

interface HeldTimes {
  readonly opensAt: string;
  readonly endsAt: string;
  readonly presences: readonly Pick<Presence, 'arrived_at' | 'left_at'>[];
  readonly isOver: boolean;
  readonly now: Date;
}

export interface PresenceDays {
  readonly first: string;
  readonly last: string;
}

export function presenceDays(held: HeldTimes, timeZone: string): PresenceDays {
  const { opensAt, endsAt, presences, isOver, now } = held;
  const adjournedAt = new Date(Date.parse(endsAt) + adjournedAfterMs);
  const goesOnUntil = isOver ? [] : [now < adjournedAt ? now : adjournedAt];
  const instants = [
    opensAt,
    endsAt,
    ...goesOnUntil,
    ...presences.flatMap(({ arrived_at: from, left_at: until }) => [from, until ?? from]),
  ];
  const days = instants.map((at) => isoDate(at, timeZone)).toSorted();
  return { first: days[0] ?? '', last: days.at(-1) ?? '' };
}

export function presenceText(presence: Presence, textOf: (at: string) => string): string {
  const { mode, arrived_at: from, left_at: until } = presence;
  return `${textOf(from)} – ${until === null ? 'now' : textOf(until)}, ${mode === 'remote' ? 'remote' : 'in person'}`;
}

/** Returns `was` if the entered time is unchanged, because the field omits the seconds. */
export function enteredInstant(entered: LocalTime, was: string | null, timeZone: string): string {
  if (was !== null) {
    const { date, time } = instantToLocal(was, timeZone);
    if (date === entered.date && time === entered.time) return was;
  }
  return zonedText(entered, timeZone);
}
