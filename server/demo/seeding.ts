import { dayAfter } from '#domain/days.ts';
import { instantToLocal, localToInstant } from '#domain/local-time.ts';
import { clockOf } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { type BoardScope, withBoardScope } from '#server/db/board-scope.ts';

const dayMs = 86_400_000;

export function boardTime(
  today: Date,
  given: { readonly days: number; readonly time: string; readonly timeZone: string },
): Date {
  const { date } = instantToLocal(today, given.timeZone);
  return localToInstant({ date: dayAfter(date, given.days), time: given.time }, given.timeZone);
}

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

export function monthName(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { month: 'long', timeZone }).format(at);
}

export function dayName(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(at);
}

export interface Seeding {
  readonly context: Context;
  readonly boardId: string;
  readonly timeZone: string;
  readonly today: Date;
}

export interface SeededMember {
  readonly userId: string;
  readonly memberId: string;
}

export function atTime(context: Context, at: Date): Context {
  return { ...context, clock: clockOf(() => at) };
}

export function asMember<T>(
  seeding: Seeding,
  who: { readonly userId: string; readonly at: Date },
  work: (scope: BoardScope) => Promise<T>,
): Promise<T> {
  return withBoardScope(atTime(seeding.context, who.at), { boardId: seeding.boardId, userId: who.userId }, work);
}
