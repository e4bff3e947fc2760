import { sql } from 'kysely';
import type { LibraryHomeInput, LinkHomeInput } from '#contract/documents.ts';
import type { LibraryItem } from '#contract/library.ts';
import { folderDepthMax } from '#domain/folders.ts';
import type { LinkKind } from '#domain/links.ts';
import { libraryMessages } from '#domain/messages/documents.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import { createRow, updateRow } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { takePositions } from '#server/db/take-positions.ts';
import { authorize, notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { hasFolderNamed, listSiblings, placeOf, refuseFull } from '#server/features/homes/library/folders/commands.ts';
import {
  type LibraryChange,
  listLibraryListeners,
  publishLibraryChanged,
} from '#server/features/homes/library/tree/commands.ts';
import {
  type FolderRow,
  type LoadedLibraryHome,
  loadFolders,
  loadLibraryHome,
} from '#server/features/homes/library/tree/queries.ts';
import { canEditLibraryHome } from '#server/features/homes/library/tree/visibility.ts';
import { linkColumns } from '#server/features/papers/documents/commands.ts';
import {
  freePosition,
  freePositions,
  loadPlacementHome,
  placementColumns,
  publishHomeChanged,
} from '#server/features/papers/documents/placements/commands.ts';
import { canEditHome } from '#server/features/papers/documents/policy.ts';
import { type LoadedDocument, loadVisibleDocuments } from '#server/features/papers/documents/queries.ts';
import { type DeletedItem, listDeletedAmong } from './queries.ts';

const idsOf = (items: readonly Pick<DeletedItem, 'kind' | 'id'>[], kind: DeletedItem['kind']): readonly string[] => [
  ...new Set(items.filter((item) => item.kind === kind).map((item) => item.id)),
];

interface Items {
  readonly folders: readonly FolderRow[];
  readonly documents: readonly LoadedDocument[];
}

async function loadItems(scope: BoardScope, items: readonly LibraryItem[]): Promise<Items> {
  const folders = await loadFolders(scope, idsOf(items, 'folder'));
  authorize(folders.every((folder) => canEditLibraryHome(scope, folder)));
  const wanted = idsOf(items, 'document');
  const documents = await loadVisibleDocuments(scope, wanted);
  if (documents.length < wanted.length) throw notFound();
  authorize(documents.every(({ home }) => home.kind === 'library' && canEditHome(scope, home)));
  return { folders, documents };
}

export async function moveItems(
  scope: BoardScope,
  given: {
    readonly items: readonly LibraryItem[];
    readonly home: LibraryHomeInput;
    readonly before: LibraryItem | null;
  },
): Promise<void> {
  await lockBoard(scope, 'library');
  const { folders, documents } = await loadItems(scope, given.items);
  const home = await loadLibraryHome(scope, given.home);
  authorize(canEditLibraryHome(scope, home));
  const before = await listLibraryListeners(scope, changeOf(given.items));
  const beforeOf = (kind: LibraryItem['kind']) => (given.before?.kind === kind ? given.before.id : null);
  await moveFolders(scope, folders, { home, beforeId: beforeOf('folder') });
  await moveDocuments(scope, documents, { home: given.home, beforeId: beforeOf('document') });
  await recordChange(scope, given.items, { done: 'moved', before });
}

async function moveFolders(
  scope: BoardScope,
  folders: readonly FolderRow[],
  to: { readonly home: LoadedLibraryHome; readonly beforeId: string | null },
): Promise<void> {
  const moving = new Set(folders.map((folder) => folder.id));
  // Moves only the outermost folders, because the folders inside them follow.
  const tops = folders.filter((folder) => !folder.path.slice(0, -1).some((id) => moving.has(id)));
  if (tops.length === 0) return;
  for (const folder of tops) await refuseSameName(scope, folder, to.home);
  const present = (await listSiblings(scope, to.home)).filter((folder) => !moving.has(folder.id));
  const positions = await takePositions(scope, 'folders', { present, beforeId: to.beforeId, count: tops.length });
  for (const [index, folder] of tops.entries()) {
    await moveFolder(scope, folder, { home: to.home, position: positions[index] ?? folder.position });
  }
}

async function refuseSameName(scope: BoardScope, folder: FolderRow, home: LoadedLibraryHome): Promise<void> {
  const place = placeOf(home);
  if (place.categoryId === folder.category_id && place.parentId === folder.parent_id) return;
  if (await hasFolderNamed(scope, place, { name: folder.name, besides: folder.id })) {
    throw refused(libraryMessages.sameNameThere(folder.name));
  }
}

async function moveFolder(
  scope: BoardScope,
  folder: FolderRow,
  to: { readonly home: LoadedLibraryHome; readonly position: number },
): Promise<void> {
  const above = to.home.folder?.path ?? [];
  if (above.includes(folder.id)) throw refused(libraryMessages.intoItself);
  if (above.length > 0 && folder.audience_id !== null) throw refused(libraryMessages.audienceOfTopFolders);
  const deepest = await depthBelow(scope, folder);
  if (above.length + deepest - folder.path.length + 1 > folderDepthMax) {
    throw refused(libraryMessages.tooDeep(folderDepthMax));
  }
  if (to.home.categoryId !== folder.category_id) await refuseFull(scope, to.home.categoryId);
  await sql`
    update folders set
      category_id = ${to.home.categoryId}::uuid,
      path = ${[...above]}::uuid[] || path[${folder.path.length}::int:],
      parent_id = case when id = ${folder.id}::uuid then ${to.home.folder?.id ?? null}::uuid else parent_id end,
      position = case when id = ${folder.id}::uuid then ${to.position}::int else position end,
      updated_at = ${scope.now}
    where board_id = ${scope.board.id}::uuid and path @> array[${folder.id}::uuid]
  `.execute(scope.tx);
}

/** Includes deleted folders, because they can be restored. */
async function depthBelow(scope: BoardScope, folder: FolderRow): Promise<number> {
  const found = await sql<{ depth: number }>`
    select max(cardinality(path))::int as depth from folders
    where board_id = ${scope.board.id}::uuid and path @> array[${folder.id}::uuid]
  `.execute(scope.tx);
  return found.rows[0]?.depth ?? folder.path.length;
}

async function moveDocuments(
  scope: BoardScope,
  documents: readonly LoadedDocument[],
  to: { readonly home: LibraryHomeInput; readonly beforeId: string | null },
): Promise<void> {
  if (documents.length === 0) return;
  const ids = documents.map((document) => document.id);
  const wanted = { beforeId: to.beforeId, count: ids.length, besides: ids };
  const positions = await freePositions(scope, to.home, wanted);
  for (const [index, id] of ids.entries()) {
    const parent = { category_id: null, folder_id: null, [placementColumns[to.home.kind]]: to.home.id };
    await updateRow(scope, 'documents', id, { ...parent, position: positions[index] ?? 0 });
  }
}

export async function hideItems(scope: BoardScope, items: readonly LibraryItem[], hidden: boolean): Promise<void> {
  await lockBoard(scope, 'library');
  const found = await loadItems(scope, items);
  const before = await listLibraryListeners(scope, changeOf(items));
  await updateItems(scope, found, { hidden });
  await recordChange(scope, items, { done: hidden ? 'hidden' : 'shown', before });
}

export async function deleteItems(scope: BoardScope, items: readonly LibraryItem[]): Promise<void> {
  await lockBoard(scope, 'library');
  const found = await loadItems(scope, items);
  await scope.ports.documentLock.refuseLocked(scope, { documentIds: found.documents.map(({ id }) => id) });
  await scope.ports.documentLock.refuseLocked(scope, { folderIds: found.folders.map(({ id }) => id) });
  await updateItems(scope, found, { deleted_at: scope.now, deleted_by: scope.member.id });
  await recordChange(scope, items, { done: 'deleted' });
}

async function updateItems(
  scope: BoardScope,
  { folders, documents }: Items,
  fields: { readonly hidden: boolean } | { readonly deleted_at: Date; readonly deleted_by: string },
): Promise<void> {
  for (const [table, rows] of [
    ['folders', folders],
    ['documents', documents],
  ] as const) {
    if (rows.length === 0) continue;
    await scope.tx
      .updateTable(table)
      .set(fields)
      .where('board_id', '=', scope.board.id)
      .where(
        'id',
        'in',
        rows.map((row) => row.id),
      )
      .execute();
  }
}

async function recordChange(
  scope: BoardScope,
  items: readonly LibraryItem[],
  { done, before }: { readonly done: 'deleted' | 'moved' | 'hidden' | 'shown'; readonly before?: readonly string[] },
): Promise<void> {
  for (const { kind, id } of items) {
    await audit(scope, `${kind}.${done}`, { kind, id });
  }
  await publishLibraryChanged(scope, changeOf(items), before);
}

const changeOf = (items: readonly Pick<DeletedItem, 'kind' | 'id'>[]): LibraryChange => ({
  categories: idsOf(items, 'category'),
  folders: idsOf(items, 'folder'),
  documents: idsOf(items, 'document'),
});

const tableOf = { category: 'categories', folder: 'folders', document: 'documents' } as const;

/** Throws if an item is inside a deleted folder or category. */
export async function restoreItems(
  scope: BoardScope,
  items: readonly Pick<DeletedItem, 'kind' | 'id'>[],
): Promise<void> {
  await lockBoard(scope, 'library');
  const ids = items.map((item) => item.id);
  const rows = await listDeletedAmong(scope, ids);
  for (const { kind, id } of items) {
    const found = rows.find((row) => row.kind === kind && row.id === id);
    if (!found) throw notFound();
    if (found.is_orphan) throw refused(libraryMessages.placeGone);
    await updateRow(scope, tableOf[kind], id, { deleted_at: null, deleted_by: null });
    await audit(scope, `${kind}.restored`, { kind, id });
  }
  await publishLibraryChanged(scope, changeOf(items));
}

/** Throws `invalid` for addresses of private networks. */
export async function addLink(
  scope: BoardScope,
  given: { readonly home: LinkHomeInput; readonly title: string; readonly url: string },
): Promise<{ readonly id: string; readonly mime_type: LinkKind }> {
  const home = await loadPlacementHome(scope, given.home, { lock: 'update' });
  const address = linkColumns(given.url);
  const position = await freePosition(scope, given.home, { beforeId: null });
  const id = await createRow(scope, 'documents', {
    [placementColumns[given.home.kind]]: given.home.id,
    title: given.title,
    extension: 'link',
    is_link: true,
    ...address,
    position,
    created_by: scope.member.id,
    created_at: scope.now,
  });
  await audit(scope, 'document.added', { kind: 'document', id });
  await publishHomeChanged(scope, home);
  return { id, mime_type: address.mime_type };
}
