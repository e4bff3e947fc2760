import { sql } from 'kysely';
import type { LibraryHomeInput, LinkHomeInput } from '#contract/documents.ts';
import type { LibraryItem } from '#contract/library.ts';
import { folderDepthMax } from '#domain/folders.ts';
import type { LinkKind } from '#domain/links.ts';
import { positionGap } from '#domain/list-positions.ts';
import { libraryMessages } from '#domain/messages/documents.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { takePositions } from '#server/db/take-positions.ts';
import { authorize, notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import {
  type LibraryChange,
  listLibraryListeners,
  publishLibraryChanged,
} from '#server/features/homes/library/base/commands.ts';
import {
  type FolderRow,
  type LoadedLibraryHome,
  loadFolders,
  loadLibraryHome,
} from '#server/features/homes/library/base/queries.ts';
import { canEditLibraryHome } from '#server/features/homes/library/base/visibility.ts';
import { foldersIn, refuseFull } from '#server/features/homes/library/folders/commands.ts';
import { linkColumns } from '#server/features/papers/documents/commands.ts';
import {
  freePositions,
  loadPlacementHome,
  placementColumns,
  publishHomeChanged,
} from '#server/features/papers/documents/placements/commands.ts';
import { canEditHome, type LoadedDocument, loadVisibleDocuments } from '#server/features/papers/documents/queries.ts';

interface Items {
  readonly folders: readonly FolderRow[];
  readonly documents: readonly LoadedDocument[];
}

/** What the reader may change of the library; 404 for what is not in sight, 403 for what is not theirs to edit. */
async function loadItems(scope: BoardScope, items: readonly LibraryItem[]): Promise<Items> {
  const idsOf = (kind: LibraryItem['kind']) => [
    ...new Set(items.filter((item) => item.kind === kind).map((item) => item.id)),
  ];
  const folders = await loadFolders(scope, idsOf('folder'));
  authorize(folders.every((folder) => canEditLibraryHome(scope, folder)));
  const wanted = idsOf('document');
  const documents = await loadVisibleDocuments(scope, wanted);
  if (documents.length < wanted.length) throw notFound();
  authorize(documents.every(({ home }) => home.kind === 'library' && canEditHome(scope, home)));
  return { folders, documents };
}

/** Puts folders and documents into a place, before one of their kind or behind all, in the order that they are named. */
export async function moveItems(
  scope: BoardScope,
  given: {
    readonly items: readonly LibraryItem[];
    readonly place: LibraryHomeInput;
    readonly before: LibraryItem | null;
  },
): Promise<void> {
  await lockBoard(scope, 'library');
  const { folders, documents } = await loadItems(scope, given.items);
  const place = await loadLibraryHome(scope, given.place);
  authorize(canEditLibraryHome(scope, place));
  const before = await listLibraryListeners(scope, placesOf(given.items));
  const beforeOf = (kind: LibraryItem['kind']) => (given.before?.kind === kind ? given.before.id : null);
  await moveFolders(scope, folders, { place, beforeId: beforeOf('folder') });
  await moveDocuments(scope, documents, { place: given.place, beforeId: beforeOf('document') });
  await note(scope, given.items, { done: 'moved', before });
}

async function moveFolders(
  scope: BoardScope,
  folders: readonly FolderRow[],
  to: { readonly place: LoadedLibraryHome; readonly beforeId: string | null },
): Promise<void> {
  const moving = new Set(folders.map((folder) => folder.id));
  // What stands in one of them goes along with it.
  const tops = folders.filter((folder) => !folder.path.slice(0, -1).some((id) => moving.has(id)));
  if (tops.length === 0) return;
  const present = (await foldersIn(scope, to.place)).filter((folder) => !moving.has(folder.id));
  const positions = await takePositions(scope, 'folders', { present, beforeId: to.beforeId, count: tops.length });
  for (const [index, folder] of tops.entries()) {
    await moveFolder(scope, folder, { place: to.place, position: positions[index] ?? folder.position });
  }
}

/** Moves a folder with all that stands in it. What would make a circle, or a tree that is too deep, is refused. */
async function moveFolder(
  scope: BoardScope,
  folder: FolderRow,
  to: { readonly place: LoadedLibraryHome; readonly position: number },
): Promise<void> {
  const above = to.place.folder?.path ?? [];
  if (above.includes(folder.id)) throw refused(libraryMessages.intoItself);
  if (above.length > 0 && folder.audience_id !== null) throw refused(libraryMessages.audienceOfTopFolders);
  const deepest = await depthBelow(scope, folder);
  if (above.length + deepest - folder.path.length + 1 > folderDepthMax) {
    throw refused(libraryMessages.tooDeep(folderDepthMax));
  }
  if (to.place.categoryId !== folder.category_id) await refuseFull(scope, to.place.categoryId);
  await sql`
    update folders set
      category_id = ${to.place.categoryId}::uuid,
      path = ${[...above]}::uuid[] || path[${folder.path.length}::int:],
      parent_id = case when id = ${folder.id}::uuid then ${to.place.folder?.id ?? null}::uuid else parent_id end,
      position = case when id = ${folder.id}::uuid then ${to.position}::int else position end,
      updated_at = ${scope.now}
    where board_id = ${scope.board.id}::uuid and path @> array[${folder.id}::uuid]
  `.execute(scope.tx);
}

/** The longest path that leads through a folder; what was deleted counts, since it may come back. */
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
  to: { readonly place: LibraryHomeInput; readonly beforeId: string | null },
): Promise<void> {
  if (documents.length === 0) return;
  const ids = documents.map((document) => document.id);
  const room = { beforeId: to.beforeId, count: ids.length, besides: ids };
  const positions = await freePositions(scope, to.place, room);
  for (const [index, id] of ids.entries()) {
    const standing = { category_id: null, folder_id: null, [placementColumns[to.place.kind]]: to.place.id };
    await scope.tx
      .updateTable('documents')
      .set({ ...standing, position: positions[index] ?? 0 })
      .where('board_id', '=', scope.board.id)
      .where('id', '=', id)
      .execute();
  }
}

/** Hides from all but editors, or shows again. */
export async function hideItems(scope: BoardScope, items: readonly LibraryItem[], hidden: boolean): Promise<void> {
  // The counts of several places change.
  await lockBoard(scope, 'library');
  const found = await loadItems(scope, items);
  const before = await listLibraryListeners(scope, placesOf(items));
  await setOn(scope, found, { hidden });
  await note(scope, items, { done: hidden ? 'hidden' : 'shown', before });
}

/** Takes away, folders with all that stands in them; kept for 30 days. */
export async function deleteItems(scope: BoardScope, items: readonly LibraryItem[]): Promise<void> {
  await lockBoard(scope, 'library');
  const found = await loadItems(scope, items);
  await setOn(scope, found, { deleted_at: scope.now, deleted_by: scope.member.id });
  await note(scope, items, { done: 'deleted' });
}

async function setOn(
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

async function note(
  scope: BoardScope,
  items: readonly LibraryItem[],
  { done, before }: { readonly done: 'deleted' | 'moved' | 'hidden' | 'shown'; readonly before?: readonly string[] },
): Promise<void> {
  for (const { kind, id } of items) {
    await audit(scope, { action: `${kind}.${done}`, subjectKind: kind, subjectId: id });
  }
  await publishLibraryChanged(scope, placesOf(items), before);
}

function placesOf(items: readonly LibraryItem[]): LibraryChange {
  const idsOf = (kind: LibraryItem['kind']) => items.filter((item) => item.kind === kind).map((item) => item.id);
  return { folders: idsOf('folder'), documents: idsOf('document') };
}

/** Makes a link a document of a place; answers its id and kind. Addresses of private networks are refused. */
export async function addLink(
  scope: BoardScope,
  given: { readonly place: LinkHomeInput; readonly title: string; readonly url: string },
): Promise<{ readonly id: string; readonly kind: LinkKind }> {
  const home = await loadPlacementHome(scope, given.place, { lock: 'update' });
  const address = linkColumns(given.url);
  const [position] = await freePositions(scope, given.place, { beforeId: null, count: 1 });
  const made = await scope.tx
    .insertInto('documents')
    .values({
      board_id: scope.board.id,
      [placementColumns[given.place.kind]]: given.place.id,
      title: given.title,
      extension: 'link',
      is_link: true,
      ...address,
      position: position ?? positionGap,
      created_by: scope.member.id,
      created_at: scope.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await audit(scope, { action: 'document.added', subjectKind: 'document', subjectId: made.id });
  await publishHomeChanged(scope, home);
  return { id: made.id, kind: address.mime_type };
}
