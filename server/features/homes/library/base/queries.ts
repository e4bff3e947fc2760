import { sql } from 'kysely';
import type { LibraryHomeInput } from '#contract/documents.ts';
import type { NamedAudience } from '#domain/audience.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { QueryScope } from '#server/db/page-statement.ts';
import { notFound } from '#server/errors.ts';
import { administersAudience, inAudience, namedAudience, readerOf } from '#server/features/members/audience/queries.ts';
import { canSeeLibraryHome, categoryVisibleWhere, folderAccess, type LibraryAccess, someAbove } from './visibility.ts';

export interface CategoryRow extends LibraryAccess {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly position: number;
  readonly hidden: boolean;
  readonly audience_id: string;
  readonly audience: NamedAudience;
  /** Documents directly in it; the database counts them (migrations/0060-homes.sql). */
  readonly document_count: number;
  readonly hidden_count: number;
}

export interface FolderRow extends LibraryAccess {
  readonly id: string;
  readonly category_id: string;
  readonly parent_id: string | null;
  readonly path: readonly string[];
  readonly name: string;
  readonly position: number;
  readonly hidden: boolean;
  readonly audience_id: string | null;
  readonly audience: NamedAudience | null;
  readonly document_count: number;
  readonly hidden_count: number;
}

type Reading = Pick<BoardScope, 'tx' | 'board' | 'member' | 'via'>;

const me = (scope: Reading) => sql<string>`${scope.member.id}::uuid`;

export function selectCategories(scope: Reading) {
  const audienceId = sql.ref<string>('category.audience_id');
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
      inAudience(scope, audienceId, me(scope)).as('in_audience'),
      administersAudience(scope, audienceId, me(scope)).as('administers'),
      namedAudience(scope, audienceId).as('audience'),
    ]);
}

/** Excludes folders inside deleted ones; joins `category` and `top`, the top folder. */
export const foldersOf = (scope: QueryScope) =>
  scope.tx
    .selectFrom('folders as folder')
    .innerJoin('categories as category', (join) =>
      join.onRef('category.board_id', '=', 'folder.board_id').onRef('category.id', '=', 'folder.category_id'),
    )
    .innerJoin('folders as top', (join) =>
      join.onRef('top.board_id', '=', 'folder.board_id').on(sql<boolean>`top.id = folder.path[1]`),
    )
    .where('folder.board_id', '=', scope.board.id)
    .where('category.deleted_at', 'is', null)
    .where(sql<boolean>`not ${someAbove(sql.ref('folder.path'), sql`above.deleted_at is not null`)}`);

export function selectFolders(scope: Reading) {
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
    folderAccess(scope).in_audience.as('in_audience'),
    folderAccess(scope).administers.as('administers'),
    folderAccess(scope).is_hidden.as('is_hidden'),
    sql<NamedAudience | null>`${namedAudience(scope, sql.ref('folder.audience_id'))}`.as('audience'),
  ]);
}

const categoriesMax = 200;

export async function listCategories(scope: Reading): Promise<readonly CategoryRow[]> {
  return selectCategories(scope)
    .where(categoryVisibleWhere(readerOf(scope)))
    .orderBy('category.position')
    .orderBy('category.id')
    .limit(categoriesMax)
    .execute();
}

/** Throws `not-found`. */
export async function loadCategory(scope: Reading, id: string): Promise<CategoryRow> {
  const row = await selectCategories(scope).where('category.id', '=', id).executeTakeFirst();
  if (!row || !canSeeLibraryHome(scope, row)) throw notFound();
  return row;
}

/** Throws `not-found`. */
export async function loadFolder(scope: Reading, id: string): Promise<FolderRow> {
  const row = await selectFolders(scope).where('folder.id', '=', id).executeTakeFirst();
  if (!row || !canSeeLibraryHome(scope, row)) throw notFound();
  return row;
}

/** In the order of the ids. Throws `not-found` unless the reader sees all of them. */
export async function loadFolders(scope: Reading, ids: readonly string[]): Promise<readonly FolderRow[]> {
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
  /** Null: the category itself. */
  readonly folder: FolderRow | null;
}

/** `within`: a folder of another category counts as missing. */
export async function loadLibraryHome(
  scope: Reading,
  input: LibraryHomeInput,
  within?: LibraryHomeInput,
): Promise<LoadedLibraryHome> {
  if (input.kind === 'category')
    return { ...(await loadCategory(scope, input.id)), categoryId: input.id, folder: null };
  const folder = await loadFolder(scope, input.id);
  if (within !== undefined && folder.category_id !== within.id) throw notFound();
  return { ...folder, categoryId: folder.category_id, folder };
}
