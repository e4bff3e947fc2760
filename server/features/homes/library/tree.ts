import { limits } from '#contract/fields.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { listCategories, selectFolders } from './queries.ts';
import { canEditPlace } from './visibility.ts';

/** Boards have a handful of categories. */
const foldersMax = 5 * limits.libraryFoldersMax;

/** The categories and folders that the reader may put things into, each level in its order. */
export async function listTree(scope: BoardScope) {
  const categories = await listCategories(scope);
  const folders = await selectFolders(scope)
    .orderBy('folder.position')
    .orderBy('folder.id')
    .limit(foldersMax)
    .execute();
  return {
    // A category that holds a folder of the reader's leads to it, even if it is not theirs.
    categories: categories
      .filter((row) => canEditPlace(scope, row) || folders.some((each) => isOwn(each) && each.category_id === row.id))
      .map((row) => ({ id: row.id, name: row.name, can: { edit: canEditPlace(scope, row) } })),
    folders: folders
      .filter(isOwn)
      .map(({ id, name, category_id, parent_id }) => ({ id, name, category_id, parent_id })),
  };

  function isOwn(folder: (typeof folders)[number]): boolean {
    return canEditPlace(scope, folder);
  }
}
