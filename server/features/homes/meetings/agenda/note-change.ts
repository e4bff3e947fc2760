import { sql } from 'kysely';
import type { AuditAction } from '#domain/audit-words.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { tellMeetingChanged } from '#server/features/homes/meetings/commands.ts';
import type { MeetingRow } from '#server/features/homes/meetings/queries.ts';

/** What every change of an agenda leaves behind: an audit row, a higher revision, and word to the open pages. */
export async function noteAgendaChange(
  scope: BoardScope,
  meeting: MeetingRow,
  change: { readonly action: AuditAction; readonly itemId: string; readonly fields?: readonly string[] },
): Promise<void> {
  const fields = change.fields === undefined ? {} : { fields: change.fields.join(' ') };
  await audit(scope, {
    action: change.action,
    subjectKind: 'agenda-item',
    subjectId: change.itemId,
    detail: { meeting_id: meeting.id, ...fields },
  });
  await raiseAgendaRevision(scope, meeting.id);
  await tellMeetingChanged(scope, meeting);
}

export async function raiseAgendaRevision(scope: BoardScope, meetingId: string): Promise<void> {
  await scope.tx
    .updateTable('meetings')
    .set({ agenda_revision: sql`agenda_revision + 1` })
    .where('board_id', '=', scope.board.id)
    .where('id', '=', meetingId)
    .execute();
}

export async function readAgendaRevision(scope: BoardScope, meetingId: string): Promise<number> {
  const row = await scope.tx
    .selectFrom('meetings')
    .select('agenda_revision')
    .where('board_id', '=', scope.board.id)
    .where('id', '=', meetingId)
    .executeTakeFirstOrThrow();
  return row.agenda_revision;
}
