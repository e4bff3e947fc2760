import { clockOf } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { type BoardScope, withBoardScope } from '#server/db/board-scope.ts';
import { listAgendaItems } from '#server/features/homes/meetings/meeting/queries.ts';

export interface SeededMember {
  readonly userId: string;
  readonly memberId: string;
}

export interface Stage {
  readonly context: Context;
  readonly boardId: string;
  readonly timeZone: string;
  /** All dates of the demonstration are relative to this time. */
  readonly today: Date;
  /** Keyed by first name in lower case. */
  readonly people: Map<string, SeededMember>;
  readonly meetings: Map<string, string>;
  readonly documents: Map<string, string>;
}

export interface Act {
  readonly by: string;
  readonly at: Date;
}

export const memberOf = (stage: Stage, name: string): SeededMember => named(stage.people, name);

export const meetingOf = (stage: Stage, key: string): string => named(stage.meetings, key);

export const documentOf = (stage: Stage, title: string): string => named(stage.documents, title);

function named<T>(all: ReadonlyMap<string, T>, name: string): T {
  const found = all.get(name);
  if (found === undefined) throw new Error(`The demonstration has no ‘${name}’ at this point.`);
  return found;
}

/** Finds an agenda item by its title or its zero-based index. */
export async function itemOf(scope: BoardScope, meetingId: string, item: string | number): Promise<string> {
  const items = await listAgendaItems(scope, meetingId, 'everybody');
  const found = typeof item === 'number' ? items[item] : items.find(({ title }) => title === item);
  if (!found) throw new Error(`A meeting of the demonstration has no item ${item}.`);
  return found.id;
}

export function withClockAt(context: Context, at: Date): Context {
  return { ...context, clock: clockOf(() => at) };
}

export function asMember<T>(stage: Stage, { by, at }: Act, work: (scope: BoardScope) => Promise<T>): Promise<T> {
  const { userId } = memberOf(stage, by);
  return withBoardScope(withClockAt(stage.context, at), { boardId: stage.boardId, userId }, work);
}
