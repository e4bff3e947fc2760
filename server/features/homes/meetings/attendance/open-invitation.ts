import { z } from 'zod';
import { isMagicMeetingUid } from '#domain/magic-uid.ts';
import type { Context } from '#server/context.ts';
import { boardOfMeeting } from '#server/db/board-of.ts';
import { type BoardScope, withBoardScope } from '#server/db/board-scope.ts';
import { AppError, notFound } from '#server/errors.ts';
import { withMagicScope } from '#server/http/adapter.ts';
import type { Visit } from '#server/http/implement.ts';

const uuid = z.uuid();

/**
 * Opens the board of the `{meeting uid}` in POST /attendance/{meeting uid}/{letter}: a magic address, or for a signed-in
 * member the meeting's id (product.md, section 3). Throws `not-found`, or `session-expired` for an id without a session.
 */
export async function withInvitationScope<T>(
  context: Context,
  given: { readonly visit: Visit; readonly uid: string },
  work: (scope: BoardScope, meetingId: string) => Promise<T>,
): Promise<T> {
  const { visit, uid } = given;
  if (isMagicMeetingUid(uid)) {
    return withMagicScope(context, { uid }, (scope) => {
      if (scope.via.kind !== 'magic') throw new Error('A magic address opened more than its meeting.');
      return work(scope, scope.via.meetingId);
    });
  }
  if (!uuid.safeParse(uid).success) throw notFound();
  if (!visit.session) throw new AppError('session-expired');
  const { userId } = visit.session;
  const boardId = await boardOfMeeting(context.db, { meetingId: uid, userId });
  if (!boardId) throw notFound();
  return withBoardScope(context, { boardId, userId }, (scope) => work(scope, uid));
}
