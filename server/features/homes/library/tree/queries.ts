import { sql } from 'kysely';
import type { LibraryHomeInput } from '#contract/documents.ts';
import { audienceMessages } from '#domain/messages/people.ts';
import { sameBoard } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { QueryScope, SelectedRow, SqlValue } from '#server/db/page-statement.ts';
import { invalid, notFound } from '#server/errors.ts';
import {
  actorOf,
  administersAudience,
  type SqlReader,
  selectAudienceAccess,
} from '#server/features/members/audience/queries.ts';
import {
  anyParentFolder,
  canSeeLibraryHome,
  categoryVisibleWhere,
  folderAccess,
  type LibraryAccess,
} from './visibility.ts';

export type CategoryRow = SelectedRow<typeof selectCategories>;

export type FolderRow = SelectedRow<typeof selectFolders>;

type Loading = Pick<BoardScope, 'tx' | 'board' | 'member' | 'via'>;
type Reading = QueryScope & { readonly member: { readonly id: SqlValue<string> } };

export function selectCategories(scope: Reading) {
  return scope.tx
    .selectFrom('categories as category')
    .where('category.board_id', '=', scope.board.id)
    .where('category.deleted_at', 'is', null)
    .select([
      'category.id',
      'category.name',
      'category.description',
      'category.position',
      'category.hidden',
      'category.audience_id',
      'category.document_count',
      'category.hidden_count',
      'category.hidden as is_hidden',
    ])
    .select(selectAudienceAccess(scope, sql.ref('category.audience_id')));
}

export const foldersOf = (scope: QueryScope) =>
  scope.tx
    .selectFrom('folders as folder')
    .innerJoin('categories as category', (join) => sameBoard(join, 'category.id', 'folder.category_id'))
    .innerJoin('folders as top', (join) =>
      join.onRef('top.board_id', '=', 'folder.board_id').on(sql<boolean>`top.id = folder.path[1]`),
    )
    .where('folder.board_id', '=', scope.board.id)
    .where('category.deleted_at', 'is', null)
    .where(sql<boolean>`not ${anyParentFolder(sql.ref('folder.path'), sql`above.deleted_at is not null`)}`);

export function selectFolders(scope: Reading) {
  const access = folderAccess(scope);
  return foldersOf(scope).select([
    'folder.id',
    'folder.category_id',
    'folder.parent_id',
    'folder.path',
    'folder.name',
    'folder.position',
    'folder.hidden',
    'folder.audience_id',
    'folder.document_count',
    'folder.hidden_count',
    access.in_audience.as('in_audience'),
    access.administers.as('administers'),
    access.is_hidden.as('is_hidden'),
  ]);
}

const categoriesMax = 200;

export const selectVisibleCategories = (scope: Reading, reader: SqlReader) =>
  selectCategories(scope)
    .where(categoryVisibleWhere(reader))
    .orderBy('category.position')
    .orderBy('category.id')
    .limit(categoriesMax);

export async function loadCategory(scope: Loading, id: string): Promise<CategoryRow> {
  const row = await selectCategories(scope).where('category.id', '=', id).executeTakeFirst();
  if (!row || !canSeeLibraryHome(scope, row)) throw notFound();
  return row;
}

export async function loadFolder(scope: Loading, id: string): Promise<FolderRow> {
  const row = await selectFolders(scope).where('folder.id', '=', id).executeTakeFirst();
  if (!row || !canSeeLibraryHome(scope, row)) throw notFound();
  return row;
}

/** Returns the folders in the order of `ids`. Throws `not-found` unless the reader can see all of them. */
export async function loadFolders(scope: Loading, ids: readonly string[]): Promise<readonly FolderRow[]> {
  if (ids.length === 0) return [];
  const rows = await selectFolders(scope)
    .where('folder.id', 'in', [...ids])
    .execute();
  const seen = rows.filter((row) => canSeeLibraryHome(scope, row));
  if (seen.length < ids.length) throw notFound();
  return seen.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

export interface LoadedLibraryHome extends LibraryAccess {
  readonly categoryId: string;
  readonly folder: FolderRow | null;
}

export async function loadLibraryHome(scope: Loading, input: LibraryHomeInput): Promise<LoadedLibraryHome> {
  if (input.kind === 'category')
    return { ...(await loadCategory(scope, input.id)), categoryId: input.id, folder: null };
  const folder = await loadFolder(scope, input.id);
  return { ...folder, categoryId: folder.category_id, folder };
}

/** Throws `invalid` if a group admin chooses an audience outside their own groups. */
export async function requireOwnAudience(scope: BoardScope, audienceId: string): Promise<void> {
  if (scope.member.isBoardAdmin) return;
  const asked = sql<string>`${audienceId}::uuid`;
  const found = await sql<{ is_own: boolean }>`
    select ${administersAudience(scope, asked, actorOf(scope))} as is_own
  `.execute(scope.tx);
  if (!found.rows[0]?.is_own) throw invalid({ audience: audienceMessages.beyondOwnGroups });
}
