import {
  addGuest,
  answerAttendance,
  answerForInvitee,
  markAttendance,
  removeGuest,
  updateGuest,
} from '#contract/attendance.ts';
import { authorize, notFound } from '#server/errors.ts';
import { canEditMeeting } from '#server/features/homes/meetings/policy.ts';
import { loadMeeting } from '#server/features/homes/meetings/queries.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { answer } from './commands.ts';
import * as guests from './guests.ts';
import { mark, openAttendance } from './marks.ts';
import { withInvitationScope } from './open-invitation.ts';
import { canAnswerFor } from './policy.ts';
import { findInvitedMember } from './queries.ts';

export const attendanceRoutes: readonly Route[] = [
  implement(answerAttendance, async ({ context, visit, params }) =>
    withInvitationScope(context, { visit, uid: params.uid }, async (scope, meetingId) => {
      const meeting = await loadMeeting(scope, meetingId, { lock: 'share' });
      const answering = { meeting, memberId: scope.member.id, letter: params.letter };
      return { status: 'success' as const, data: await answer(scope, context.config, answering) };
    }),
  ),

  implement(answerForInvitee, async ({ scope, context, params, body }) => {
    const meeting = await loadMeeting(scope, params.id, { lock: 'share' });
    authorize(canEditMeeting(scope, meeting));
    const invitee = await findInvitedMember(scope, { meetingId: meeting.id, memberId: params.member_id });
    if (!invitee) throw notFound();
    authorize(canAnswerFor(scope, meeting, invitee, body.letter));
    const answering = { meeting, memberId: invitee.id, letter: body.letter };
    return { acceptance: await answer(scope, context.config, answering) };
  }),

  implement(markAttendance, async ({ scope, context, params, body }) => {
    const meeting = await openAttendance(scope, context.config, params.id);
    const { attendance } = body;
    await mark(scope, { meeting, memberId: params.member_id, attendance });
    return { attendance };
  }),

  implement(addGuest, async ({ scope, context, params, body }) => {
    const meeting = await openAttendance(scope, context.config, params.id, { lock: 'update' });
    return { guest: await guests.addGuest(scope, meeting, body) };
  }),

  implement(updateGuest, async ({ scope, context, params, body }) => {
    const meeting = await openAttendance(scope, context.config, params.id);
    return { guest: await guests.updateGuest(scope, { meeting, guestId: params.guest_id }, body) };
  }),

  implement(removeGuest, async ({ scope, context, params }) => {
    const meeting = await openAttendance(scope, context.config, params.id);
    await guests.removeGuest(scope, { meeting, guestId: params.guest_id });
    return {};
  }),
];
