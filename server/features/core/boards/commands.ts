import { sql } from 'kysely';
import pg from 'pg';
import type { z } from 'zod';
import type { saveBoardSetup } from '#contract/boards.ts';
import { boardMessages, shortnameMessages } from '#domain/messages/boards.ts';
import { normaliseShortname, shortnameError } from '#domain/shortname.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { invalid, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { publishLive } from '#server/features/core/events/commands.ts';
import { readSetup } from './queries.ts';
import { keepTimeZone } from './time-zones/commands.ts';

type Body = z.output<NonNullable<typeof saveBoardSetup.body>>;

export async function saveSetup(scope: BoardScope, { revision, ...changes }: Body): Promise<void> {
  const wanted = await checked(scope, changes);
  const names = Object.keys(wanted);
  if (names.length === 0) return;
  const before = await readSetup(scope);
  await withShortnameTaken(async () => {
    const saved = await scope.tx
      .updateTable('boards')
      .set({ ...wanted, revision: sql<number>`revision + 1` })
      .where('id', '=', scope.board.id)
      .where('revision', '=', revision)
      .returning('id')
      .executeTakeFirst();
    if (!saved) throw refused(boardMessages.changedMeanwhile);
  });
  await audit(
    scope,
    'board.updated',
    { kind: 'board', id: scope.board.id },
    {
      fields: names.join(' '),
      ...(wanted.shortname === undefined ? {} : { shortname_before: before.shortname }),
    },
  );
  await publishLive(scope, { noun: 'board', id: null });
}

async function checked({ tx }: BoardScope, changes: Omit<Body, 'revision'>): Promise<Omit<Body, 'revision'>> {
  const { shortname, time_zone: timeZone, reminder_minutes: reminders } = changes;
  return {
    ...changes,
    ...(timeZone === undefined ? {} : { time_zone: await keepTimeZone(tx, timeZone) }),
    ...(shortname === undefined ? {} : { shortname: checkedShortname(shortname) }),
    ...(reminders === undefined ? {} : { reminder_minutes: reminders.toSorted((a, b) => b - a) }),
  };
}

export function checkedShortname(typed: string): string {
  const problem = shortnameError(typed);
  if (problem !== null) throw invalid({ shortname: problem });
  return normaliseShortname(typed);
}

export async function withShortnameTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === 'boards_shortname_key') {
      throw invalid({ shortname: shortnameMessages.taken });
    }
    throw error;
  }
}
