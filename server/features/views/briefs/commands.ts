import { sql } from 'kysely';
import { updateRows } from '#server/db/board-rows.ts';
import type { BoardJobScope } from '#server/db/board-scope.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { queueMails } from '#server/features/core/mail/commands.ts';
import { listRecipients } from '#server/features/homes/meetings/invitees/queries.ts';

export const meetingBriefMail = 'meeting-brief';

/** Queues the brief only once per start time, even if several servers run this. */
export async function briefWhenDue(scope: BoardJobScope, meetingId: string): Promise<void> {
  const briefed = await updateRows(scope, 'meetings', { id: meetingId, state: 'published', deleted_at: null })
    .set({ briefed_start_at: sql<Date>`starts_at` })
    .where('starts_at', '>', scope.now)
    .where(sql<boolean>`briefed_start_at is distinct from starts_at`)
    .returning('id')
    .executeTakeFirst();
  if (!briefed) return;
  const memberIds = await listRecipients(scope, meetingId);
  await queueMails(scope, { kind: meetingBriefMail, subjectId: meetingId, memberIds });
  const detail = { mails: memberIds.length };
  await audit(scope, 'meeting.briefed', { kind: 'meeting', id: meetingId }, detail);
}
