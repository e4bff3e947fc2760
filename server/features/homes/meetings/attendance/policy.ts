import type { RsvpLetter } from '#domain/rsvp.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { canEditMeeting } from '#server/features/homes/meetings/meeting/policy.ts';
import type { LoadedMeeting } from '#server/features/homes/meetings/meeting/queries.ts';

export function canAnswerFor(
  reader: Pick<BoardScope, 'member' | 'via'>,
  meeting: Pick<LoadedMeeting, 'administers'>,
  invitee: { readonly isPending: boolean },
  letter: RsvpLetter,
): boolean {
  return reader.member.isBoardAdmin && canEditMeeting(reader, meeting) && (invitee.isPending || letter === 'm');
}
