import { sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import type { MeetingRow } from '#server/features/homes/meetings/base/queries.ts';
import { publishMeetingChanged } from '#server/features/homes/meetings/commands.ts';

/** A new draft with the same words, agenda, place, type and audience, without its papers and its date. Answers its id. */
export async function duplicateMeeting(scope: BoardScope, original: MeetingRow): Promise<string> {
  const { tx, board, member, now } = scope;
  const audienceId = await copyAudience(scope, original.audience_id);
  const copy = await tx
    .insertInto('meetings')
    .values({
      board_id: board.id,
      audience_id: audienceId,
      title: original.title,
      type: original.type,
      location: original.location,
      join_url: original.join_url,
      description: original.description,
      created_by: member.id,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into agenda_items
      (board_id, meeting_id, position, depth, title, description, presenter, presenter_id, minutes, purpose, created_at)
    select board_id, ${copy.id}::uuid, position, depth, title, description, presenter, presenter_id, minutes, purpose, ${now}
    from agenda_items where board_id = ${board.id} and meeting_id = ${original.id}
  `.execute(tx);
  const detail = { copy_of: original.id };
  await audit(scope, { action: 'meeting.duplicated', subjectKind: 'meeting', subjectId: copy.id, detail });
  await publishMeetingChanged(scope, { id: copy.id, state: 'draft' });
  return copy.id;
}

async function copyAudience({ tx, board }: BoardScope, audienceId: string): Promise<string> {
  const made = await sql<{ id: string }>`
    insert into audiences (board_id, whole_board)
    select board_id, whole_board from audiences where board_id = ${board.id} and id = ${audienceId}
    returning id
  `.execute(tx);
  const id = made.rows[0]?.id;
  if (id === undefined) throw new Error('The audience was not copied.');
  await sql`
    insert into audience_groups (board_id, audience_id, group_id)
    select board_id, ${id}::uuid, group_id from audience_groups where board_id = ${board.id} and audience_id = ${audienceId}
  `.execute(tx);
  await sql`
    insert into audience_members (board_id, audience_id, member_id)
    select board_id, ${id}::uuid, member_id from audience_members where board_id = ${board.id} and audience_id = ${audienceId}
  `.execute(tx);
  return id;
}
