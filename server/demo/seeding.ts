import type { Context } from '#server/context.ts';
import { type BoardScope, withBoardScope } from '#server/db/board-scope.ts';

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
