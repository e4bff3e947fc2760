import { type RawBuilder, sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import { isEditor, isVisible } from '#server/features/members/audience/policy.ts';
import {
  type AudienceAccess,
  actorOf,
  administersAudience,
  editableBy,
  inAudience,
  type MemberIds,
  publishedOrEditable,
  type SqlReader,
} from '#server/features/members/audience/queries.ts';
import type { AnnouncementHome } from '#server/features/papers/documents/ports.ts';

export function announcementVisibleWhere(reader: SqlReader): RawBuilder<boolean> {
  const audienceId = sql.ref<string>('item.audience_id');
  return publishedOrEditable(reader, audienceId, sql<boolean>`item.state = 'published'`);
}

/** A magic link opens only its own announcement. */
export function canSeeAnnouncement(
  reader: Pick<BoardScope, 'member' | 'via'>,
  item: AudienceAccess & Pick<AnnouncementHome, 'id' | 'state'>,
): boolean {
  const { via } = reader;
  if (via.kind !== 'session' && (via.kind !== 'magic-announcement' || via.announcementId !== item.id)) return false;
  return item.state === 'published' ? isVisible(reader, item) : isEditor(reader, item);
}

export const selectVisibleAnnouncements = (reader: SqlReader): RawBuilder<unknown> => sql`
  select item.id, ${editableBy(reader, sql.ref('item.audience_id'))} as edits
  from announcements item
  where item.board_id = ${reader.board.id}::uuid and item.deleted_at is null and ${announcementVisibleWhere(reader)}
`;

export function selectAnnouncementOfDocument(scope: MemberIds): RawBuilder<AnnouncementHome | null> {
  const me = actorOf(scope);
  const audienceId = sql.ref<string>('announcement.audience_id');
  return sql<AnnouncementHome | null>`(
    select jsonb_build_object(
      'kind', 'announcement', 'id', announcement.id, 'state', announcement.state,
      'in_audience', ${inAudience(scope, audienceId, me)}, 'administers', ${administersAudience(scope, audienceId, me)}
    )
    from announcements announcement
    where announcement.board_id = document.board_id and announcement.id = document.announcement_id
      and announcement.deleted_at is null
  )`;
}

export const announcementNameOfDocument = sql<string | null>`(
  select announcement.title from announcements announcement
  where announcement.board_id = document.board_id and announcement.id = document.announcement_id
)`;
