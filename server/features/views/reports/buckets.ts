import { type RawBuilder, sql } from 'kysely';
import type { ReportBuckets } from '#contract/reports.ts';
import { isoDate } from '#domain/dates.ts';
import { dayAfter } from '#domain/local-time.ts';
import { bucketsOf, unitOf } from '#domain/report-period.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { type ReportFilter, todayOf } from './filter.ts';

/**
 * How much happened in each week, month or year of the period, in the board's time zone. `happened` is a query with the one
 * column `at`, of the period already. A period without an end begins with the first of it and ends today.
 */
export async function countInBuckets(
  scope: BoardScope,
  filter: Pick<ReportFilter, 'from' | 'until'>,
  happened: RawBuilder<unknown>,
): Promise<ReportBuckets> {
  const { timeZone } = scope.board;
  const from = filter.from ?? (await firstOf(scope, happened));
  const today = todayOf(scope);
  if (from === null) return { unit: 'month', counts: [] };
  const first = isoDate(from, timeZone);
  const last = filter.until === null ? today : dayAfter(isoDate(filter.until, timeZone), -1);
  const [until] = [last, today].toSorted();
  if (until === undefined || first > until) return { unit: 'month', counts: [] };
  const unit = unitOf(first, until);
  const { rows } = await sql<{ start: string; count: number }>`
    select to_char(date_trunc(${unit}, happened.at at time zone ${timeZone}), 'YYYY-MM-DD') as start, count(*)::int as count
    from (${happened}) happened
    group by 1
  `.execute(scope.tx);
  const counts = new Map(rows.map((row) => [row.start, row.count]));
  return { unit, counts: bucketsOf(first, until, unit).map((start) => ({ start, count: counts.get(start) ?? 0 })) };
}

async function firstOf({ tx }: BoardScope, happened: RawBuilder<unknown>): Promise<Date | null> {
  const { rows } = await sql<{
    first: Date | null;
  }>`select min(happened.at) as first from (${happened}) happened`.execute(tx);
  return rows[0]?.first ?? null;
}
