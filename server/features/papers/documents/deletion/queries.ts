import { sql } from 'kysely';
import { restorableSince } from '#domain/timings.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { loadPlacementHome } from '#server/features/papers/documents/placements/commands.ts';

const deletedListedMax = 200;

interface DeletedRow {
  readonly id: string;
  readonly title: string;
  readonly extension: string;
  readonly mime_type: string;
  readonly is_link: boolean;
  readonly agenda_item_title: string | null;
  readonly deleted_at: Date;
  readonly deleted_by: string | null;
}

/**
 * What `restoreDocument` can bring back to a meeting or an announcement, newest first. Throws unless the reader may edit
 * it.
 */
export async function listDeleted(
  scope: BoardScope,
  home: { readonly kind: 'meeting' | 'announcement'; readonly id: string },
): Promise<readonly DeletedRow[]> {
  await loadPlacementHome(scope, home);
  const isOfHome =
    home.kind === 'announcement'
      ? sql`d.announcement_id = ${home.id}::uuid`
      : sql`(d.meeting_id = ${home.id}::uuid or item.meeting_id = ${home.id}::uuid)`;
  const { rows } = await sql<DeletedRow>`
    select d.id, d.title, d.extension, d.mime_type, d.is_link, item.title as agenda_item_title, d.deleted_at,
      u.first_name || ' ' || u.last_name as deleted_by
    from documents d
    left join agenda_items item on item.board_id = d.board_id and item.id = d.agenda_item_id
    left join members m on m.board_id = d.board_id and m.id = d.deleted_by
    left join users u on u.id = m.user_id
    where d.board_id = ${scope.board.id}::uuid and d.deleted_at > ${restorableSince(scope.now)} and ${isOfHome}
    order by d.deleted_at desc, d.id
    limit ${deletedListedMax}
  `.execute(scope.tx);
  return rows;
}

const purgedAtOnceMax = 500;

export type PurgeItem = Readonly<Record<string, string>> & {
  readonly board_id: string;
  readonly id: string;
  readonly kind: 'category' | 'folder' | 'document';
};

/** What was deleted so long ago that nobody can restore it. */
export const selectPurgeable = (now: Date) => sql<PurgeItem>`
  select board_id, kind, id from gate.documents_to_purge(${restorableSince(now)}, ${purgedAtOnceMax})
`;

/** What is deleted for good with its documents. */
interface PurgedHome {
  readonly kind: PurgeItem['kind'] | 'meeting' | 'announcement';
  readonly id: string;
}

/** Storage keys of every version inside the item, and of what was made of it. */
export async function listKeysInside(scope: BoardJobScope, item: PurgedHome): Promise<readonly string[]> {
  const id = sql`${item.id}::uuid`;
  const isInside = {
    category: sql<boolean>`${id} in (document.category_id, folder.category_id)`,
    folder: sql<boolean>`folder.path @> array[${id}]`,
    document: sql<boolean>`document.id = ${id}`,
    meeting: sql<boolean>`${id} in (document.meeting_id, agenda.meeting_id)`,
    announcement: sql<boolean>`document.announcement_id = ${id}`,
  }[item.kind];
  const rows = await scope.tx
    .selectFrom('document_versions as version')
    .innerJoin('documents as document', (join) =>
      join.onRef('document.board_id', '=', 'version.board_id').onRef('document.id', '=', 'version.document_id'),
    )
    .leftJoin('folders as folder', (join) =>
      join.onRef('folder.board_id', '=', 'document.board_id').onRef('folder.id', '=', 'document.folder_id'),
    )
    .leftJoin('agenda_items as agenda', (join) =>
      join.onRef('agenda.board_id', '=', 'document.board_id').onRef('agenda.id', '=', 'document.agenda_item_id'),
    )
    .select(['version.storage_key', 'version.preview_key', 'version.reading_key'])
    .where('version.board_id', '=', scope.board.id)
    .where(isInside)
    .execute();
  return rows.flatMap((row) => [row.storage_key, row.preview_key, row.reading_key].filter((key) => key !== null));
}

/** The audience of the category or folder, and those of the folders in it that have one. */
export async function listAudiencesInside(scope: BoardJobScope, item: PurgeItem): Promise<readonly string[]> {
  if (item.kind === 'document') return [];
  const id = sql`${item.id}::uuid`;
  const { rows } = await sql<{ audience_id: string }>`
    select audience_id from categories where board_id = ${scope.board.id}::uuid and id = ${id}
    union all
    select audience_id from folders
    where board_id = ${scope.board.id}::uuid and audience_id is not null and (category_id = ${id} or id = ${id})
  `.execute(scope.tx);
  return rows.map((row) => row.audience_id);
}

/** Those of the keys that a version names. */
export async function filterVersionKeys(scope: BoardJobScope, keys: readonly string[]): Promise<readonly string[]> {
  const board = sql`${scope.board.id}::uuid`;
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from document_versions where board_id = ${board} and storage_key = any(${keys})
    union all
    select preview_key from document_versions where board_id = ${board} and preview_key = any(${keys})
    union all
    select reading_key from document_versions where board_id = ${board} and reading_key = any(${keys})
  `.execute(scope.tx);
  return rows.map((row) => row.key);
}
