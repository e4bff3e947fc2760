import { sql } from 'kysely';
import pg from 'pg';
import type { z } from 'zod';
import type { saveBoardSetup } from '#contract/boards.ts';
import { clockChanges, offsetAt } from '#domain/clock-changes.ts';
import { boardMessages, setupMessages, shortnameMessages } from '#domain/messages/boards.ts';
import { normaliseShortname, shortnameError } from '#domain/shortname.ts';
import { storedZone } from '#domain/time-zone-names.ts';
import { isTimeZone } from '#domain/time-zones.ts';
import type { Context } from '#server/context.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { BoardTransaction } from '#server/db/database.ts';
import { invalid, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { publishLive } from '#server/features/core/events/commands.ts';
import { readSetup } from './queries.ts';

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

/** The years for which clock changes are stored. For later years, SQL uses the last offset. */
const years = { begins: Date.UTC(1970, 0), ends: Date.UTC(2100, 0) };
const source = process.versions.tz ?? process.version;

export async function keepTimeZone(tx: BoardTransaction, typed: string): Promise<string> {
  const zone = storedZone(typed);
  if (zone === null) throw invalid({ time_zone: setupMessages.timeZoneUnknown });
  await keepRules(tx, zone);
  return zone;
}

async function keepRules(tx: BoardTransaction | Context['db'], zone: string): Promise<void> {
  const changes = clockChanges(zone, years);
  const since = ['-infinity', ...changes.map(({ at }) => new Date(at).toISOString())];
  const offsets = [offsetAt(zone, years.begins), ...changes.map(({ after }) => after)];
  await sql`
    select gate.keep_zone_rules(${zone}, ${source}, ${since}::timestamptz[], ${offsets.map((ms) => Math.round(ms / 1_000))}::int[])
  `.execute(tx);
}

/** Replaces clock changes that were computed with another version of the time zone data. */
export async function refreshTimeZones({ db, log }: Pick<Context, 'db' | 'log'>): Promise<void> {
  const { rows } = await sql<{ name: string; source: string | null; shortnames: readonly string[] }>`
    select name, source, shortnames from gate.zones_of_boards()
  `.execute(db);
  for (const { name, source: keptSource, shortnames } of rows) {
    if (!isTimeZone(name)) {
      log.warn({ boards: shortnames, timeZone: name }, 'unknown time zone: these boards use UTC until it is set again');
    } else if (keptSource !== source) await keepRules(db, name);
  }
}
