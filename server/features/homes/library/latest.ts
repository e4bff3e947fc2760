import { type RawBuilder, sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import { readerOf } from '#server/features/members/audience/queries.ts';
import { selectFolders } from './queries.ts';
import { categoryVisibleWhere, folderVisibleWhere } from './visibility.ts';

/** The documents that came to the library last, of those that the reader may see; `isAmong` may leave out more of `document`. */
export async function listLatest(
  scope: BoardScope,
  { most, isAmong = sql<boolean>`true` }: { readonly most: number; readonly isAmong?: RawBuilder<boolean> },
) {
  const folders = selectFolders(scope)
    .clearSelect()
    .select('folder.id')
    .where(folderVisibleWhere(readerOf(scope)));
  return scope.tx
    .selectFrom('documents as document')
    .leftJoin('folders as holder', (join) =>
      join.onRef('holder.board_id', '=', 'document.board_id').onRef('holder.id', '=', 'document.folder_id'),
    )
    .innerJoin('categories as category', (join) =>
      join
        .onRef('category.board_id', '=', 'document.board_id')
        .on((eb) => eb('category.id', '=', eb.fn.coalesce('document.category_id', 'holder.category_id'))),
    )
    .where('document.board_id', '=', scope.board.id)
    .where('document.deleted_at', 'is', null)
    .where('document.hidden', '=', false)
    .where(isAmong)
    .where('category.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('document.category_id', 'is not', null), categoryVisibleWhere(readerOf(scope))]),
        eb('document.folder_id', 'in', folders),
      ]),
    )
    .select(['document.id', 'document.title', 'document.extension', 'document.mime_type', 'document.is_link'])
    .select(['document.created_at', 'document.folder_id'])
    .select(['category.id as category_id', 'category.name as category_name'])
    .orderBy('document.created_at', 'desc')
    .orderBy('document.id', 'desc')
    .limit(most)
    .execute();
}
