import type { ReportBuckets, ReportPerson } from '#contract/reports.ts';
import { isoDate, yearIn } from '#domain/dates.ts';
import { dayAfter } from '#domain/days.ts';
import { knownName, sortPeople } from '#domain/identity.ts';
import { localToInstant } from '#domain/local-time.ts';
import { bucketOf, bucketsOf, unitOf } from '#domain/reports.ts';
import { type Reader, todayOf } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import type { DayCount, FilterFacts, ReportFilter, ReportPersonRow } from './queries.ts';

export function refuseUnknown(facts: FilterFacts): void {
  if (!facts?.knows_group || !facts.knows_member) throw notFound();
}

/** `until` is exclusive, and null means no limit. */
export interface Period {
  readonly from: Date | null;
  readonly until: Date | null;
}

export const periodOf = (
  { board }: Pick<Reader, 'board'>,
  { from, to }: Pick<ReportFilter, 'from' | 'to'>,
): Period => ({
  from: from === undefined ? null : startOf(from, board.timeZone),
  until: to === undefined ? null : startOf(dayAfter(to), board.timeZone),
});

const startOf = (day: string, timeZone: string): Date => localToInstant({ date: day, time: '00:00' }, timeZone);

export function yearsSince({ board, now }: Pick<Reader, 'board' | 'now'>, first: Date): number[] {
  const thisYear = yearIn(now, board.timeZone);
  const years = thisYear - Math.min(yearIn(first, board.timeZone), thisYear) + 1;
  return Array.from({ length: years }, (_, nth) => thisYear - nth);
}

export interface PersonOfBoard {
  readonly person: ReportPerson;
  readonly joinedAt: Date | null;
  readonly removedAt: Date | null;
  readonly isNamed: boolean;
  readonly matchesFilter: boolean;
}

export const presentPeople = (rows: readonly ReportPersonRow[]): readonly PersonOfBoard[] =>
  sortPeople(rows).map((row) => ({
    person: {
      member_id: row.id,
      slug: row.slug,
      name: knownName(row),
      status: row.status,
      is_removed: row.removed_at !== null,
    },
    joinedAt: row.joined_at,
    removedAt: row.removed_at,
    isNamed: row.is_named,
    matchesFilter: row.is_named && row.is_in_group,
  }));

export function presentBuckets(
  reader: Pick<Reader, 'board' | 'now'>,
  { from, until }: Period,
  days: readonly DayCount[],
): ReportBuckets {
  const { timeZone } = reader.board;
  const today = todayOf(reader);
  const first = from === null ? days.map(({ day }) => day).toSorted()[0] : isoDate(from, timeZone);
  const last = until === null ? today : dayAfter(isoDate(until, timeZone), -1);
  const [end] = [last, today].toSorted();
  if (first === undefined || end === undefined || first > end) return { unit: 'month', counts: [] };
  const unit = unitOf(first, end);
  const counts = new Map<string, number>();
  for (const { day, count } of days) {
    const start = bucketOf(day, unit);
    counts.set(start, (counts.get(start) ?? 0) + count);
  }
  return { unit, counts: bucketsOf(first, end, unit).map((start) => ({ start, count: counts.get(start) ?? 0 })) };
}
