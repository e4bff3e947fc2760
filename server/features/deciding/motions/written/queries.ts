import { sql } from 'kysely';
import { sameBoard } from '#server/db/board-rows.ts';
import type { BoardJobScope } from '#server/db/board-scope.ts';
import type { MailJob } from '#server/features/core/mail/ports.ts';
import { isOfBody } from '#server/features/deciding/deciding/bodies/visibility.ts';
import { selectRecipient } from '#server/features/members/people/queries.ts';
import type { DueItem } from '#server/jobs/each-due.ts';
import type { KeptPapers } from './resolution/queries.ts';

const dueAtOnceMax = 500;

export const writtenDue = () => sql<DueItem>`select board_id, id from gate.written_resolutions_due(${dueAtOnceMax})`;

export const findWrittenMail = (scope: BoardJobScope, { memberId, subjectId: id }: MailJob) =>
  selectRecipient(scope, memberId)
    .innerJoin('written_resolutions as written', 'written.board_id', 'member.board_id')
    .leftJoin('resolution_numbers as numbered', (join) => sameBoard(join, 'numbered.written_id', 'written.id'))
    .innerJoin('bodies as body', (join) => sameBoard(join, 'body.id', 'written.body_id'))
    .leftJoin('written_voters as voter', (join) =>
      sameBoard(join, 'voter.resolution_id', 'written.id')
        .onRef('voter.round', '=', 'written.round')
        .onRef('voter.member_id', '=', 'member.id'),
    )
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
    .where('written.id', '=', id)
    .executeTakeFirst();
