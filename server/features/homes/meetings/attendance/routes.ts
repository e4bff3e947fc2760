import { z } from 'zod';
import {
  addGuest,
  answerAttendance,
  answerForInvitee,
  recordAttendance,
  removeGuest,
  updateGuest,
} from '#contract/attendance.ts';
import { isMagicMeetingUid } from '#domain/magic-uid.ts';
import type { Context } from '#server/context.ts';
import { type BoardScope, withSessionScope } from '#server/db/board-scope.ts';
import { AppError, authorize, notFound } from '#server/errors.ts';
import { canEditMeeting } from '#server/features/homes/meetings/base/policy.ts';
import { loadMeeting } from '#server/features/homes/meetings/base/queries.ts';
import { withMagicScope } from '#server/http/adapter.ts';
import { cookieNames } from '#server/http/cookies.ts';
import { implement, type RequestContext, type Route } from '#server/http/implement.ts';
import * as commands from './commands.ts';
import { canAnswerFor } from './policy.ts';
import { findInvitedMember } from './queries.ts';

const uuid = z.uuid();

/** `uid` is of a magic link, or for a signed-in member the meeting's id. */
async function withInvitationScope<T>(
  context: Context,
  given: { readonly request: RequestContext; readonly uid: string },
  work: (scope: BoardScope, meetingId: string) => Promise<T>,
): Promise<T> {
  const { request, uid } = given;
  if (isMagicMeetingUid(uid)) {
    return withMagicScope(context, { uid }, (scope) => {
      if (scope.via.kind !== 'magic') throw new Error('A magic address opened more than its meeting.');
      return work(scope, scope.via.meetingId);
    });
  }
  if (!uuid.safeParse(uid).success) throw notFound();
  const token = request.cookie(cookieNames.session);
  if (token === undefined) throw new AppError('session-expired');
  const who = {
    session: { token },
    access: 'member',
    board: { from: 'meeting-id', id: uid },
  } as const;
  return withSessionScope(context, who, (scope) => work(scope, uid));
}

export const attendanceRoutes: readonly Route[] = [
  implement(
    answerAttendance,
    async ({ context, request, params }) =>
      withInvitationScope(context, { request, uid: params.uid }, async (scope, meetingId) => {
        const meeting = await loadMeeting(scope, meetingId, { lock: 'share' });
        const reply = { meeting, memberId: scope.member.id, letter: params.letter };
        return { status: 'success' as const, data: await commands.answerInvitation(scope, context.config, reply) };
      }),
    { entersBoard: true },
  ),

  implement(answerForInvitee, async ({ scope, context, params, body }) => {
    const meeting = await loadMeeting(scope, params.id, { lock: 'share' });
    authorize(canEditMeeting(scope, meeting));
    const invitee = await findInvitedMember(scope, { meetingId: meeting.id, memberId: params.member_id });
    if (!invitee) throw notFound();
    authorize(canAnswerFor(scope, meeting, invitee, body.letter));
    const reply = { meeting, memberId: invitee.id, letter: body.letter };
    return { acceptance: await commands.answerInvitation(scope, context.config, reply) };
  }),

  implement(recordAttendance, async ({ scope, context, params, body }) => {
    const { attendance } = body;
    const isApology = attendance !== true;
    const meeting = await commands.loadMeetingForAttendance(scope, context.config, params.id, { isApology });
    await commands.recordAttendance(scope, { meeting, memberId: params.member_id, attendance });
    return { attendance };
  }),

  implement(addGuest, async ({ scope, context, params, body }) => {
    const meeting = await commands.loadMeetingForAttendance(scope, context.config, params.id, { lock: 'update' });
    return { guest: await commands.addGuest(scope, meeting, body) };
  }),

  implement(updateGuest, async ({ scope, context, params, body }) => {
    const meeting = await commands.loadMeetingForAttendance(scope, context.config, params.id);
    return { guest: await commands.updateGuest(scope, { meeting, guestId: params.guest_id }, body) };
  }),

  implement(removeGuest, async ({ scope, context, params }) => {
    const meeting = await commands.loadMeetingForAttendance(scope, context.config, params.id);
    await commands.removeGuest(scope, { meeting, guestId: params.guest_id });
    return {};
  }),
];
