import { answerAttendance, answerForInvitee } from '../../../contract/attendance.ts';
import { authorize, notFound } from '../../errors.ts';
import { implement, type Route } from '../../http/implement.ts';
import { canEditMeeting } from '../meetings/policy.ts';
import { loadMeeting } from '../meetings/queries.ts';
import { answer } from './commands.ts';
import { withInvitationScope } from './open-invitation.ts';
import { canAnswerFor } from './policy.ts';

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
    authorize(canEditMeeting(scope));
    const invitee = await scope.tx
      .selectFrom('invitees')
      .innerJoin('members', (join) =>
        join.onRef('members.board_id', '=', 'invitees.board_id').onRef('members.id', '=', 'invitees.member_id'),
      )
      .select(['members.id', 'members.status'])
      .where('invitees.board_id', '=', scope.board.id)
      .where('invitees.meeting_id', '=', meeting.id)
      .where('invitees.member_id', '=', params.member_id)
      .executeTakeFirst();
    if (!invitee) throw notFound();
    authorize(canAnswerFor(scope, { isPending: invitee.status === 'invited' }, body.letter));
    const answering = { meeting, memberId: invitee.id, letter: body.letter };
    return { acceptance: await answer(scope, context.config, answering) };
  }),
];
