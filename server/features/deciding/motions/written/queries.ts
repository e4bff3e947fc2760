import { sql } from 'kysely';
import type { BoardJobScope } from '#server/db/board-scope.ts';
import { isOfBody } from '#server/features/deciding/deciding/bodies/visibility.ts';
import type { DueItem } from '#server/jobs/each-due.ts';
import type { KeptPapers } from './resolution/queries.ts';

const dueAtOnceMax = 500;

export const writtenDue = () => sql<DueItem>`select board_id, id from gate.written_resolutions_due(${dueAtOnceMax})`;

export async function findWrittenMail(
  { tx, board }: Pick<BoardJobScope, 'tx' | 'board'>,
  { memberId, id }: { readonly memberId: string; readonly id: string },
) {
  const row = await tx
    .selectFrom('members as member')
    .innerJoin('users as account', 'account.id', 'member.user_id')
    .innerJoin('written_resolutions as written', 'written.board_id', 'member.board_id')
    .leftJoin('resolution_numbers as numbered', (join) =>
      join.onRef('numbered.board_id', '=', 'written.board_id').onRef('numbered.written_id', '=', 'written.id'),
    )
    .innerJoin('bodies as body', (join) =>
      join.onRef('body.board_id', '=', 'written.board_id').onRef('body.id', '=', 'written.body_id'),
    )
    .leftJoin('written_voters as voter', (join) =>
      join
        .onRef('voter.board_id', '=', 'written.board_id')
        .onRef('voter.resolution_id', '=', 'written.id')
        .onRef('voter.round', '=', 'written.round')
        .onRef('voter.member_id', '=', 'member.id'),
    )
    .select(['account.email', 'account.first_name', 'account.last_name'])
    .select(sql<boolean>`voter.is_recused is false`.as('may_vote'))
    .select(sql<boolean>`voter.is_recused is true`.as('is_recused'))
    .select(
      sql<boolean>`exists (
        select from written_ballots own
        where own.board_id = written.board_id and own.resolution_id = written.id and own.round = written.round
          and own.member_id = member.id
      )`.as('has_answered'),
    )
    .where(
      sql<boolean>`(${isOfBody(sql.ref('member.id'), sql.ref('body.id'))} or member.id in (body.chair_id, body.secretary_id))`,
    )
    .select(['written.id', 'written.title', 'written.text', 'written.state', 'written.round', 'written.ends_at'])
    .select(['written.reason', 'written.may_object', 'numbered.number'])
    .select(sql<KeptPapers>`written.papers`.as('papers'))
    .where('member.board_id', '=', board.id)
    .where('member.id', '=', memberId)
    .where('written.id', '=', id)
    .where('member.status', '=', 'active')
    .where('account.disabled_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}
