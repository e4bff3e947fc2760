import { sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { Turn } from '#server/db/turn.ts';
import { inAudience } from '#server/features/members/audience/queries.ts';
import type { Secrets } from '#server/secrets.ts';
import { alignInvitees } from './invitees.ts';

/** How far ahead a new member is asked along. */
export const comingMeetingsMax = 50;

/**
 * Makes a member who has just joined, or come back, an invitee of every published meeting to come that is for them, with a magic
 * link to each. What tells them is another message.
 */
export async function inviteToComingMeetings(
  scope: BoardScope,
  secrets: Secrets,
  { turn, memberId }: { readonly turn: Turn<'audiences'>; readonly memberId: string },
): Promise<void> {
  await alignInvitees(scope, secrets, { turn, memberIds: [memberId], quiet: true });
}

/**
 * What awaits the member: published meetings that have not ended, soonest first; then those that find their date and offer one
 * that is not over.
 */
export async function listComingMeetings(scope: Pick<BoardScope, 'tx' | 'board' | 'now'>, memberId: string) {
  return scope.tx
    .selectFrom('meetings')
    .select(['id', 'title', 'starts_at', 'finds_date'])
    .where('board_id', '=', scope.board.id)
    .where('state', 'in', ['published', 'finding-date'])
    .where('deleted_at', 'is', null)
    .where('ends_at', '>', scope.now)
    .$narrowType<{ starts_at: Date; ends_at: Date }>()
    .where(inAudience(scope, sql.ref('meetings.audience_id'), sql<string>`${memberId}::uuid`))
    .orderBy('finds_date')
    .orderBy('starts_at')
    .limit(comingMeetingsMax)
    .execute();
}
