import { sql } from 'kysely';
import type { LibraryHomeInput } from '#contract/documents.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { limits } from '#contract/fields.ts';
import type * as contract from '#contract/library.ts';
import { folderDepthMax } from '#domain/folders.ts';
import { positionGap } from '#domain/list-positions.ts';
import { libraryMessages } from '#domain/messages/documents.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import { deleteRow, selectRows, updateRow } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { takePositions } from '#server/db/take-positions.ts';
import { authorize, invalid, refuseBeyond, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { listLibraryListeners, publishLibraryChanged } from '#server/features/homes/library/tree/commands.ts';
import {
  type FolderRow,
  type LoadedLibraryHome,
  loadLibraryHome,
  requireOwnAudience,
  selectFolders,
} from '#server/features/homes/library/tree/queries.ts';
import { canEditLibraryHome, canSeeLibraryHome } from '#server/features/homes/library/tree/visibility.ts';
import { audienceOfInput, createAudience, replaceAudience } from '#server/features/members/audience/commands.ts';

export async function createFolder(
  scope: BoardScope,
  given: { readonly home: LibraryHomeInput; readonly name: string },
): Promise<string> {
  const { tx, board, member, now } = scope;
  await lockBoard(scope, 'library');
  const home = await loadLibraryHome(scope, given.home);
  authorize(canEditLibraryHome(scope, home));
  const above = home.folder?.path ?? [];
  if (above.length >= folderDepthMax) throw refused(libraryMessages.tooDeep(folderDepthMax));
  if (await hasFolderNamed(scope, placeOf(home), { name: given.name }))
    throw invalid({ name: libraryMessages.sameName });
  await refuseFull(scope, home.categoryId);
  const present = await listSiblings(scope, home);
  const [position] = await takePositions(scope, 'folders', { present, beforeId: null, count: 1 });
  const inserted = await sql<{ id: string }>`
    insert into folders (id, board_id, category_id, parent_id, path, name, position, created_by, created_at, updated_at)
    select made.id, ${board.id}::uuid, ${home.categoryId}::uuid, ${home.folder?.id ?? null}::uuid,
      ${[...above]}::uuid[] || made.id, ${given.name}, ${position ?? positionGap}, ${member.id}::uuid, ${now}, ${now}
    from (select uuidv7() as id) made
    returning id
  `.execute(tx);
  const id = inserted.rows[0]?.id ?? '';
  await audit(scope, 'folder.created', { kind: 'folder', id });
  await publishLibraryChanged(scope, { folders: [id] });
  return id;
}

export async function updateFolder(
  scope: BoardScope,
  folder: FolderRow,
  body: BodyOf<typeof contract.updateFolder>,
): Promise<void> {
  const { audience, ...fields } = body;
  if (audience !== undefined && folder.parent_id !== null) throw refused(libraryMessages.audienceOfTopFolders);
  const before = await listLibraryListeners(scope, { folders: [folder.id] });
  if (fields.name !== undefined && !isSameName(fields.name, folder.name)) {
    const { category_id: categoryId, parent_id: parentId } = folder;
    if (await hasFolderNamed(scope, { categoryId, parentId }, { name: fields.name, besides: folder.id }))
      throw invalid({ name: libraryMessages.sameName });
  }
  await updateRow(scope, 'folders', folder.id, { ...fields, updated_at: scope.now });
  if (audience === null && folder.audience_id !== null) {
    await updateRow(scope, 'folders', folder.id, { audience_id: null });
    await deleteRow(scope, 'audiences', folder.audience_id);
    authorize(canEditLibraryHome(scope, await loadLibraryHome(scope, { kind: 'folder', id: folder.id })));
  } else if (audience) {
    const audienceId = folder.audience_id ?? (await createAudience(scope, audienceOfInput(audience)));
    if (folder.audience_id === null) await updateRow(scope, 'folders', folder.id, { audience_id: audienceId });
    else await replaceAudience(scope, audienceId, audienceOfInput(audience));
    await requireOwnAudience(scope, audienceId);
  }
  const changed = Object.keys(body).join(' ');
  await audit(scope, 'folder.updated', { kind: 'folder', id: folder.id }, { fields: changed });
  await publishLibraryChanged(scope, { folders: [folder.id] }, before);
}

export const placeOf = (home: LoadedLibraryHome) => ({
  categoryId: home.categoryId,
  parentId: home.folder?.id ?? null,
});

const isSameName = (one: string, other: string): boolean =>
  one.trim().toLocaleLowerCase('en') === other.trim().toLocaleLowerCase('en');

/** Ignores folders that the reader cannot see, so that an error does not reveal their names. */
export async function hasFolderNamed(
  scope: BoardScope,
  place: { readonly categoryId: string; readonly parentId: string | null },
  wanted: { readonly name: string; readonly besides?: string },
): Promise<boolean> {
  const siblings = await selectFolders(scope)
    .where('folder.category_id', '=', place.categoryId)
    .where('folder.parent_id', place.parentId === null ? 'is' : '=', place.parentId)
    .execute();
  return siblings.some(
    (folder) =>
      folder.id !== wanted.besides && isSameName(folder.name, wanted.name) && canSeeLibraryHome(scope, folder),
  );
}

export async function listSiblings(
  scope: BoardScope,
  home: LoadedLibraryHome,
): Promise<readonly { readonly id: string; readonly position: number }[]> {
  return selectRows(scope, 'folders', { category_id: home.categoryId, deleted_at: null })
    .select(['id', 'position'])
    .where('parent_id', home.folder === null ? 'is' : '=', home.folder?.id ?? null)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** Throws if the category has too many folders, because its whole tree is loaded at once. */
export async function refuseFull(scope: BoardScope, categoryId: string): Promise<void> {
  const found = await selectRows(scope, 'folders', { category_id: categoryId, deleted_at: null })
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  refuseBeyond({ present: found.count, most: limits.libraryFoldersMax }, libraryMessages.tooManyFolders);
}
