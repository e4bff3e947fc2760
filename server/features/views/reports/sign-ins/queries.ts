import { sql } from 'kysely';
import { defineRows, type PageScope, type ResultOf } from '#server/db/page-statement.ts';
import {
  filterParams,
  inPeriod,
  matchesFilter,
  type SqlFilter,
  selectDayCounts,
} from '#server/features/views/reports/filter/queries.ts';

const selectSignIns = (scope: PageScope, filter: SqlFilter) =>
  scope.tx
    .selectFrom('sign_ins as seen')
    .where('seen.board_id', '=', scope.board.id)
    .where(inPeriod(scope, filter, sql.ref('seen.at')))
    .where(matchesFilter(scope, filter, sql.ref('seen.member_id')));

export const signInCounts = defineRows(filterParams, (scope, filter) =>
  selectSignIns(scope, filter)
    .select((eb) => ['seen.member_id', eb.fn.countAll<number>().as('sign_ins'), eb.fn.max('seen.at').as('last_at')])
    .groupBy('seen.member_id'),
);

export const signInDays = defineRows(filterParams, (scope, filter) =>
  selectDayCounts(scope, sql<{ readonly at: Date }>`${selectSignIns(scope, filter).select('seen.at')}`),
);

export const defineSignIns = (max: number) =>
  defineRows(filterParams, (scope, filter) =>
    selectSignIns(scope, filter)
      .select(['seen.member_id', 'seen.at'])
      .orderBy('seen.at', 'desc')
      .orderBy('seen.session_id')
      .limit(max),
  );

export type SignInCount = ResultOf<typeof signInCounts>[number];
