import { sql } from 'kysely';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { getSignInsReport, ReportPerson } from '#contract/reports.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import {
  countInBuckets,
  inPeriod,
  listPeopleOfBoard,
  matchesFilter,
  type ReportFilter,
} from '#server/features/views/reports/filter/queries.ts';

type SignInsReport = AnswerOf<typeof getSignInsReport>;

const signInsOf = (scope: BoardScope, filter: ReportFilter) => sql`
  from sign_ins seen
  where seen.board_id = ${scope.board.id}::uuid and ${inPeriod(filter, sql`seen.at`)}
    and ${matchesFilter(scope, filter, sql`seen.member_id`)}
`;

export async function signInsReport(scope: BoardScope, filter: ReportFilter): Promise<SignInsReport> {
  const { rows } = await sql<{ member_id: string; sign_ins: number; last_at: Date }>`
    select seen.member_id, count(*)::int as sign_ins, max(seen.at) as last_at
    ${signInsOf(scope, filter)}
    group by seen.member_id
  `.execute(scope.tx);
  const counted = new Map(rows.map((row) => [row.member_id, row]));
  const people = await listPeopleOfBoard(scope, filter);
  const isActive = (person: ReportPerson): boolean => person.status === 'active' && !person.is_removed;
  const active = people.filter((each) => each.matchesFilter && isActive(each.person));
  return {
    members: people
      .filter((each) => counted.has(each.person.member_id) || active.includes(each))
      .map(({ person }) => {
        const own = counted.get(person.member_id);
        return { ...person, sign_ins: own?.sign_ins ?? 0, last_at: own?.last_at.toISOString() ?? null };
      }),
    total: {
      sign_ins: rows.reduce((sum, row) => sum + row.sign_ins, 0),
      members: active.filter(({ person }) => counted.has(person.member_id)).length,
      active: active.length,
    },
    buckets: await countInBuckets(scope, filter, sql`select seen.at ${signInsOf(scope, filter)}`),
  };
}

/** Each sign-in, the latest first. */
export async function listSignIns(
  scope: BoardScope,
  filter: ReportFilter,
  max: number,
): Promise<readonly { readonly member_id: string; readonly at: Date }[]> {
  const { rows } = await sql<{ member_id: string; at: Date }>`
    select seen.member_id, seen.at ${signInsOf(scope, filter)} order by seen.at desc, seen.session_id limit ${max}
  `.execute(scope.tx);
  return rows;
}
