import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { instant, limits } from '#contract/fields.ts';
import type { LibrarySort } from '#contract/library.ts';
import { validationMessages } from '#domain/messages/general.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { QueryScope } from '#server/db/page-statement.ts';
import { invalid } from '#server/errors.ts';
import { readerOf, type SqlReader } from '#server/features/members/audience/queries.ts';
import { type DocumentRow, selectDocuments } from '#server/features/papers/documents/queries.ts';
import {
  type CategoryRow,
  type FolderRow,
  foldersOf,
  type LoadedLibraryHome,
  listCategories,
  selectFolders,
} from './base/queries.ts';
import { canEditLibraryHome, categoryVisibleWhere, folderVisibleWhere } from './base/visibility.ts';

export const documentsPerPage = 100;
/** More than a list is meant to hold. */
const foldersMax = 2_000;

export interface LibraryDocumentRow extends DocumentRow {
  readonly hidden: boolean;
}

export interface DocumentPage {
  readonly documents: readonly LibraryDocumentRow[];
  readonly next: string | null;
}

export interface Order {
  readonly sort: LibrarySort;
  readonly descending: boolean;
}

/** The visible folders directly inside. */
export async function listFolders(scope: BoardScope, home: LoadedLibraryHome): Promise<readonly FolderRow[]> {
  return selectFolders(scope)
    .where('folder.category_id', '=', home.categoryId)
    .where('folder.parent_id', home.folder === null ? 'is' : '=', home.folder?.id ?? null)
    .where(folderVisibleWhere(readerOf(scope)))
    .orderBy('folder.position')
    .orderBy('folder.id')
    .limit(foldersMax)
    .execute();
}

/** From the top folder down to the folder itself. */
export async function listPath(scope: BoardScope, folder: FolderRow): Promise<readonly FolderRow[]> {
  const above = await selectFolders(scope)
    .where('folder.id', 'in', [...folder.path])
    .execute();
  return folder.path.flatMap((id) => above.filter((each) => each.id === id));
}

/** One page of the documents directly inside. `after`: the `next` of the previous page. */
export async function listDocuments(
  scope: BoardScope,
  home: LoadedLibraryHome,
  { order, after }: { readonly order: Order; readonly after: string | undefined },
): Promise<DocumentPage> {
  const key = sortKeys[order.sort];
  const direction = order.descending ? 'desc' : 'asc';
  const from = after === undefined ? null : readCursor(after, key);
  const rows = await selectDocuments(scope)
    .select(['document.hidden', key.text.as('sort_key')])
    .$if(home.folder === null, (query) => query.where('document.category_id', '=', home.categoryId))
    .$if(home.folder !== null, (query) => query.where('document.folder_id', '=', home.folder?.id ?? null))
    .$if(!canEditLibraryHome(scope, home), (query) => query.where('document.hidden', '=', false))
    .$if(from !== null, (query) => query.where(isBehind(key, order, from ?? { key: '', id: '' })))
    .orderBy(key.of, direction)
    .orderBy('document.id', direction)
    .limit(documentsPerPage + 1)
    .execute();
  const documents = rows.slice(0, documentsPerPage);
  const last = documents.at(-1);
  const isMore = rows.length > documentsPerPage && last !== undefined;
  return { documents, next: isMore ? writeCursor({ key: last.sort_key, id: last.id }) : null };
}

interface SortKey {
  readonly of: RawBuilder<string>;
  /** As text for the cursor. */
  readonly text: RawBuilder<string>;
  /** The database's type of `text`. */
  readonly type: RawBuilder<unknown>;
  /** Which texts the database accepts as `type`. */
  readonly written: z.ZodType<string>;
}

const anyText = z.string().regex(/^[^\0]{0,600}$/su);
const textKey = (of: RawBuilder<string>): SortKey => ({ of, text: of, type: sql`text`, written: anyText });

const sortKeys: Readonly<Record<LibrarySort, SortKey>> = {
  custom: {
    of: sql<string>`document.position`,
    text: sql<string>`document.position::text`,
    type: sql`int`,
    written: z.string().regex(/^\d{1,9}$/),
  },
  title: textKey(sql<string>`lower(document.title)`),
  added: {
    of: sql<string>`document.created_at`,
    // To the microsecond, as stored, whatever the database's time zone.
    text: sql<string>`to_char(document.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    type: sql`timestamptz`,
    written: instant,
  },
  kind: textKey(sql<string>`document.extension`),
};

interface Cursor {
  readonly key: string;
  readonly id: string;
}

function isBehind(key: SortKey, order: Order, from: Cursor): RawBuilder<boolean> {
  const sign = order.descending ? sql`<` : sql`>`;
  return sql<boolean>`(${key.of}, document.id) ${sign} (${from.key}::${key.type}, ${from.id}::uuid)`;
}

const writeCursor = ({ key, id }: Cursor): string => Buffer.from(JSON.stringify([key, id])).toString('base64url');

/** Throws `invalid` for what `writeCursor` did not write. */
function readCursor(text: string, { written }: SortKey): Cursor {
  const read = cursor.safeParse(parsed(Buffer.from(text, 'base64url').toString()));
  if (!read.success || !written.safeParse(read.data[0]).success) throw invalid({ after: validationMessages.invalid });
  const [key, id] = read.data;
  return { key, id };
}

const cursor = z.tuple([z.string(), z.uuid()]);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Visible documents at every depth, and folders directly inside (specification, section 9). */
export interface Counts {
  readonly documents: number;
  readonly folders: number;
}
export const nothingInside: Counts = { documents: 0, folders: 0 };

/** By the ids of the categories and of their folders; the database keeps each folder's own number of documents. */
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
  const homes = [...categories.map((category) => ({ ...category, path: [], category_id: category.id })), ...folders];
  const counted = new Map<string, Counts>(homes.map((home) => [home.id, nothingInside]));
  const add = (id: string, more: Counts): void => {
    const before = counted.get(id);
    if (before)
      counted.set(id, { documents: before.documents + more.documents, folders: before.folders + more.folders });
  };
  for (const folder of folders) add(folder.parent_id ?? folder.category_id, { documents: 0, folders: 1 });
  for (const home of homes) {
    const seesHidden = scope.member.isBoardAdmin || home.administers;
    const documents = home.document_count - (seesHidden ? 0 : home.hidden_count);
    for (const id of new Set([home.id, ...home.path, home.category_id])) add(id, { documents, folders: 0 });
  }
  return counted;
}

/** The newest documents that the reader sees; `isAmong` is a further condition on `document`. */
export function selectLatest(
  scope: QueryScope,
  reader: SqlReader,
  { most, isAmong = sql<boolean>`true` }: { readonly most: number; readonly isAmong?: RawBuilder<boolean> },
) {
  const folders = foldersOf(scope).select('folder.id').where(folderVisibleWhere(reader));
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
        eb.and([eb('document.category_id', 'is not', null), categoryVisibleWhere(reader)]),
        eb('document.folder_id', 'in', folders),
      ]),
    )
    .select(['document.id', 'document.title', 'document.extension', 'document.mime_type', 'document.is_link'])
    .select(['document.created_at', 'document.folder_id'])
    .select(['category.id as category_id', 'category.name as category_name'])
    .orderBy('document.created_at', 'desc')
    .orderBy('document.id', 'desc')
    .limit(most);
}

export type LatestRow = Awaited<ReturnType<ReturnType<typeof selectLatest>['execute']>>[number];

export const listLatest = (
  scope: BoardScope,
  options: Parameters<typeof selectLatest>[2],
): Promise<readonly LatestRow[]> => selectLatest(scope, readerOf(scope), options).execute();

const treeFoldersMax = 5 * limits.libraryFoldersMax;

/** The categories and folders that the reader edits. */
export async function listTree(scope: BoardScope) {
  const categories = await listCategories(scope);
  const folders = await selectFolders(scope)
    .orderBy('folder.position')
    .orderBy('folder.id')
    .limit(treeFoldersMax)
    .execute();
  return {
    // A category also leads to a folder that the reader edits.
    categories: categories
      .filter(
        (row) => canEditLibraryHome(scope, row) || folders.some((each) => isOwn(each) && each.category_id === row.id),
      )
      .map((row) => ({ id: row.id, name: row.name, can: { edit: canEditLibraryHome(scope, row) } })),
    folders: folders
      .filter(isOwn)
      .map(({ id, name, category_id, parent_id }) => ({ id, name, category_id, parent_id })),
  };

  function isOwn(folder: (typeof folders)[number]): boolean {
    return canEditLibraryHome(scope, folder);
  }
}
