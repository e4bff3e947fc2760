import { z } from 'zod';
import * as endpoints from '#contract/attendance.ts';
import { isMagicMeetingUid } from '#domain/magic-uid.ts';
import type { Acceptance, RsvpLetter } from '#domain/rsvp.ts';
import type { Context } from '#server/context.ts';
import { withLoadedScope } from '#server/db/board-scope.ts';
import { AppError, authorize, notFound } from '#server/errors.ts';
import { canEditMeeting } from '#server/features/homes/meetings/meeting/policy.ts';
import { loadMeeting } from '#server/features/homes/meetings/meeting/queries.ts';
import { canSeeMeeting } from '#server/features/homes/meetings/meeting/visibility.ts';
import { withMagicScope } from '#server/http/adapter.ts';
import { cookieNames } from '#server/http/cookies.ts';
import { implement, type RequestContext, type Route } from '#server/http/implement.ts';
import * as commands from './commands.ts';
import { canAnswerFor } from './policy.ts';
import { findInvitedMember, meetingToAnswer, replyParams, replyStatements } from './queries.ts';

const uuid = z.uuid();

async function answerBySession(
  context: Context,
  request: RequestContext,
  { meetingId, letter }: { readonly meetingId: string; readonly letter: RsvpLetter },
): Promise<Acceptance> {
  if (!uuid.safeParse(meetingId).success) throw notFound();
  const token = request.cookie(cookieNames.session);
  if (token === undefined) throw new AppError('session-expired');
  const who = {
    session: { token },
    access: 'member',
    board: { from: 'meeting-id', id: meetingId },
  } as const;
  const loading = {
    statements: { meeting: meetingToAnswer, ...replyStatements },
    params: replyParams({ meetingId, memberId: null }),
  };
  return withLoadedScope(context, who, loading, async (scope, { meeting, ...known }) => {
    if (!meeting || !canSeeMeeting(scope, meeting)) throw notFound();
    return commands.answerInvitation(scope, context.config, { meeting, memberId: scope.member.id, letter, known });
  });
}

const answerByLink = (
  context: Context,
  { uid, letter }: { readonly uid: string; readonly letter: RsvpLetter },
): Promise<Acceptance> =>
  withMagicScope(context, { uid }, async (scope) => {
    if (scope.via.kind !== 'magic') throw new Error('A magic address opened more than its meeting.');
    const meeting = await loadMeeting(scope, scope.via.meetingId, { lock: 'share' });
    return commands.answerInvitation(scope, context.config, { meeting, memberId: scope.member.id, letter });
  });

export const attendanceRoutes: readonly Route[] = [
  implement(
    endpoints.answerAttendance,
    async ({ context, request, params: { uid, letter } }) => ({
      status: 'success' as const,
      // `uid` identifies either a magic link or, for a signed-in member, the meeting itself.
      data: await (isMagicMeetingUid(uid)
        ? answerByLink(context, { uid, letter })
        : answerBySession(context, request, { meetingId: uid, letter })),
    }),
    { entersBoard: true },
  ),

  implement(endpoints.answerForInvitee, async ({ scope, context, params, body }) => {
    const meeting = await loadMeeting(scope, params.id, { lock: 'share' });
    authorize(canEditMeeting(scope, meeting));
    const invitee = await findInvitedMember(scope, { meetingId: meeting.id, memberId: params.member_id });
    if (!invitee) throw notFound();
    authorize(canAnswerFor(scope, meeting, invitee, body.letter));
    const reply = { meeting, memberId: invitee.id, letter: body.letter };
    return { acceptance: await commands.answerInvitation(scope, context.config, reply) };
  }),

  implement(endpoints.recordAttendance, async ({ scope, context, params, body }) => {
    const { attendance } = body;
    const isApology = attendance !== true;
    const meeting = await commands.loadMeetingForAttendance(scope, context.config, params.id, { isApology });
    await commands.recordAttendance(scope, { meeting, memberId: params.member_id, attendance });
    return { attendance };
  }),

  implement(endpoints.addGuest, async ({ scope, context, params, body }) => {
    const meeting = await commands.loadMeetingForAttendance(scope, context.config, params.id, { lock: 'update' });
    return { guest: await commands.addGuest(scope, meeting, body) };
  }),

  implement(endpoints.updateGuest, async ({ scope, context, params, body }) => {
    const meeting = await commands.loadMeetingForAttendance(scope, context.config, params.id);
    return { guest: await commands.updateGuest(scope, { meeting, guestId: params.guest_id }, body) };
  }),

  implement(endpoints.removeGuest, async ({ scope, context, params }) => {
    const meeting = await commands.loadMeetingForAttendance(scope, context.config, params.id);
    await commands.removeGuest(scope, { meeting, guestId: params.guest_id });
  }),
];
