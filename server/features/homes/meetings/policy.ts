import type { BoardScope } from '#server/db/board-scope.ts';
import { mayBeEditor } from '#server/db/member-rights.ts';
import { isEditor } from '#server/features/members/audience/policy.ts';
import type { AudienceStanding } from '#server/features/members/audience/queries.ts';
import type { InviteeRow, MeetingRow } from './queries.ts';

/** Product.md, section 2. Pure: who acts and what is there decide. */
type Reader = Pick<BoardScope, 'member' | 'via'>;
type State = Pick<MeetingRow, 'state'>;
/** A meeting, or what stands in it, as far as its audience decides. */
type Editable = Pick<AudienceStanding, 'administers'>;

/** For whom, its audience decides: whoever makes a meeting must be its editor. */
export const canCreateMeeting = (reader: Reader): boolean => mayBeEditor(reader);

export const canEditMeeting = (reader: Reader, meeting: Editable): boolean => isEditor(reader, meeting);

export const canPublish = (reader: Reader, meeting: State & Editable): boolean =>
  isEditor(reader, meeting) && meeting.state === 'draft';

/** Answer for oneself: invited, published, and the window still open. */
export function canRespond(
  meeting: State,
  own: Pick<InviteeRow, 'acceptance'> | null,
  window: { readonly areEditsClosed: boolean },
): boolean {
  return own !== null && meeting.state === 'published' && !window.areEditsClosed;
}
