import { type RawBuilder, sql } from 'kysely';
import type { BallotsShownTo, Majority, MajorityOf, QuorumRule, RecusedCounts, VoteWay } from '#domain/deciding.ts';
import type { QueryScope, SqlValue } from '#server/db/page-statement.ts';

export const selectSettings = ({ tx, board }: QueryScope) =>
  tx
    .selectFrom('deciding_settings')
    .select(['remote_counts', 'confirmed_at', 'casting_vote', 'secret_votes', 'seconder', 'suggestions'])
    .select(sql<'self' | 'secretary'>`check_in`.as('check_in'))
    .select(sql<RecusedCounts>`recused_counts`.as('recused_counts'))
    .select(sql<Majority>`majority`.as('majority'))
    .select(sql<MajorityOf>`majority_of`.as('majority_of'))
    .select(sql<VoteWay>`vote_way`.as('vote_way'))
    .select(sql<BallotsShownTo>`ballots_shown_to`.as('ballots_shown_to'))
    .where('board_id', '=', board.id);

/** Of a row of `bodies`, which checks that a kind has its columns. */
export const quorumRule = sql<QuorumRule>`case quorum
  when 'fraction' then jsonb_build_object('kind', quorum, 'numerator', quorum_numerator, 'denominator', quorum_denominator)
  when 'number' then jsonb_build_object('kind', quorum, 'number', quorum_number)
  else jsonb_build_object('kind', quorum)
end`;

export const selectBody = ({ tx, board }: QueryScope, id: SqlValue<string | null>) =>
  tx
    .selectFrom('bodies')
    .select(['id', 'name', 'seats', 'chair_id', 'secretary_id', 'quorum_at_least as at_least'])
    .select(quorumRule.as('rule'))
    .where('board_id', '=', board.id)
    .where('id', '=', id);

/** Active and pending members of the body, but those who do not vote. */
export const selectVoterIds = ({ board }: QueryScope, bodyId: RawBuilder<string | null>): RawBuilder<unknown> => sql`
  select m.id from members m, (select ${bodyId} as id) body
  where m.board_id = ${board.id}::uuid and m.status in ('active', 'invited') and m.removed_at is null
    and (body.id = m.board_id or exists (
      select from group_members gm where gm.board_id = m.board_id and gm.member_id = m.id and gm.group_id = body.id
    ))
    and not exists (
      select from non_voters n where n.board_id = m.board_id and n.body_id = body.id and n.member_id = m.id
    )
`;
