/** Within it, returning is the same visit: new documents stay highlighted. */
export const visitLastsMs = 30 * 60_000;
/** A visit is written at most this often. */
export const visitPauseMs = 60_000;

/** What is kept of somebody's visits. */
export interface Visits {
  readonly last_visited_at: Date | null;
  readonly previous_visited_at: Date | null;
}

/** When somebody who comes back now was here before. */
export function visitBefore(kept: Visits | null, now: Date): Date | null {
  const last = kept?.last_visited_at ?? null;
  if (kept === null || last === null) return null;
  return now.getTime() - last.getTime() < visitLastsMs ? kept.previous_visited_at : last;
}

/** What is kept from now on; null when the visit was written just before. */
export function visited(kept: Visits | null, now: Date): Visits | null {
  const last = kept?.last_visited_at ?? null;
  if (last !== null && now.getTime() - last.getTime() < visitPauseMs) return null;
  return { last_visited_at: now, previous_visited_at: visitBefore(kept, now) };
}
