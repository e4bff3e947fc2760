import type { BoardScope } from '../../db/board-scope.ts';
import type { InviteeRow, MeetingRow } from './queries.ts';

/** Product.md, section 2. Pure: who acts and what is there decide. */
type Reader = Pick<BoardScope, 'member' | 'via'>;
type State = Pick<MeetingRow, 'state'>;

/** An editor is a board admin who is signed in; a secret address makes nobody an editor. */
const isEditor = (reader: Reader): boolean => reader.via.kind === 'session' && reader.member.isBoardAdmin;

export function canSeeMeeting(reader: Reader, meeting: State & Pick<MeetingRow, 'id'>): boolean {
  if (reader.via.kind === 'magic' && reader.via.meetingId !== meeting.id) return false;
  return meeting.state !== 'draft' || isEditor(reader);
}

export const canCreateMeeting = (reader: Reader): boolean => isEditor(reader);

export const canEditMeeting = (reader: Reader): boolean => isEditor(reader);

export const canPublish = (reader: Reader, meeting: State): boolean => isEditor(reader) && meeting.state === 'draft';

export const canDeleteMeeting = (reader: Reader, meeting: State): boolean =>
  isEditor(reader) && meeting.state === 'draft';

/** Answer for oneself: invited, published, and the window still open. */
export function canRespond(
  meeting: State,
  own: InviteeRow | null,
  window: { readonly areEditsClosed: boolean },
): boolean {
  return own !== null && meeting.state === 'published' && !window.areEditsClosed;
}
