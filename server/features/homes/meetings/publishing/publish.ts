import { meetingMessages } from '#domain/messages.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { Turn } from '#server/db/turn.ts';
import { refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { tellMeetingChanged } from '#server/features/homes/meetings/commands.ts';
import { alignInvitees } from '#server/features/homes/meetings/invitees/invitees.ts';
import { noteTold } from '#server/features/homes/meetings/notices/notices.ts';
import type { MeetingRow } from '#server/features/homes/meetings/queries.ts';
import type { Secrets } from '#server/secrets.ts';

/**
 * Makes a draft public, or asks for its date: everybody in its audience is an invitee, and each active one gets a magic link and one message.
 * `draft` must have been loaded with its row locked, so that of several publishers one finds it a draft.
 */
export async function publishMeeting(
  scope: BoardScope,
  secrets: Secrets,
  { turn, draft }: { readonly turn: Turn<'audiences'>; readonly draft: MeetingRow },
): Promise<void> {
  if (draft.state !== 'draft') throw refused(meetingMessages.alreadyPublished);
  if (draft.starts_at === null) throw refused(meetingMessages.dateMissing);
  const { tx, board, now } = scope;
  const state = draft.finds_date ? 'finding-date' : 'published';
  const published = { state, published_at: now, asked_at: now, updated_at: now } as const;
  await tx.updateTable('meetings').set(published).where('board_id', '=', board.id).where('id', '=', draft.id).execute();
  await noteTold(scope, { meeting: draft, kind: 'published' });
  const { invited } = await alignInvitees(scope, secrets, { turn, meetingIds: [draft.id], evenOver: true });
  await audit(scope, {
    action: draft.finds_date ? 'meeting.dates-asked' : 'meeting.published',
    subjectKind: 'meeting',
    subjectId: draft.id,
    detail: { invited: invited.length, mails: invited.filter((each) => each.isActive).length },
  });
  await tellMeetingChanged(scope, { id: draft.id, state });
}
