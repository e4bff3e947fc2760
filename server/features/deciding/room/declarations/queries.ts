import { sql } from 'kysely';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { defineRows } from '#server/db/page-statement.ts';
import { deskOf, type HeldPage } from '#server/features/deciding/room/base/policy.ts';
import { anyMember, eachMember, editableBy } from '#server/features/members/audience/queries.ts';
import { seenIn, withheldWhere } from '#server/features/members/audience/visibility.ts';

/** Whether a motion on the item was carried, and its vote not declared void since. */
export async function hasCarriedMotion({ tx, board }: BoardScope, itemId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('motions')
    .select('id')
    .where('board_id', '=', board.id)
    .where('agenda_item_id', '=', itemId)
    .where('state', '=', 'carried')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Active and pending members. */
export async function isOnBoard({ tx, board }: BoardScope, memberId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('members')
    .select('id')
    .where('board_id', '=', board.id)
    .where('id', '=', memberId)
    .where('status', 'in', ['active', 'invited'])
    .where('removed_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether anybody who runs the meeting still sees the item. */
export async function hasSeeingDesk(scope: BoardScope, page: HeldPage, itemId: string): Promise<boolean> {
  const memberId = sql.ref<string>('member.id');
  const { chair_id: chair, secretary_id: secretary } = deskOf(page);
  const editor = {
    ...eachMember(scope, memberId, 'editor'),
    isBoardAdmin: sql<boolean>`member.is_board_admin`,
  };
  const row = await scope.tx
    .selectFrom('members as member')
    .select('member.id')
    .where('member.board_id', '=', scope.board.id)
    .where('member.status', '=', 'active')
    .where(
      sql<boolean>`(member.id in (${chair}::uuid, ${secretary}::uuid) or ${editableBy(editor, sql`${page.audience_id}::uuid`)})`,
    )
    .where(
      sql<boolean>`not ${withheldWhere({ board: scope.board, member: anyMember(memberId) }, sql`${itemId}::uuid`)}`,
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** What mail about a declaration says, to an active member. */
export async function findDeclarationMail(
  { tx, board }: Pick<BoardJobScope, 'tx' | 'board'>,
  { memberId, declarationId }: { readonly memberId: string; readonly declarationId: string },
) {
  const row = await tx
    .selectFrom('declarations as declaration')
    .innerJoin('meetings as meeting', (join) =>
      join.onRef('meeting.board_id', '=', 'declaration.board_id').onRef('meeting.id', '=', 'declaration.meeting_id'),
    )
    .innerJoin('members as reader', (join) =>
      join.onRef('reader.board_id', '=', 'declaration.board_id').on('reader.id', '=', memberId),
    )
    .innerJoin('users as account', 'account.id', 'reader.user_id')
    .innerJoin('members as about', (join) =>
      join.onRef('about.board_id', '=', 'declaration.board_id').onRef('about.id', '=', 'declaration.member_id'),
    )
    .leftJoin('members as withholder', (join) =>
      join
        .onRef('withholder.board_id', '=', 'declaration.board_id')
        .onRef('withholder.id', '=', 'declaration.withheld_by'),
    )
    .leftJoin('members as lifter', (join) =>
      join.onRef('lifter.board_id', '=', 'declaration.board_id').onRef('lifter.id', '=', 'declaration.lifted_by'),
    )
    .select(['account.email', 'account.first_name', 'account.last_name'])
    .select(['meeting.id as meeting_id', 'meeting.title as meeting_title'])
    .select(['declaration.member_id', 'declaration.agenda_item_id', 'declaration.nature', 'declaration.reason'])
    .select(['declaration.recused_at', 'declaration.withheld_at', 'declaration.lifted_at'])
    .select([
      sql<string>`about.first_name || ' ' || about.last_name`.as('name'),
      sql<string | null>`withholder.first_name || ' ' || withholder.last_name`.as('withheld_by'),
      sql<string | null>`lifter.first_name || ' ' || lifter.last_name`.as('lifted_by'),
    ])
    .where('declaration.board_id', '=', board.id)
    .where('declaration.id', '=', declarationId)
    .where('reader.status', '=', 'active')
    .where('account.disabled_at', 'is', null)
    .where('meeting.deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}
export type DeclarationMail = NonNullable<Awaited<ReturnType<typeof findDeclarationMail>>>;

const itemsMax = 500;

/** By agenda item of the meeting, of what the reader sees. */
export const openedPapers = defineRows({ id: 'uuid', member_id: 'uuid' }, (scope, { id, member_id }) =>
  scope.tx
    .selectFrom('agenda_items as item')
    .innerJoin('documents as document', (join) =>
      join.onRef('document.board_id', '=', 'item.board_id').onRef('document.agenda_item_id', '=', 'item.id'),
    )
    .innerJoin('audit_entries as opening', (join) =>
      join.onRef('opening.board_id', '=', 'document.board_id').onRef('opening.subject_id', '=', 'document.id'),
    )
    .select('item.id as agenda_item_id')
    .select([
      sql<number>`count(distinct document.id)::int`.as('papers'),
      sql<number>`count(*)::int`.as('openings'),
      sql<Date>`max(opening.at)`.as('last_at'),
    ])
    .where('item.board_id', '=', scope.board.id)
    .where('item.meeting_id', '=', id)
    .where('document.deleted_at', 'is', null)
    .where('opening.member_id', '=', member_id)
    // As constants: a partial index serves these two.
    .where(sql<boolean>`opening.action in ('document.opened', 'document.downloaded')`)
    .where(seenIn(scope, sql.ref('item.id')))
    .where(seenIn(scope, sql.ref('document.id')))
    .groupBy('item.id')
    .orderBy('item.id')
    .limit(itemsMax),
);
