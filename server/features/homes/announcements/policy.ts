import type { BoardScope, ScopeBoard, ScopeMember } from '#server/db/board-scope.ts';
import { mayBeEditor } from '#server/db/board-scope.ts';
import { isEditor } from '#server/features/members/audience/policy.ts';
import type { AudienceAccess } from '#server/features/members/audience/queries.ts';
import type { PollHomeFacts } from '#server/features/papers/polls/policy.ts';
import type { AnnouncementRow } from './queries.ts';

/** Product.md, section 2. Pure: who acts and what is there decide. */
type Reader = Pick<BoardScope, 'member' | 'via'>;
type State = Pick<AnnouncementRow, 'state'>;
type Editable = Pick<AudienceAccess, 'administers'>;

/**
 * A board that hides its people names no author but to its admins and to the author. Elsewhere a secret address, which shows
 * no people, still says who wrote what it opens.
 */
export const canSeeAuthor = (
  reader: {
    readonly board: Pick<ScopeBoard, 'peopleHidden'>;
    readonly member: Pick<ScopeMember, 'id' | 'isBoardAdmin'>;
    readonly via: BoardScope['via'];
  },
  item: Pick<AnnouncementRow, 'author_id'>,
): boolean =>
  !reader.board.peopleHidden ||
  (reader.via.kind === 'session' && reader.member.isBoardAdmin) ||
  item.author_id === reader.member.id;

/** For whom, its audience decides: whoever makes one must be its editor. */
export const canCreateAnnouncement = (reader: Reader): boolean => mayBeEditor(reader);

export const canEditAnnouncement = (reader: Reader, item: Editable): boolean => isEditor(reader, item);

export const canPublishAnnouncement = (reader: Reader, item: State & Editable): boolean =>
  isEditor(reader, item) && item.state !== 'published';

export const canUnpublishAnnouncement = (reader: Reader, item: State & Editable): boolean =>
  isEditor(reader, item) && item.state !== 'draft';

/** An announcement's audience is asked for as long as it is out. */
export const pollHomeFactsOfAnnouncement = (
  item: Pick<AnnouncementRow, 'id' | 'state'> & AudienceAccess,
): PollHomeFacts => ({
  item: { kind: 'announcement', id: item.id },
  state: item.state === 'published' ? 'published' : 'draft',
  administers: item.administers,
  isInvited: item.in_audience,
  isReadOnly: false,
});
