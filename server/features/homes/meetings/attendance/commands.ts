import { dateMessages, meetingMessages } from '#domain/messages.ts';
import { type Acceptance, acceptanceForLetter, type RsvpLetter } from '#domain/rsvp.ts';
import type { Config } from '#server/config.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { invalid, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { tellMeetingChanged } from '#server/features/homes/meetings/commands.ts';
import { refuseClosed } from '#server/features/homes/meetings/lifecycle/closing.ts';
import type { MeetingRow } from '#server/features/homes/meetings/queries.ts';

interface Answering {
  readonly meeting: MeetingRow;
  readonly memberId: string;
  readonly letter: RsvpLetter;
}

/**
 * Writes an invitee's answer; the last one counts. Throws `invalid` for a letter that does not fit the meeting's type and
 * `refused` where no answer is taken: not published, cancelled, long over, not invited.
 */
export async function answer(
  scope: BoardScope,
  config: Pick<Config, 'editsCloseMinutesAfter'>,
  { meeting, memberId, letter }: Answering,
): Promise<Acceptance> {
  const acceptance = acceptanceForLetter(letter, meeting.type);
  if (acceptance === null) throw invalid({ letter: meetingMessages.answerDoesNotFit });
  if (meeting.state === 'draft') throw refused(meetingMessages.notPublished);
  if (meeting.state === 'finding-date') throw refused(dateMessages.stillFinding);
  if (meeting.state === 'cancelled') throw refused(meetingMessages.cancelled);
  refuseClosed(scope, config, meeting);
  const before = await scope.tx
    .selectFrom('invitees')
    .select('acceptance')
    .where('board_id', '=', scope.board.id)
    .where('meeting_id', '=', meeting.id)
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw refused(meetingMessages.notInvited);
  if (before.acceptance === acceptance) return acceptance;
  await scope.tx
    .updateTable('invitees')
    .set({ acceptance, answered_at: acceptance === 'none' ? null : scope.now })
    .where('board_id', '=', scope.board.id)
    .where('meeting_id', '=', meeting.id)
    .where('member_id', '=', memberId)
    .execute();
  await audit(scope, {
    action: 'meeting.answered',
    subjectKind: 'meeting',
    subjectId: meeting.id,
    detail: { acceptance, ...(memberId === scope.member.id ? {} : { for_member_id: memberId }) },
  });
  await tellMeetingChanged(scope, meeting);
  return acceptance;
}
