import { type Expression, type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { ReportBuckets, ReportPerson, reportFilter } from '#contract/reports.ts';
import { isoDate, yearIn } from '#domain/dates.ts';
import { sortPeople } from '#domain/identity.ts';
import { dayAfter, localToInstant } from '#domain/local-time.ts';
import { bucketsOf, unitOf } from '#domain/reports.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { loadGroup } from '#server/features/members/groups/queries.ts';
import { peopleMax, selectPeople } from '#server/features/members/people/queries.ts';

/**
 * Counts per week, month or year of the period, in the board's time zone. `happened` is a query of the column `at`, within the
 * period. An open period begins with its first row and ends today.
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

export interface ReportFilter {
  /** `until` is exclusive. Null: unlimited. */
  readonly from: Date | null;
  readonly until: Date | null;
  /** A group's id. */
  readonly group: string | 'whole-board' | null;
  readonly memberId: string | null;
}

type Asked = z.output<typeof reportFilter>;

/** Throws `not-found` for an unknown group or member. */
export async function readFilter(scope: BoardScope, asked: Asked): Promise<ReportFilter> {
  const { from, to, group, member } = asked;
  if (group !== undefined && group !== 'whole-board') await loadGroup(scope, group);
  if (member !== undefined) await knowMember(scope, member);
  const { timeZone } = scope.board;
  return {
    from: from === undefined ? null : startOf(from, timeZone),
    until: to === undefined ? null : startOf(dayAfter(to), timeZone),
    group: group ?? null,
    memberId: member ?? null,
  };
}

const startOf = (day: string, timeZone: string): Date => localToInstant({ date: day, time: '00:00' }, timeZone);

/** Former members too: their names stay on what they did. */
async function knowMember({ tx, board }: BoardScope, memberId: string): Promise<void> {
  const row = await tx
    .selectFrom('members')
    .select('id')
    .where('board_id', '=', board.id)
    .where('id', '=', memberId)
    .executeTakeFirst();
  if (!row) throw notFound();
}

type Ref = Expression<unknown> | RawBuilder<unknown>;

export function inPeriod({ from, until }: Pick<ReportFilter, 'from' | 'until'>, at: Ref): RawBuilder<boolean> {
  return sql<boolean>`(${from === null ? sql`true` : sql`${at} >= ${from}`} and
    ${until === null ? sql`true` : sql`${at} < ${until}`})`;
}

/** The named member, or the current members of the group. */
export function matchesFilter(
  { board }: Pick<BoardScope, 'board'>,
  filter: ReportFilter,
  memberId: Ref,
): RawBuilder<boolean> {
  const isMember = filter.memberId === null ? sql`true` : sql`${memberId} = ${filter.memberId}::uuid`;
  if (filter.group === null || filter.group === 'whole-board') return sql<boolean>`${isMember}`;
  return sql<boolean>`(${isMember} and ${memberId} in (
    select belonging.member_id from group_members belonging
    where belonging.board_id = ${board.id}::uuid and belonging.group_id = ${filter.group}::uuid
  ))`;
}

export const todayOf = ({ board, now }: Pick<BoardScope, 'board' | 'now'>): string => isoDate(now, board.timeZone);

export interface PersonOfBoard {
  readonly person: ReportPerson;
  /** When the latest invitation was redeemed; for who never had one, when they were made. Null: has not joined. */
  readonly joinedAt: Date | null;
  readonly removedAt: Date | null;
  readonly matchesFilter: boolean;
}

/** Present and former members, by name. */
export async function listPeopleOfBoard(scope: BoardScope, filter: ReportFilter): Promise<readonly PersonOfBoard[]> {
  const rows = await selectPeople(scope)
    .select([
      sql<Date | null>`case when member.status <> 'invited' then coalesce(
        (select max(redeemed.redeemed_at) from invitations redeemed
         where redeemed.board_id = member.board_id and redeemed.member_id = member.id),
        case when member.user_id is not null then member.created_at end
      ) end`.as('joined_at'),
      matchesFilter(scope, filter, sql.ref('member.id')).as('matches_filter'),
    ])
    .orderBy('member.removed_at', (order) => order.nullsFirst())
    .orderBy('member.id')
    .limit(2 * peopleMax)
    .execute();
  return sortPeople(rows).map((row) => ({
    person: {
      ...{ member_id: row.id, slug: row.slug, name: `${row.first_name} ${row.last_name}` },
      ...{ status: row.status, is_removed: row.removed_at !== null },
    },
    joinedAt: row.joined_at,
    removedAt: row.removed_at,
    matchesFilter: row.matches_filter,
  }));
}

/** The year in which the board was created, or of an earlier meeting. */
export async function firstYear({ tx, board, now }: BoardScope): Promise<number> {
  const { rows } = await sql<{ first: Date | null }>`
    select least(
      (select created_at from boards where id = ${board.id}::uuid),
      (select min(starts_at) from meetings
       where board_id = ${board.id}::uuid and deleted_at is null and state = 'published')
    ) as first
  `.execute(tx);
  const first = rows[0]?.first ?? now;
  return Math.min(yearIn(first, board.timeZone), yearIn(now, board.timeZone));
}
