import type { BoardScope } from '#server/db/board-scope.ts';
import { readerOf } from '#server/features/members/audience/queries.ts';
import { type CategoryRow, selectFolders } from './queries.ts';
import { folderVisibleWhere } from './visibility.ts';

/** Documents at every depth, and folders that stand in it directly; what the reader may see (specification, section 9). */
export interface Counts {
  readonly documents: number;
  readonly folders: number;
}
export const nothingInside: Counts = { documents: 0, folders: 0 };

/**
 * What categories hold, and the folders in them, by id. One look at the folders; how many documents stand in each place, the
 * database keeps with it.
 */
export async function countInside(
  scope: BoardScope,
  categories: readonly Pick<CategoryRow, 'id' | 'administers' | 'document_count' | 'hidden_count'>[],
): Promise<ReadonlyMap<string, Counts>> {
  const ids = categories.map((category) => category.id);
  if (ids.length === 0) return new Map();
  const folders = await selectFolders(scope)
    .where('folder.category_id', 'in', ids)
    .where(folderVisibleWhere(readerOf(scope)))
    .execute();
  const places = [...categories.map((category) => ({ ...category, path: [], category_id: category.id })), ...folders];
  const counted = new Map<string, Counts>(places.map((place) => [place.id, nothingInside]));
  const add = (id: string, more: Counts): void => {
    const before = counted.get(id);
    if (before)
      counted.set(id, { documents: before.documents + more.documents, folders: before.folders + more.folders });
  };
  for (const folder of folders) add(folder.parent_id ?? folder.category_id, { documents: 0, folders: 1 });
  for (const place of places) {
    const seesHidden = scope.member.isBoardAdmin || place.administers;
    const documents = place.document_count - (seesHidden ? 0 : place.hidden_count);
    for (const id of new Set([place.id, ...place.path, place.category_id])) add(id, { documents, folders: 0 });
  }
  return counted;
}
