import type { BoardScope, ScopeBoard, ScopeMember } from '#server/db/board-scope.ts';
import { mayBeEditor } from '#server/db/board-scope.ts';
import { isEditor } from '#server/features/members/audience/policy.ts';
import type { AudienceAccess } from '#server/features/members/audience/queries.ts';
import type { AnnouncementHome } from '#server/features/papers/documents/ports.ts';
import type { PollHomeFacts } from '#server/features/papers/polls/poll/policy.ts';

type Reader = Pick<BoardScope, 'member' | 'via'>;
type State = Pick<AnnouncementHome, 'state'>;
type Editable = Pick<AudienceAccess, 'administers'>;

/** If the board hides people, only the author and board admins with a session see the author's name. */
export const canSeeAuthor = (
  reader: {
    readonly board: Pick<ScopeBoard, 'peopleHidden'>;
    readonly member: Pick<ScopeMember, 'id' | 'isBoardAdmin'>;
    readonly via: BoardScope['via'];
  },
  item: { readonly author_id: string | null },
): boolean =>
  !reader.board.peopleHidden ||
  (reader.via.kind === 'session' && reader.member.isBoardAdmin) ||
  item.author_id === reader.member.id;

export const hasMore = (reader: Reader, item: Editable & { readonly has_polls: boolean }): boolean =>
  item.has_polls || canEditAnnouncement(reader, item);

export const canCreateAnnouncement = (reader: Reader): boolean => mayBeEditor(reader);

export const canEditAnnouncement = (reader: Reader, item: Editable): boolean => isEditor(reader, item);

export const canPublishAnnouncement = (reader: Reader, item: State & Editable): boolean =>
  isEditor(reader, item) && item.state !== 'published';

export const canUnpublishAnnouncement = (reader: Reader, item: State & Editable): boolean =>
  isEditor(reader, item) && item.state !== 'draft';

export const pollHomeFactsOfAnnouncement = (
  item: Pick<AnnouncementHome, 'id' | 'state'> & AudienceAccess,
): PollHomeFacts => ({
  item: { kind: 'announcement', id: item.id },
  state: item.state === 'published' ? 'published' : 'draft',
  administers: item.administers,
  isInvited: item.in_audience,
  isReadOnly: false,
});
