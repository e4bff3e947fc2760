import { sql } from 'kysely';
import { limits } from '#contract/fields.ts';
import { sameBoard, selectRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import {
  definePage,
  firstOf,
  type QueryScope,
  type SqlValue,
  type StatementResults,
} from '#server/db/page-statement.ts';
import { meetingListeners } from '#server/features/homes/meetings/meeting/commands.ts';
import {
  type LoadedMeeting,
  type MeetingTimes,
  selectInvitee,
} from '#server/features/homes/meetings/meeting/queries.ts';
import { type AudienceAccess, selectAudienceAccess } from '#server/features/members/audience/queries.ts';

export type MeetingToAnswer = Pick<LoadedMeeting, 'id' | 'type' | 'reopened_at'> & MeetingTimes;

/** Locks the meeting until the reply is written. Does not check visibility; the caller must use `canSeeMeeting`. */
export const meetingToAnswer = definePage({ id: 'uuid' }, (scope, { id }) =>
  selectRows(scope, 'meetings', { id, deleted_at: null })
    .select(['id', 'type', 'state', 'starts_at', 'ends_at', 'reopened_at'])
    .select(selectAudienceAccess(scope, sql.ref('meetings.audience_id')))
    .forShare()
    .$castTo<MeetingToAnswer & AudienceAccess>(),
);

export const replyStatements = {
  before: definePage({ id: 'uuid', member_id: 'uuid' }, (scope, { id, member_id }) =>
    selectInvitee(scope, { meetingId: id, memberId: firstOf(member_id, sql`${scope.member.id}`) }).forUpdate(),
  ),
  listeners: meetingListeners,
};
export type ReplyFacts = StatementResults<typeof replyStatements>;

export const replyParams = (of: { readonly meetingId: string; readonly memberId: string | null }) =>
  ({ id: of.meetingId, member_id: of.memberId, state: 'published' }) as const;

export async function findInvitedMember(
  { tx, board }: Pick<BoardScope, 'tx' | 'board'>,
  of: { readonly meetingId: string; readonly memberId: string },
): Promise<{ readonly id: string; readonly isPending: boolean } | null> {
  const row = await tx
    .selectFrom('invitees')
    .innerJoin('members', (join) => sameBoard(join, 'members.id', 'invitees.member_id'))
    .select(['members.id', 'members.status'])
    .where('invitees.board_id', '=', board.id)
    .where('invitees.meeting_id', '=', of.meetingId)
    .where('invitees.member_id', '=', of.memberId)
    .executeTakeFirst();
  return row ? { id: row.id, isPending: row.status === 'invited' } : null;
}

export const selectGuests = (scope: QueryScope, meetingId: SqlValue<string>) =>
  selectRows(scope, 'meeting_guests', { meeting_id: meetingId })
    .select(['id', 'name', 'role'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(limits.guestsMax);
