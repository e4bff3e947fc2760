import { type RawBuilder, sql } from 'kysely';
import type { Audience as AudienceInput } from '#contract/audience.ts';
import { audienceMessages } from '#domain/messages/people.ts';
import { createRow, deleteRows, insertRows, selectRows, updateRow } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { invalid } from '#server/errors.ts';
import type { LiveAudience } from '#server/features/core/events/commands.ts';
import type { MembershipChange } from '#server/features/members/people/ports.ts';
import type { Audience } from './queries.ts';

export const audienceOfInput = (input: AudienceInput): Audience => ({
  wholeBoard: input.whole_board,
  groupIds: input.group_ids,
  memberIds: input.member_ids,
});

type Writing = Pick<BoardScope, 'tx' | 'board'>;

/** Throws `invalid` for people or groups that are not on the board. */
export async function createAudience(scope: Writing, audience: Audience): Promise<string> {
  const id = await createRow(scope, 'audiences', { whole_board: audience.wholeBoard });
  await writeNamed(scope, id, audience);
  return id;
}

export async function replaceAudience(scope: Writing, audienceId: string, audience: Audience): Promise<void> {
  const { tx, board } = scope;
  for (const table of ['audience_groups', 'audience_members'] as const) {
    await tx.deleteFrom(table).where('board_id', '=', board.id).where('audience_id', '=', audienceId).execute();
  }
  await updateRow(scope, 'audiences', audienceId, { whole_board: audience.wholeBoard });
  await writeNamed(scope, audienceId, audience);
}

async function writeNamed(scope: Writing, audienceId: string, audience: Audience): Promise<void> {
  if (audience.wholeBoard) return;
  const [groupIds, memberIds] = [[...new Set(audience.groupIds)], [...new Set(audience.memberIds)]];
  await refuseStrangers(scope, { groupIds, memberIds });
  const groups = groupIds.map((groupId) => ({ audience_id: audienceId, group_id: groupId }));
  await insertRows(scope, 'audience_groups', groups);
  const members = memberIds.map((memberId) => ({ audience_id: audienceId, member_id: memberId }));
  await insertRows(scope, 'audience_members', members);
}

async function refuseStrangers(
  { tx, board }: Writing,
  named: { readonly groupIds: readonly string[]; readonly memberIds: readonly string[] },
): Promise<void> {
  for (const [table, ids] of [
    ['groups', named.groupIds],
    ['members', named.memberIds],
  ] as const) {
    if (ids.length === 0) continue;
    const known = await tx
      .selectFrom(table)
      .select('id')
      .where('board_id', '=', board.id)
      .where('id', 'in', ids)
      // Prevents the rows from being deleted before the audience is saved.
      .forKeyShare()
      .execute();
    if (known.length < ids.length) throw invalid({ audience: audienceMessages.gone });
  }
}

interface Withheld {
  readonly memberId: string;
  readonly itemId: string;
}

/** Database triggers also withhold contents that are added later. */
export async function withholdItem(
  scope: Pick<BoardScope, 'tx' | 'board' | 'member'>,
  { memberId, itemId, reason, at }: Withheld & { readonly reason: string; readonly at: Date },
): Promise<void> {
  await scope.tx
    .insertInto('withheld')
    .values({
      board_id: scope.board.id,
      member_id: memberId,
      subject_id: itemId,
      agenda_item_id: itemId,
      withheld_by: scope.member.id,
      reason,
      withheld_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Ends every withholding that this item caused, even of contents that have since moved elsewhere. */
export async function liftWithheldItem(
  { tx, board }: Writing,
  { memberId, itemId, at }: Withheld & { readonly at: Date },
): Promise<void> {
  const isOfItem = sql<boolean>`(
    board_id = ${board.id} and member_id = ${memberId} and agenda_item_id = ${itemId} and lifted_at is null
  )`;
  await lockItems({ tx, board }, sql`select subject_id from withheld where ${isOfItem}`);
  await tx
    .updateTable('withheld')
    .set({ lifted_at: sql<Date>`greatest(${at}::timestamptz, withheld_at)` })
    .where(isOfItem)
    .execute();
}

async function lockItems({ tx, board }: Writing, ids: RawBuilder<unknown>): Promise<void> {
  await sql`select from agenda_items where board_id = ${board.id} and id in (${ids}) order by id for update`.execute(
    tx,
  );
}

export async function liftMovedOut(
  { tx, board }: Writing,
  { memberId, itemId, outOf, at }: Withheld & { readonly outOf: readonly string[]; readonly at: Date },
): Promise<void> {
  const items = sql`select ${itemId}::uuid as id union all select sub.id from sub_items_of(${board.id}::uuid, ${itemId}::uuid) sub`;
  await lockItems({ tx, board }, items);
  await sql`
    with items as (${items}), subjects as (
      select id from items
      union all select d.id from documents d where d.board_id = ${board.id} and d.agenda_item_id in (select id from items)
      union all select m.id from motions m where m.board_id = ${board.id} and m.agenda_item_id in (select id from items)
      union all select a.id from action_items a where a.board_id = ${board.id} and a.agenda_item_id in (select id from items)
    )
    update withheld set lifted_at = greatest(${at}::timestamptz, withheld_at)
    where board_id = ${board.id} and member_id = ${memberId} and agenda_item_id = any(${outOf}::uuid[])
      and subject_id in (select id from subjects) and lifted_at is null
  `.execute(tx);
}

export async function withholdMoved(
  { tx, board }: Writing,
  { meetingId, at }: { readonly meetingId: string; readonly at: Date },
): Promise<void> {
  await sql`select withhold_moved_under(${board.id}::uuid, ${meetingId}::uuid, ${at}::timestamptz)`.execute(tx);
}

export async function listenersWhoSee(
  scope: Writing,
  subjectId: string,
  listeners: LiveAudience,
): Promise<LiveAudience | { readonly exactly: readonly string[] }> {
  const rows = await selectRows(scope, 'withheld', { subject_id: subjectId, lifted_at: null })
    .select('member_id')
    .execute();
  if (rows.length === 0) return listeners;
  const withheld = new Set(rows.map(({ member_id: id }) => id));
  const others = await selectRows(scope, 'members', { status: 'active' })
    .select('id')
    .$if(listeners !== 'everyone', (query) => query.where('is_board_admin', '=', true))
    .execute();
  const heard = [...(listeners === 'everyone' ? [] : listeners), ...others.map(({ id }) => id)];
  return { exactly: [...new Set(heard)].filter((id) => !withheld.has(id)) };
}

export const audienceMembershipChange: MembershipChange = {
  async removed(scope, { memberId }) {
    await deleteRows(scope, 'audience_members', { member_id: memberId }).execute();
  },
};
