/** Milliseconds. A user who returns sooner continues the same visit. */
export const visitLastsMs = 30 * 60_000;
export const visitPauseMs = 60_000;

export interface Visits {
  readonly last_visited_at: Date | null;
  readonly previous_visited_at: Date | null;
}

export function visitBefore(kept: Visits | null, now: Date): Date | null {
  const last = kept?.last_visited_at ?? null;
  if (kept === null || last === null) return null;
  return now.getTime() - last.getTime() < visitLastsMs ? kept.previous_visited_at : last;
}

export function isVisitDue(kept: Visits | null, now: Date): boolean {
  const last = kept?.last_visited_at ?? null;
  return last === null || now.getTime() - last.getTime() >= visitPauseMs;
}
