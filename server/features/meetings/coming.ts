import type { BoardScope } from '../../db/board-scope.ts';
import type { Secrets } from '../../secrets.ts';
import { hashToken } from '../../secrets.ts';
import { meetingUid } from '../magic/magic-uid.ts';

/** How far ahead a new member is asked along. */
export const comingMeetingsMax = 50;

/** Makes the member who has just joined an invitee of every published meeting to come, with a magic link to each. */
export async function inviteToComingMeetings(scope: BoardScope, secrets: Secrets): Promise<void> {
  const meetings = await listComingMeetings(scope);
  if (meetings.length === 0) return;
  const memberId = scope.member.id;
  const row = (meetingId: string) => ({ board_id: scope.board.id, meeting_id: meetingId, member_id: memberId });
  await scope.tx
    .insertInto('invitees')
    .values(meetings.map((meeting) => row(meeting.id)))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await scope.tx
    .insertInto('magic_links')
    .values(
      meetings.map((meeting) => ({
        ...row(meeting.id),
        created_at: scope.now,
        uid_hash: hashToken(meetingUid(secrets, { memberId, meetingId: meeting.id, generation: 1 })),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Published meetings that have not ended, soonest first. */
export async function listComingMeetings(scope: Pick<BoardScope, 'tx' | 'board' | 'now'>) {
  return scope.tx
    .selectFrom('meetings')
    .select(['id', 'title', 'type', 'starts_at', 'ends_at', 'location'])
    .where('board_id', '=', scope.board.id)
    .where('state', '=', 'published')
    .where('deleted_at', 'is', null)
    .where('ends_at', '>', scope.now)
    .orderBy('starts_at')
    .limit(comingMeetingsMax)
    .execute();
}
