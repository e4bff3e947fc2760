import { type RawBuilder, sql } from 'kysely';
import type { SignatureKind } from '#domain/signatures.ts';
import type { Ports } from '#server/db/board-scope.ts';
import type { QueryScope } from '#server/db/page-statement.ts';
import { writtenVisibleWhere } from '#server/features/deciding/motions/written/resolution/visibility.ts';
import { meetingVisibleWhere } from '#server/features/homes/meetings/meeting/visibility.ts';
import { anyMember, eachWithRights } from '#server/features/members/audience/queries.ts';
import { withheldWhere } from '#server/features/members/audience/visibility.ts';
import { selectMembersWhoSee } from '#server/features/papers/documents/visibility.ts';

type Scope = Pick<QueryScope, 'board'>;

/** Selects active members who can see the whole document, minutes or resolution. */
export function selectWhoSee(
  scope: Scope,
  { homes }: Pick<Ports, 'homes'>,
  { kind, id }: { readonly kind: SignatureKind; readonly id: RawBuilder<string> },
): RawBuilder<{ readonly id: string }> {
  const board = sql`${scope.board.id}::uuid`;
  const each = eachWithRights(scope, 'member');
  const withheld = (subject: RawBuilder<unknown>) =>
    withheldWhere({ board: scope.board, member: anyMember(sql.ref('member.id')) }, subject);
  switch (kind) {
    case 'document': {
      const isThere = sql`exists (
        select from documents kept where kept.board_id = ${board} and kept.id = ${id} and kept.deleted_at is null
      )`;
      const readers = selectMembersWhoSee(scope, homes, { documentIds: sql`array[${id}]`, as: 'editor' });
      return sql`
        select unnest(seen.member_ids) as id from (${readers}) seen where ${isThere}
        union
        select member.id from members member
        where member.board_id = ${board} and member.status = 'active' and member.is_board_admin and ${isThere}
          and not ${withheld(id)}
      `;
    }
    case 'minutes':
      // Minutes are signed as a whole, so no part of the meeting may be withheld from a signer.
      return sql`
        select member.id from members member
        join meetings meeting on meeting.board_id = member.board_id and meeting.id = ${id} and meeting.deleted_at is null
        where member.board_id = ${board} and member.status = 'active' and ${meetingVisibleWhere(each, 'meeting')}
          and not exists (
            select from withheld w
            where w.board_id = member.board_id and w.member_id = member.id and w.lifted_at is null and (
              w.subject_id in (select item.id from agenda_items item where item.board_id = w.board_id and item.meeting_id = ${id})
              or w.subject_id in (select kept.id from minutes_sections kept where kept.board_id = w.board_id and kept.meeting_id = ${id})
            )
          )
      `;
    case 'resolution':
      return sql`
        select member.id from members member
        join written_resolutions written on written.board_id = member.board_id and written.id = ${id}
        join bodies body on body.board_id = written.board_id and body.id = written.body_id
        where member.board_id = ${board} and member.status = 'active' and ${writtenVisibleWhere(each)}
      `;
    case 'vote':
      return sql`
        select member.id from members member
        join votes vote on vote.board_id = member.board_id and vote.id = ${id}
        join meetings meeting on meeting.board_id = vote.board_id and meeting.id = vote.meeting_id
        where member.board_id = ${board} and member.status = 'active' and ${meetingVisibleWhere(each, 'meeting')}
          and not ${withheld(sql.ref('vote.motion_id'))}
      `;
  }
}

export const seesWhere = (scope: Scope, ports: Pick<Ports, 'homes'>, memberId: RawBuilder<unknown>) =>
  sql<boolean>`coalesce(case request.kind
    when 'document' then ${memberId} in (${selectWhoSee(scope, ports, { kind: 'document', id: sql.ref('request.document_id') })})
    when 'minutes' then ${memberId} in (${selectWhoSee(scope, ports, { kind: 'minutes', id: sql.ref('request.meeting_id') })})
    when 'vote' then ${memberId} in (${selectWhoSee(scope, ports, { kind: 'vote', id: sql.ref('request.vote_id') })})
    else ${memberId} in (${selectWhoSee(scope, ports, { kind: 'resolution', id: sql.ref('request.resolution_id') })})
  end, false)`;
