import type { BoardScope } from '#server/db/board-scope.ts';
import type { LoadedMeeting, MeetingRow } from '#server/features/homes/meetings/meeting/queries.ts';
import { isEditor } from '#server/features/members/audience/policy.ts';

type Reader = Pick<BoardScope, 'member' | 'via'>;

export const canAnswerDates = (meeting: Pick<MeetingRow, 'state'>, isInvited: boolean): boolean =>
  isInvited && meeting.state === 'finding-date';

export const canPickDate = (reader: Reader, meeting: Pick<LoadedMeeting, 'state' | 'administers'>): boolean =>
  isEditor(reader, meeting) && meeting.state === 'finding-date';

export function canAnswerDatesFor(
  reader: Reader,
  invitee: { readonly isPending: boolean },
  answers: readonly { readonly answer: string | null }[],
): boolean {
  if (reader.via.kind !== 'session' || !reader.member.isBoardAdmin) return false;
  return invitee.isPending || answers.every(({ answer }) => answer === null);
}
