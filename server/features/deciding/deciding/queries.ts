import { sql } from 'kysely';
import type { StandingKind } from '#domain/deciding.ts';
import { isFound, selectRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { definePage, defineRows, type QueryScope, type ResultOf } from '#server/db/page-statement.ts';
import { notFound } from '#server/errors.ts';
import { quorumRule, selectSettings, selectVoterIds } from './bodies/queries.ts';

const bodiesMax = 201;

export const decidingPage = definePage({}, (scope) =>
  selectSettings(scope)
    .select(['revision', 'action_reminder_days'])
    .select(sql<readonly StandingKind[]>`standing_items`.as('standing_items')),
);

export type DecidingRow = NonNullable<ResultOf<typeof decidingPage>>;

const selectMemberIds = ({ board }: QueryScope) => sql`
  select m.id from members m
  where m.board_id = ${board.id}::uuid and m.status in ('active', 'invited') and (body.id = m.board_id or exists (
    select from group_members gm where gm.board_id = m.board_id and gm.member_id = m.id and gm.group_id = body.id
  ))
`;

const selectBodies = (scope: QueryScope) =>
  scope.tx
    .selectFrom('bodies as body')
    .select(['body.id', 'body.group_id', 'body.name', 'body.seats', 'body.quorum_at_least as at_least'])
    .select(['body.chair_id', 'body.secretary_id'])
    .select(quorumRule.as('rule'))
    .select(sql<readonly string[]>`array(${selectMemberIds(scope)})`.as('member_ids'))
    .select(
      sql<readonly string[]>`array(${selectMemberIds(scope)} and not exists (
        select from non_voters n where n.board_id = m.board_id and n.body_id = body.id and n.member_id = m.id
      ))`.as('voter_ids'),
    )
    .select(sql<number>`cardinality(array(${selectVoterIds(scope, sql.ref('body.id'))}))`.as('in_office'))
    .where('body.board_id', '=', scope.board.id);

/** Does not check visibility; the caller must use `canSeeGroup`. */
export const decidingBodies = defineRows({}, (scope) =>
  selectBodies(scope)
    .where(sql<boolean>`(body.group_id is not null or body.id = body.board_id)`)
    .orderBy(sql`body.group_id is not null, lower(body.name), body.id`)
    .limit(bodiesMax),
);

const decidingBody = definePage({ id: 'uuid' }, (scope, { id }) => selectBodies(scope).where('body.id', '=', id));

export type BodyRow = ResultOf<typeof decidingBodies>[number];

export async function readDeciding({ tx, now }: Pick<BoardScope, 'tx' | 'now'>): Promise<DecidingRow> {
  const row = await decidingPage.run(tx, {}, now);
  if (row === null) throw new Error('The current board has no settings for deciding.');
  return row;
}

/** Locks the member's row, so that the member cannot leave the board before the transaction ends. */
export async function isOnBoard(scope: Pick<BoardScope, 'tx' | 'board'>, memberId: string): Promise<boolean> {
  return isFound(
    selectRows(scope, 'members', { id: memberId, removed_at: null })
      .select('id')
      .where('status', 'in', ['active', 'invited'])
      .forShare(),
  );
}

export async function loadBody(
  { tx, now, board }: Pick<BoardScope, 'tx' | 'now' | 'board'>,
  id: string,
): Promise<BodyRow> {
  const row = await decidingBody.run(tx, { id }, now);
  if (row === null || (row.group_id === null && row.id !== board.id)) throw notFound();
  return row;
}
