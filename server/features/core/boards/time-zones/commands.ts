import { sql } from 'kysely';
import { clockChanges, offsetAt } from '#domain/clock-changes.ts';
import { setupMessages } from '#domain/messages/boards.ts';
import { storedZone } from '#domain/time-zone-names.ts';
import { isTimeZone } from '#domain/time-zones.ts';
import type { Context } from '#server/context.ts';
import type { BoardTransaction } from '#server/db/database.ts';
import { invalid } from '#server/errors.ts';

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
