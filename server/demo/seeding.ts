import { dayAfter, instantToLocal, localToInstant } from '#domain/local-time.ts';
import type { Context } from '#server/context.ts';
import { type BoardScope, withBoardScope } from '#server/db/board-scope.ts';

const dayMs = 86_400_000;

/** The instant of a wall-clock time on the board's calendar, `days` from today; `days` may be negative. */
export function boardTime(
  today: Date,
  given: { readonly days: number; readonly time: string; readonly timeZone: string },
): Date {
  const { date } = instantToLocal(today, given.timeZone);
  return localToInstant({ date: dayAfter(date, given.days), time: given.time }, given.timeZone);
}

/** The same, moved on to Monday when it would fall on a weekend: boards meet in the week. */
export function workday(
  today: Date,
  given: { readonly days: number; readonly time: string; readonly timeZone: string },
): Date {
  const { date } = instantToLocal(today, given.timeZone);
  const weekday = new Date(dayAfter(date, given.days)).getUTCDay();
  const moved = weekday === 6 ? 2 : weekday === 0 ? 1 : 0;
  return boardTime(today, { ...given, days: given.days + moved });
}

export function daysBefore(at: Date, days: number): Date {
  return new Date(at.getTime() - days * dayMs);
}

/** 'November' */
export function monthName(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { month: 'long', timeZone }).format(at);
}

/** 'October 15, 2026' */
export function dayName(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(at);
}

/** A board while it is filled: whose hands do it, and at which time. */
export interface Seeding {
  readonly context: Context;
  readonly boardId: string;
  readonly timeZone: string;
  /** When the demonstration was made; all its dates are counted from here. */
  readonly today: Date;
}

export interface SeededMember {
  readonly userId: string;
  readonly memberId: string;
}

/** The same context in another time: what is done with it was done then. */
export function atTime(context: Context, at: Date): Context {
  return { ...context, clock: { now: () => at } };
}

/** Does something as a member, at a time, in a transaction of its own. */
export function asMember<T>(
  seeding: Seeding,
  who: { readonly userId: string; readonly at: Date },
  work: (scope: BoardScope) => Promise<T>,
): Promise<T> {
  return withBoardScope(atTime(seeding.context, who.at), { boardId: seeding.boardId, userId: who.userId }, work);
}
