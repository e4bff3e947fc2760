import { sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { canEditAnnouncement, canSeeAnnouncement } from '#server/features/homes/announcements/policy.ts';
import { canEditPlace, canSeePlace, type PlaceStanding } from '#server/features/homes/library/policy.ts';
import { selectFolderStanding, someAbove } from '#server/features/homes/library/queries.ts';
import { canEditMeeting, canSeeMeeting } from '#server/features/homes/meetings/policy.ts';
import { type AudienceStanding, administersAudience, inAudience } from '#server/features/members/audience/queries.ts';
import { type DocumentRow, selectDocuments } from './queries.ts';

/** What a document stands in, and how whoever acts stands towards that. */
export type DocumentHome =
  | ({
      readonly kind: 'meeting';
      readonly id: string;
      readonly state: 'draft' | 'finding-date' | 'published' | 'cancelled';
    } & AudienceStanding)
  | ({
      readonly kind: 'announcement';
      readonly id: string;
      readonly state: 'draft' | 'scheduled' | 'published';
    } & AudienceStanding)
  | ({ readonly kind: 'library'; readonly categoryId: string; readonly folderId: string | null } & PlaceStanding);

export interface LoadedDocument extends DocumentRow {
  /** Shown to editors alone. */
  readonly hidden: boolean;
  readonly home: DocumentHome;
}

/** Throws `not-found` unless the document is there and in the reader's sight. */
export async function loadDocument(scope: BoardScope, documentId: string): Promise<LoadedDocument> {
  const row = await selectWithHome(scope).where('document.id', '=', documentId).executeTakeFirst();
  const home = row && homeOf(row);
  if (!row || !home || !isHomeInSight(scope, home)) throw notFound();
  if (row.hidden && !canEditHome(scope, home)) throw notFound();
  return { ...row, home };
}

/** Those that are there and in the reader's sight, in the order of the ids. */
export async function loadDocumentsInSight(
  scope: BoardScope,
  ids: readonly string[],
): Promise<readonly LoadedDocument[]> {
  if (ids.length === 0) return [];
  const rows = await selectWithHome(scope)
    .where('document.id', 'in', [...ids])
    .execute();
  const inSight = rows.flatMap((row): readonly LoadedDocument[] => {
    const home = homeOf(row);
    const isSeen = home !== null && isHomeInSight(scope, home) && (!row.hidden || canEditHome(scope, home));
    return isSeen ? [{ ...row, home }] : [];
  });
  return inSight.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

function isHomeInSight(scope: BoardScope, home: DocumentHome): boolean {
  if (home.kind === 'meeting') return canSeeMeeting(scope, home);
  return home.kind === 'announcement' ? canSeeAnnouncement(scope, home) : canSeePlace(scope, home);
}

/** Whoever may change what a document stands in may change the document. */
export function canEditHome(scope: Pick<BoardScope, 'member' | 'via'>, home: DocumentHome): boolean {
  if (home.kind === 'meeting') return canEditMeeting(scope, home);
  return home.kind === 'announcement' ? canEditAnnouncement(scope, home) : canEditPlace(scope, home);
}

function selectWithHome(scope: BoardScope) {
  const me = sql<string>`${scope.member.id}::uuid`;
  const meetingAudience = sql.ref<string>('meeting.audience_id');
  const announcementAudience = sql.ref<string>('announcement.audience_id');
  const areAboveDeleted = someAbove(sql.ref('folder.path'), sql`above.deleted_at is not null`);
  return selectDocuments(scope)
    .leftJoin('agenda_items as item', (join) =>
      join.onRef('item.board_id', '=', 'document.board_id').onRef('item.id', '=', 'document.agenda_item_id'),
    )
    .leftJoin('meetings as meeting', (join) =>
      join
        .onRef('meeting.board_id', '=', 'document.board_id')
        .on((eb) => eb('meeting.id', '=', eb.fn.coalesce('document.meeting_id', 'item.meeting_id')))
        .on('meeting.deleted_at', 'is', null),
    )
    .leftJoin('announcements as announcement', (join) =>
      join
        .onRef('announcement.board_id', '=', 'document.board_id')
        .onRef('announcement.id', '=', 'document.announcement_id')
        .on('announcement.deleted_at', 'is', null),
    )
    .leftJoin('folders as folder', (join) =>
      join.onRef('folder.board_id', '=', 'document.board_id').onRef('folder.id', '=', 'document.folder_id'),
    )
    .leftJoin('categories as category', (join) =>
      join
        .onRef('category.board_id', '=', 'document.board_id')
        .on((eb) => eb('category.id', '=', eb.fn.coalesce('document.category_id', 'folder.category_id')))
        .on('category.deleted_at', 'is', null)
        .on(sql<boolean>`not ${areAboveDeleted}`),
    )
    .leftJoin('folders as top', (join) =>
      join.onRef('top.board_id', '=', 'document.board_id').on(sql<boolean>`top.id = folder.path[1]`),
    )
    .select([
      'document.hidden',
      'document.folder_id',
      'meeting.id as home_meeting_id',
      'meeting.state as meeting_state',
      'announcement.id as home_announcement_id',
      sql<'draft' | 'scheduled' | 'published'>`announcement.state`.as('announcement_state'),
      inAudience(scope, announcementAudience, me).as('announcement_in_audience'),
      administersAudience(scope, announcementAudience, me).as('announcement_administers'),
      'category.id as home_category_id',
      inAudience(scope, meetingAudience, me).as('meeting_in_audience'),
      administersAudience(scope, meetingAudience, me).as('meeting_administers'),
      ...selectFolderStanding(scope),
    ]);
}

type HomeRow = Awaited<ReturnType<ReturnType<typeof selectWithHome>['executeTakeFirstOrThrow']>>;

/** Null when what it stands in is deleted. */
function homeOf(row: HomeRow): DocumentHome | null {
  if (row.home_meeting_id !== null && row.meeting_state !== null) {
    const standing = { in_audience: row.meeting_in_audience, administers: row.meeting_administers };
    return { kind: 'meeting', id: row.home_meeting_id, state: row.meeting_state, ...standing };
  }
  if (row.home_announcement_id !== null) {
    const standing = { in_audience: row.announcement_in_audience, administers: row.announcement_administers };
    return { kind: 'announcement', id: row.home_announcement_id, state: row.announcement_state, ...standing };
  }
  if (row.home_category_id === null) return null;
  const { in_audience, administers, is_hidden } = row;
  const place = { categoryId: row.home_category_id, folderId: row.folder_id };
  return { kind: 'library', ...place, in_audience, administers, is_hidden };
}
