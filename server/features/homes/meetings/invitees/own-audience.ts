import { sql } from 'kysely';
import { audienceMessages } from '#domain/messages/people.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { invalid } from '#server/errors.ts';
import { canEditMeeting } from '#server/features/homes/meetings/base/policy.ts';
import { findMeetingOfReader, type LoadedMeeting } from '#server/features/homes/meetings/base/queries.ts';
import { type Audience, createAudience } from '#server/features/members/audience/commands.ts';
import { isEditor } from '#server/features/members/audience/policy.ts';
import { administersAudience } from '#server/features/members/audience/queries.ts';

/** Loads a meeting whose audience was just written; throws `invalid` unless whoever acts is its editor. */
export async function requireOwnAudience(scope: BoardScope, meetingId: string): Promise<LoadedMeeting> {
  const meeting = await findMeetingOfReader(scope, meetingId);
  if (!meeting || !canEditMeeting(scope, meeting)) throw invalid({ audience: audienceMessages.beyondOwnGroups });
  return meeting;
}

/**
 * Throws `invalid` for an audience that `requireOwnAudience` would not let stand, before anything of it is shown. Written and
 * undone, so that one rule decides both.
 */
export async function requireAudienceWithin(scope: BoardScope, audience: Audience): Promise<void> {
  await sql`savepoint asked_audience`.execute(scope.tx);
  const audienceId = await createAudience(scope, audience);
  const [me, asked] = [sql<string>`${scope.member.id}::uuid`, sql<string>`${audienceId}::uuid`];
  const found = await sql<{ administers: boolean }>`
    select ${administersAudience(scope, asked, me)} as administers
  `.execute(scope.tx);
  await sql`rollback to savepoint asked_audience`.execute(scope.tx);
  if (!isEditor(scope, { administers: found.rows[0]?.administers ?? false })) {
    throw invalid({ audience: audienceMessages.beyondOwnGroups });
  }
}
