import { type Expression, type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { reportFilter } from '#contract/reports.ts';
import { dayAfter } from '#domain/days.ts';
import { definePage, defineRows, type PageScope, type QueryScope, type ResultOf } from '#server/db/page-statement.ts';
import { peopleMax, selectPeople } from '#server/features/members/people/queries.ts';

/** Days are in the board's time zone. `until` is exclusive, and null means no limit. */
export const filterParams = {
  from: 'text',
  until: 'text',
  group: 'uuid',
  whole_board: 'boolean',
  member: 'uuid',
} as const;

export interface SqlFilter {
  readonly from: Expression<string>;
  readonly until: Expression<string>;
  readonly group: Expression<string>;
  readonly whole_board: Expression<boolean>;
  readonly member: Expression<string>;
}

export type ReportFilter = z.output<typeof reportFilter>;

export const filterOf = ({ from, to, group, member }: ReportFilter) => ({
  from: from ?? null,
  until: to === undefined ? null : dayAfter(to),
  group: group === undefined || group === 'whole-board' ? null : group,
  whole_board: group === 'whole-board',
  member: member ?? null,
});

/** Former members are valid too, because reports include their past actions. */
export const filterFacts = definePage({ group: 'uuid', member: 'uuid' }, ({ tx, board }, { group, member }) =>
  tx.selectNoFrom([
    sql<boolean>`(${group} is null or exists (
      select from groups known where known.board_id = ${board.id} and known.id = ${group}
    ))`.as('knows_group'),
    sql<boolean>`(${member} is null or exists (
      select from members known where known.board_id = ${board.id} and known.id = ${member}
    ))`.as('knows_member'),
  ]),
);

export type FilterFacts = ResultOf<typeof filterFacts>;

const zoneOf = ({ board }: Pick<QueryScope, 'board'>): RawBuilder<string> =>
  sql<string>`(select own.time_zone from boards own where own.id = ${board.id})`;

/** Must return the same instant as `localToInstant` does for midnight. */
export const startOfDay = (day: Expression<string>, zone: Expression<string>): RawBuilder<Date> =>
  sql<Date>`gate.start_of_day(${day}::date, ${zone})`;

/** Replaces missing limits with extreme values, so that open periods also use the index. */
export const inPeriod = (
  scope: Pick<QueryScope, 'board'>,
  { from, until }: Pick<SqlFilter, 'from' | 'until'>,
  at: Expression<unknown>,
): RawBuilder<boolean> => sql<boolean>`(
  ${at} >= coalesce(${startOfDay(from, zoneOf(scope))}, '-infinity') and ${at} < coalesce(${startOfDay(until, zoneOf(scope))}, 'infinity')
)`;

const isNamed = ({ member }: Pick<SqlFilter, 'member'>, memberId: Expression<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${member} is null or ${memberId} = ${member})`;

const isInGroup = (
  { board }: Pick<QueryScope, 'board'>,
  { group }: Pick<SqlFilter, 'group'>,
  memberId: Expression<unknown>,
): RawBuilder<boolean> => sql<boolean>`(${group} is null or ${memberId} in (
  select belonging.member_id from group_members belonging where belonging.board_id = ${board.id} and belonging.group_id = ${group}
))`;

export const matchesFilter = (
  scope: Pick<QueryScope, 'board'>,
  filter: Pick<SqlFilter, 'group' | 'member'>,
  memberId: Expression<unknown>,
): RawBuilder<boolean> => sql<boolean>`(${isNamed(filter, memberId)} and ${isInGroup(scope, filter, memberId)})`;

export const reportPeople = defineRows({ group: 'uuid', member: 'uuid' }, (scope, filter) => {
  const id = sql.ref('member.id');
  return selectPeople(scope)
    .select([
      sql<Date | null>`case when member.status <> 'invited' then coalesce(
        (select max(redeemed.redeemed_at) from invitations redeemed
         where redeemed.board_id = member.board_id and redeemed.member_id = member.id),
        case when member.user_id is not null then member.created_at end
      ) end`.as('joined_at'),
      isNamed(filter, id).as('is_named'),
      isInGroup(scope, filter, id).as('is_in_group'),
    ])
    .orderBy('member.removed_at', (order) => order.nullsFirst())
    .orderBy('member.id')
    .limit(2 * peopleMax);
});

export type ReportPersonRow = ResultOf<typeof reportPeople>[number];

export interface DayCount {
  readonly day: string;
  readonly count: number;
}

/** Groups rows by quarter-hour first, because converting every row to local time is slow. */
export const selectDayCounts = (scope: PageScope, happened: RawBuilder<{ readonly at: Date }>) =>
  scope.tx
    .selectFrom(
      sql<{ readonly day: Date; readonly count: number }>`(
        select gate.local_time(quarter.at, ${zoneOf(scope)})::date as day, quarter.count
        from (
          select date_bin('15 minutes', happened.at, timestamptz '2000-01-01 00:00Z') as at, count(*) as count
          from (${happened}) happened group by 1
        ) quarter
      )`.as('each'),
    )
    .select([sql<string>`to_char(each.day, 'YYYY-MM-DD')`.as('day'), sql<number>`sum(each.count)::int`.as('count')])
    .groupBy('each.day');

export const firstInstant = definePage({}, ({ tx, board }) =>
  tx.selectNoFrom(
    sql<Date | null>`least(
      (select own.created_at from boards own where own.id = ${board.id}),
      (select min(first.starts_at) from meetings first
       where first.board_id = ${board.id} and first.deleted_at is null and first.state = 'published')
    )`.as('first_at'),
  ),
);
