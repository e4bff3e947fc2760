import { answerDates, answerDatesByMagic, answerDatesFor } from '#contract/date-finding.ts';
import { authorize, notFound } from '#server/errors.ts';
import { findInvitedMember } from '#server/features/homes/meetings/attendance/queries.ts';
import { canEditMeeting } from '#server/features/homes/meetings/meeting/policy.ts';
import { loadMeeting } from '#server/features/homes/meetings/meeting/queries.ts';
import { implement, type Route } from '#server/http/implement.ts';
import * as commands from './commands.ts';
import { canAnswerDatesFor } from './policy.ts';

export const dateRoutes: readonly Route[] = [
  implement(answerDates, async ({ scope, params, body }) => {
    const meeting = await loadMeeting(scope, params.id, { lock: 'share' });
    await commands.writeDateAnswers(scope, { meeting, memberId: scope.member.id, answers: body.answers });
  }),

  implement(answerDatesByMagic, async ({ scope, body }) => {
    if (scope.via.kind !== 'magic') throw notFound();
    const meeting = await loadMeeting(scope, scope.via.meetingId, { lock: 'share' });
    await commands.writeDateAnswers(scope, { meeting, memberId: scope.member.id, answers: body.answers });
  }),

  implement(answerDatesFor, async ({ scope, params, body }) => {
    const meeting = await loadMeeting(scope, params.id, { lock: 'share' });
    authorize(canEditMeeting(scope, meeting));
    const invitee = await findInvitedMember(scope, { meetingId: meeting.id, memberId: params.member_id });
    if (!invitee) throw notFound();
    authorize(canAnswerDatesFor(scope, invitee, body.answers));
    await commands.writeDateAnswers(scope, { meeting, memberId: params.member_id, answers: body.answers });
  }),
];
