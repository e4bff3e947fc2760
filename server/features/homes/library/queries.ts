import { type RawBuilder, type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { QueryOf } from '#contract/endpoint.ts';
import { instant, limits } from '#contract/fields.ts';
import { type LibrarySort, librarySort, type openLibraryHome } from '#contract/library.ts';
import { sameBoard } from '#server/db/board-rows.ts';
import type { DB } from '#server/db/generated.ts';
import {
  defineEither,
  definePage,
  defineRows,
  firstOf,
  type PageScope,
  type QueryScope,
  type ResultOf,
  rowOf,
  type SelectedRow,
} from '#server/db/page-statement.ts';
import {
  editableBy,
  namedAudience,
  pageReaderOf,
  type SqlReader,
  selectAudience,
} from '#server/features/members/audience/queries.ts';
import { selectDocuments } from '#server/features/papers/documents/queries.ts';
import { foldersOf, selectCategories, selectFolders, selectVisibleCategories } from './tree/queries.ts';
import { categoryVisibleWhere, editingAudience, folderVisibleWhere } from './tree/visibility.ts';

export const documentsPerPage = 100;
export type LibraryDocumentRow = ResultOf<typeof documentRows>[number];

interface SortKey {
  readonly of: RawBuilder<string>;
  readonly text: RawBuilder<string>;
  readonly type: RawBuilder<unknown>;
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
    // Microseconds keep the full precision, and UTC makes the string independent of the database's time zone.
    text: sql<string>`to_char(document.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    type: sql`timestamptz`,
    written: instant,
  },
  kind: textKey(sql<string>`document.extension`),
};

const homeParams = { id: 'uuid', folder: 'uuid' } as const;

/** Does not check visibility; the caller must use `canSeeLibraryHome`. */
export const categoryPage = definePage(homeParams, (scope, { id }) =>
  selectCategories(scope).where('category.id', '=', id),
);

export const categoryAudience = definePage({ id: 'uuid' }, (scope, { id }) =>
  selectCategories(scope)
    .where('category.id', '=', id)
    .select(
      rowOf(selectAudience(scope, sql.ref('category.audience_id')))
        .$notNull()
        .as('named'),
    ),
);

export const folderAudience = definePage({ id: 'uuid' }, (scope, { id }) =>
  selectFolders(scope)
    .where('folder.id', '=', id)
    .select(rowOf(selectAudience(scope, sql.ref('folder.audience_id'))).as('named')),
);

/** Does not check visibility. */
export const folderRows = defineRows(homeParams, (scope, { id }) =>
  selectFolders(scope).where('folder.category_id', '=', id).orderBy('folder.position').orderBy('folder.id'),
);

/** Only board and group admins may see audiences. */
const selectCategoryAudiences = ({ tx, board, isBoardAdmin, isGroupAdmin }: PageScope) =>
  tx
    .selectFrom('categories as category')
    .where('category.board_id', '=', board.id)
    .where(sql<boolean>`(${isBoardAdmin} or ${isGroupAdmin})`)
    .select(['category.id', namedAudience({ board }, sql.ref('category.audience_id')).as('audience')]);

export const audienceRows = defineRows(homeParams, (scope, { id }) =>
  selectCategoryAudiences(scope)
    .where('category.id', '=', id)
    .unionAll(
      scope.tx
        .selectFrom('folders as folder')
        .where('folder.board_id', '=', scope.board.id)
        .where('folder.category_id', '=', id)
        .where('folder.audience_id', 'is not', null)
        .where(sql<boolean>`(${scope.isBoardAdmin} or ${scope.isGroupAdmin})`)
        .select(['folder.id', namedAudience(scope, sql.ref('folder.audience_id')).as('audience')]),
    ),
);

export type AudienceRow = ResultOf<typeof audienceRows>[number];

const directions = ['asc', 'desc'] as const;
const homeKinds = ['category', 'folder'] as const;
const pages = ['first', 'later'] as const;
type DocumentsKey =
  `${LibrarySort} ${(typeof directions)[number]} ${(typeof homeKinds)[number]} ${(typeof pages)[number]}`;
const documentsKeys = librarySort.options.flatMap((sort) =>
  directions.flatMap((direction) =>
    homeKinds.flatMap((kind) => pages.map((page): DocumentsKey => `${sort} ${direction} ${kind} ${page}`)),
  ),
);

/** Selects one more row than fits on a page, so that the caller can tell whether there is a next page. */
export const documentRows = defineEither(documentsKeys, (chosen) => {
  const [sort, direction, kind, page] = chosen.split(' ') as [
    LibrarySort,
    (typeof directions)[number],
    (typeof homeKinds)[number],
    (typeof pages)[number],
  ];
  const key = sortKeys[sort];
  return defineRows(
    { ...homeParams, after_key: 'text', after_id: 'uuid' },
    (scope, { id, folder, after_key, after_id }) => {
      const reader = pageReaderOf(scope);
      const edits =
        kind === 'category'
          ? scope.tx
              .selectFrom('categories as category')
              .where('category.board_id', '=', scope.board.id)
              .where('category.id', '=', id)
              .select(editableBy(reader, sql.ref('category.audience_id')).as('edits'))
          : foldersOf(scope).where('folder.id', '=', folder).select(editableBy(reader, editingAudience).as('edits'));
      const sign = direction === 'desc' ? sql`<` : sql`>`;
      return selectDocuments(scope)
        .select(['document.hidden', key.text.as('sort_key')])
        .where(`document.${kind}_id`, '=', kind === 'category' ? id : folder)
        .where(sql<boolean>`(not document.hidden or (${edits}))`)
        .$if(page === 'later', (query) =>
          query.where(sql<boolean>`(${key.of}, document.id) ${sign} (${after_key}::${key.type}, ${after_id})`),
        )
        .orderBy(key.of, direction)
        .orderBy('document.id', direction)
        .limit(documentsPerPage + 1);
    },
  );
});

/** An invalid cursor selects the first page. */
export function homeParamsOf(id: string, { folder, sort, descending, after }: QueryOf<typeof openLibraryHome>) {
  const from = after === undefined ? null : readCursor(after, sort);
  const direction = descending === 'true' ? 'desc' : 'asc';
  const key: DocumentsKey = `${sort} ${direction} ${folder === undefined ? 'category' : 'folder'} ${from === null ? 'first' : 'later'}`;
  return { id, folder: folder ?? null, key, after_key: from?.key ?? null, after_id: from?.id ?? null };
}

export function documentPageOf(rows: readonly LibraryDocumentRow[]) {
  const documents = rows.slice(0, documentsPerPage);
  const last = documents.at(-1);
  const isMore = rows.length > documentsPerPage && last !== undefined;
  return { documents, next: isMore ? writeCursor({ key: last.sort_key, id: last.id }) : null };
}

interface Cursor {
  readonly key: string;
  readonly id: string;
}

const writeCursor = ({ key, id }: Cursor): string => Buffer.from(JSON.stringify([key, id])).toString('base64url');

export function readCursor(text: string, sort: LibrarySort): Cursor | null {
  const read = cursor.safeParse(parsed(Buffer.from(text, 'base64url').toString()));
  if (!read.success || !sortKeys[sort].written.safeParse(read.data[0]).success) return null;
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

export function selectLatest(
  scope: QueryScope,
  reader: SqlReader,
  { most, among = sql`documents` }: { readonly most: number; readonly among?: RawBuilder<unknown> },
) {
  const folders = foldersOf(scope).select('folder.id').where(folderVisibleWhere(reader));
  // Uses `case` instead of `or`, whose subqueries PostgreSQL would run twice.
  const isVisible = sql<boolean>`case
    when document.category_id is null then document.folder_id in (${folders})
    else ${categoryVisibleWhere(reader)}
  end`;
  return scope.tx
    .selectFrom(among.$castTo<Selectable<DB['documents']>>().as('document'))
    .leftJoin('folders as holder', (join) => sameBoard(join, 'holder.id', 'document.folder_id'))
    .innerJoin('categories as category', (join) =>
      join
        .onRef('category.board_id', '=', 'document.board_id')
        .on('category.id', '=', firstOf(sql`document.category_id`, sql`holder.category_id`)),
    )
    .where('document.board_id', '=', scope.board.id)
    .where('document.deleted_at', 'is', null)
    .where('document.hidden', '=', false)
    .where('category.deleted_at', 'is', null)
    .where(isVisible)
    .select(['document.id', 'document.title', 'document.extension', 'document.mime_type', 'document.is_link'])
    .select(['document.created_at', 'document.folder_id'])
    .select(['category.id as category_id', 'category.name as category_name'])
    .orderBy('document.created_at', 'desc')
    .orderBy('document.id', 'desc')
    .limit(most);
}

export type LatestRow = SelectedRow<typeof selectLatest>;

const latestMax = 7;

export const libraryCategories = defineRows({}, (scope) => selectVisibleCategories(scope, pageReaderOf(scope)));

export const libraryFolders = defineRows({}, (scope) => selectFolders(scope));

export const libraryLatest = defineRows({}, (scope) => selectLatest(scope, pageReaderOf(scope), { most: latestMax }));

export const libraryAudiences = defineRows({}, (scope) =>
  selectCategoryAudiences(scope).where('category.deleted_at', 'is', null),
);

const treeFoldersMax = 5 * limits.libraryFoldersMax;

export const treeFolders = defineRows({}, (scope) =>
  selectFolders(scope).orderBy('folder.position').orderBy('folder.id').limit(treeFoldersMax),
);
