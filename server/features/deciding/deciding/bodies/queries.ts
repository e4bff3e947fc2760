import { type RawBuilder, sql } from 'kysely';
import type {
  BallotsShownTo,
  Majority,
  MajorityOf,
  MinutesApproval,
  MinutesNames,
  MinutesSignedBy,
  QuorumRule,
  RecusedCounts,
  VoteWay,
  WrittenNeeds,
} from '#domain/deciding.ts';
import { selectRows } from '#server/db/board-rows.ts';
import {
  definePage,
  defineRows,
  type PageScope,
  type QueryScope,
  type ResultOf,
  type SqlValue,
} from '#server/db/page-statement.ts';
import { actorOf, type MemberIds } from '#server/features/members/audience/queries.ts';
import { administersBody, isOfBody } from './visibility.ts';

const bodiesMax = 500;

export const selectSettings = (scope: QueryScope) =>
  selectRows(scope, 'deciding_settings')
    .select(['remote_counts', 'confirmed_at', 'casting_vote', 'secret_votes', 'seconder', 'suggestions', 'withholding'])
    .select(sql<'self' | 'secretary'>`check_in`.as('check_in'))
    .select(sql<RecusedCounts>`recused_counts`.as('recused_counts'))
    .select(sql<Majority>`majority`.as('majority'))
    .select(sql<MajorityOf>`majority_of`.as('majority_of'))
    .select(sql<VoteWay>`vote_way`.as('vote_way'))
    .select(sql<BallotsShownTo>`ballots_shown_to`.as('ballots_shown_to'))
    .select(sql<MinutesNames>`minutes_names`.as('minutes_names'))
    .select(sql<MinutesSignedBy>`minutes_signed_by`.as('minutes_signed_by'))
    .select(['comment_days', sql<MinutesApproval>`minutes_approval`.as('minutes_approval')])
    .select(['interests_months', 'written_confirmed', 'new_members_vote'])
    .select(['written_objection', 'written_hours', sql<WrittenNeeds>`written_needs`.as('written_needs')]);

export const quorumRule = sql<QuorumRule>`case quorum
  when 'fraction' then jsonb_build_object('kind', quorum, 'numerator', quorum_numerator, 'denominator', quorum_denominator)
  when 'number' then jsonb_build_object('kind', quorum, 'number', quorum_number)
  else jsonb_build_object('kind', quorum)
end`;

export const selectBody = (scope: QueryScope, id: SqlValue<string | null>) =>
  selectRows(scope, 'bodies')
    .where('id', '=', id)
    .select(['id', 'name', 'seats', 'chair_id', 'secretary_id', 'quorum_at_least as at_least'])
    .select(quorumRule.as('rule'));

/** The name of the member whose id is in the given column. */
export const nameIn = (table: string, column: string) => sql<string | null>`(
  select known_name(m) from members m
  where m.board_id = ${sql.ref(`${table}.board_id`)} and m.id = ${sql.ref(`${table}.${column}`)}
)`;

export const isNoLongerActive = sql<boolean>`(member.status = 'inactive' or exists (
  select from users account where account.id = member.user_id and account.disabled_at is not null
))`;

export const selectVoterIds = ({ board }: QueryScope, bodyId: RawBuilder<string | null>): RawBuilder<unknown> => sql`
  select m.id from members m, (select ${bodyId} as id) body
  where m.board_id = ${board.id}::uuid and m.status = 'active'
    and (body.id = m.board_id or exists (
      select from group_members gm where gm.board_id = m.board_id and gm.member_id = m.id and gm.group_id = body.id
    ))
    and not exists (
      select from non_voters n where n.board_id = m.board_id and n.body_id = body.id and n.member_id = m.id
    )
`;

const selectBodies = (scope: QueryScope & MemberIds, isBoardAdmin: PageScope['isBoardAdmin'] | boolean) => {
  const me = actorOf(scope);
  return scope.tx
    .selectFrom('bodies as body')
    .select(['body.id', 'body.name', 'body.chair_id', 'body.secretary_id'])
    .select(administersBody(me.id, sql.ref('body.id')).as('administers'))
    .where('body.board_id', '=', scope.board.id)
    .where((eb) => eb.or([eb('body.id', '=', scope.board.id), eb('body.group_id', 'is not', null)]))
    .where(
      sql<boolean>`(
        ${isBoardAdmin}::boolean or ${isOfBody(me.id, sql.ref('body.id'))} or ${me.id} in (body.chair_id, body.secretary_id)
      )`,
    );
};

export const bodiesOfReader = defineRows({}, (scope) =>
  selectBodies(scope, scope.isBoardAdmin)
    .orderBy(sql`body.group_id is not null, lower(body.name), body.id`)
    .limit(bodiesMax),
);
export const bodyOfReader = definePage({ id: 'uuid' }, (scope, { id }) =>
  selectBodies(scope, scope.isBoardAdmin).where('body.id', '=', id),
);
export type BodyOfReader = ResultOf<typeof bodiesOfReader>[number];
