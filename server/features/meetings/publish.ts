import { meetingMessages } from '../../../domain/messages.ts';
import type { BoardScope } from '../../db/board-scope.ts';
import { refused } from '../../errors.ts';
import { hashToken, type Secrets } from '../../secrets.ts';
import { audit } from '../audit/commands.ts';
import { meetingUid } from '../magic/magic-uid.ts';
import { queueMail } from '../mail/commands.ts';
import { tellMeetingChanged } from './commands.ts';
import { meetingPublishedMail } from './mail.ts';
import type { MeetingRow } from './queries.ts';

/**
 * Makes a draft public: everybody on the board is an invitee, and each active member gets a magic link and one message.
 * `draft` must have been loaded with its row locked, so that of several publishers one finds it a draft.
 */
export async function publishMeeting(scope: BoardScope, secrets: Secrets, draft: MeetingRow): Promise<void> {
  if (draft.state !== 'draft') throw refused(meetingMessages.alreadyPublished);
  const { tx, board, now } = scope;
  const published = { state: 'published', published_at: now, updated_at: now } as const;
  await tx.updateTable('meetings').set(published).where('board_id', '=', board.id).where('id', '=', draft.id).execute();
  const members = await lockMembers(scope);
  const active = members.filter((member) => member.status === 'active');
  await invite(
    scope,
    draft.id,
    members.map((member) => member.id),
  );
  await linkMembers(scope, secrets, { meetingId: draft.id, memberIds: active.map((member) => member.id) });
  for (const member of active) {
    await queueMail(scope, secrets, { kind: meetingPublishedMail, memberId: member.id, subjectId: draft.id });
  }
  await audit(scope, {
    action: 'meeting.published',
    subjectKind: 'meeting',
    subjectId: draft.id,
    detail: { invited: members.length, mails: active.length },
  });
  await tellMeetingChanged(scope, { id: draft.id, state: 'published' });
}

/**
 * Whoever redeems an invitation in this moment either is active already when we read, or waits for us and then finds the
 * meeting published and is invited to it (see coming.ts): nobody is forgotten.
 */
async function lockMembers(scope: BoardScope) {
  return scope.tx
    .selectFrom('members')
    .select(['id', 'status'])
    .where('board_id', '=', scope.board.id)
    .where('status', 'in', ['active', 'invited'])
    .orderBy('id')
    .forShare()
    .execute();
}

async function invite(scope: BoardScope, meetingId: string, memberIds: readonly string[]): Promise<void> {
  if (memberIds.length === 0) return;
  await scope.tx
    .insertInto('invitees')
    .values(memberIds.map((memberId) => ({ board_id: scope.board.id, meeting_id: meetingId, member_id: memberId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function linkMembers(
  scope: BoardScope,
  secrets: Secrets,
  given: { readonly meetingId: string; readonly memberIds: readonly string[] },
): Promise<void> {
  const { meetingId, memberIds } = given;
  if (memberIds.length === 0) return;
  await scope.tx
    .insertInto('magic_links')
    .values(
      memberIds.map((memberId) => ({
        board_id: scope.board.id,
        meeting_id: meetingId,
        member_id: memberId,
        created_at: scope.now,
        uid_hash: hashToken(meetingUid(secrets, { memberId, meetingId, generation: 1 })),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
