import type { BoardScope } from '#server/db/board-scope.ts';
import type { LoadedMeeting, MeetingRow } from '#server/features/homes/meetings/base/queries.ts';
import { isEditor } from '#server/features/members/audience/policy.ts';

/** Product.md, section 2, of a meeting that finds its date. Pure. */
type Reader = Pick<BoardScope, 'member' | 'via'>;

/** For oneself: invited, and being asked. */
export const canAnswerDates = (meeting: Pick<MeetingRow, 'state'>, isInvited: boolean): boolean =>
  isInvited && meeting.state === 'finding-date';

export const canPickDate = (reader: Reader, meeting: Pick<LoadedMeeting, 'state' | 'administers'>): boolean =>
  isEditor(reader, meeting) && meeting.state === 'finding-date';

/** As with replies: a board admin answers for an invitee who is pending, and may reset anybody's answers to none. */
export function canAnswerDatesFor(
  reader: Reader,
  invitee: { readonly isPending: boolean },
  answers: readonly { readonly answer: string | null }[],
): boolean {
  if (reader.via.kind !== 'session' || !reader.member.isBoardAdmin) return false;
  return invitee.isPending || answers.every(({ answer }) => answer === null);
}
