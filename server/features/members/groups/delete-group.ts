import { sql } from 'kysely';
import type { z } from 'zod';
import type { deleteGroup as deleteContract } from '#contract/groups.ts';
import { audienceMessages } from '#domain/messages.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { Turn } from '#server/db/turn.ts';
import { invalid } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { regroup } from '#server/features/members/people/membership.ts';
import { tellLive } from '#server/http/live-hub.ts';
import type { Secrets } from '#server/secrets.ts';
import type { GroupRow } from './queries.ts';
import { listGroupMemberIds, tellGroupChanged } from './tell.ts';

type Choice = z.output<NonNullable<typeof deleteContract.body>>;

/**
 * Deletes a group. Every audience that names it gets its members one by one, another group, or the whole board instead, those of
 * deleted items too, since they can come back. The group must be locked.
 */
export async function deleteGroup(
  scope: BoardScope,
  secrets: Secrets,
  given: { readonly turn: Turn<'audiences'>; readonly group: GroupRow; readonly choice: Choice },
): Promise<void> {
  const { tx, board } = scope;
  const { turn, group, choice } = given;
  const named = await tx
    .selectFrom('audience_groups')
    .select('audience_id')
    .where('board_id', '=', board.id)
    .where('group_id', '=', group.id)
    .execute();
  const audienceIds = named.map((each) => each.audience_id);
  const memberIds = await listGroupMemberIds(scope, group.id);
  await replaceGroup(scope, { group, choice, audienceIds });
  await tx.deleteFrom('groups').where('board_id', '=', board.id).where('id', '=', group.id).execute();
  const { invited, ended } = await regroup(scope, secrets, { turn, audienceIds, memberIds });
  await audit(scope, {
    action: 'group.deleted',
    subjectKind: 'group',
    subjectId: group.id,
    detail: {
      name: group.name,
      audience_goes_to: choice.audience_goes_to,
      audiences: audienceIds.length,
      invitations: invited,
      invitations_ended: ended,
    },
  });
  await tellGroupChanged(scope, group.id, memberIds);
  await tellLive(scope, { noun: 'people', id: null });
}

async function replaceGroup(
  { tx, board }: BoardScope,
  given: { readonly group: GroupRow; readonly choice: Choice; readonly audienceIds: readonly string[] },
): Promise<void> {
  const { group, choice, audienceIds } = given;
  const ids = sql`${audienceIds}::uuid[]`;
  if (choice.audience_goes_to === 'group') {
    const other = await tx
      .selectFrom('groups')
      .select('id')
      .where('board_id', '=', board.id)
      .where('id', '=', choice.group_id)
      .where('id', '<>', group.id)
      .forKeyShare()
      .executeTakeFirst();
    if (!other) throw invalid({ group_id: audienceMessages.gone });
    await sql`
      insert into audience_groups (board_id, audience_id, group_id)
      select ${board.id}, of.id, ${other.id} from unnest(${ids}) as of (id) on conflict do nothing
    `.execute(tx);
  }
  if (choice.audience_goes_to === 'members') {
    await sql`
      insert into audience_members (board_id, audience_id, member_id)
      select ${board.id}, of.id, gm.member_id from unnest(${ids}) as of (id)
      join group_members gm on gm.board_id = ${board.id} and gm.group_id = ${group.id} on conflict do nothing
    `.execute(tx);
  }
  const isOpened = choice.audience_goes_to === 'whole-board';
  if (isOpened) {
    await sql`update audiences set whole_board = true where board_id = ${board.id} and id = any(${ids})`.execute(tx);
    await sql`delete from audience_members where board_id = ${board.id} and audience_id = any(${ids})`.execute(tx);
  }
  // The whole board is named alone.
  await tx
    .deleteFrom('audience_groups')
    .where('board_id', '=', board.id)
    .where('audience_id', '=', sql<string>`any(${ids})`)
    .$if(!isOpened, (query) => query.where('group_id', '=', group.id))
    .execute();
}
