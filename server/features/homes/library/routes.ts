import * as endpoints from '#contract/library.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { restorableSince } from '#domain/timings.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import { type BoardScope, mayBeEditor, type Reader } from '#server/db/board-scope.ts';
import { authorize, invalid, notFound } from '#server/errors.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import * as categories from './categories/commands.ts';
import * as folders from './folders/commands.ts';
import { addLink, deleteItems, hideItems, moveItems, restoreItems } from './items/commands.ts';
import { deletedItems } from './items/queries.ts';
import {
  libraryDetailsOf,
  presentCategory,
  presentDeletedItem,
  presentFolder,
  presentLatest,
  presentLibraryDocument,
  presentTree,
} from './present.ts';
import {
  audienceRows,
  categoryAudience,
  categoryPage,
  documentPageOf,
  documentRows,
  folderAudience,
  folderRows,
  homeParamsOf,
  libraryAudiences,
  libraryCategories,
  libraryFolders,
  libraryLatest,
  readCursor,
  treeFolders,
} from './queries.ts';
import { type FolderRow, loadCategory, loadFolder } from './tree/queries.ts';
import { canEditLibraryHome, canSeeLibraryHome, type LibraryAccess } from './tree/visibility.ts';

function editable<Row extends LibraryAccess>(reader: Reader, home: Row | null): Row {
  if (home === null || !canSeeLibraryHome(reader, home)) throw notFound();
  authorize(canEditLibraryHome(reader, home));
  return home;
}

async function categoryForEdit(scope: BoardScope, id: string) {
  await lockBoard(scope, 'library');
  return editable(scope, await loadCategory(scope, id));
}

export const libraryRoutes: readonly Route[] = [
  implementRead(endpoints.getLibrary, {
    reads: {
      categories: libraryCategories,
      folders: libraryFolders,
      audiences: libraryAudiences,
      latest: libraryLatest,
    },
    answer({ reader, found }) {
      const folders = found.folders.filter((row) => canSeeLibraryHome(reader, row));
      const beside = libraryDetailsOf(reader, found.categories, { folders, audiences: found.audiences });
      const presented = found.categories.map((row) => presentCategory(reader, row, beside));
      return {
        categories: presented,
        document_count: presented.reduce((sum, category) => sum + category.counts.documents, 0),
        latest: found.latest.map(presentLatest),
        can: { create: mayBeEditor(reader) },
      };
    },
  }),

  implementRead(endpoints.openLibraryHome, {
    reads: { category: categoryPage, folders: folderRows, audiences: audienceRows, documents: documentRows },
    paramsOf: ({ params, query }) => homeParamsOf(params.id, query),
    answer({ query, reader, found }) {
      const { category } = found;
      if (category === null || !canSeeLibraryHome(reader, category)) throw notFound();
      const folders = found.folders.filter((row) => canSeeLibraryHome(reader, row));
      const open = query.folder === undefined ? null : folders.find(({ id }) => id === query.folder);
      if (open === undefined) throw notFound();
      if (query.after !== undefined && readCursor(query.after, query.sort) === null)
        throw invalid({ after: validationMessages.invalid });
      const beside = libraryDetailsOf(reader, [category], { folders, audiences: found.audiences });
      const present = (row: FolderRow) => presentFolder(reader, row, beside);
      const { documents, next } = documentPageOf(found.documents);
      return {
        category: presentCategory(reader, category, beside),
        path: (open?.path ?? []).flatMap((id) => folders.filter((each) => each.id === id)).map(present),
        folders: folders.filter((each) => each.parent_id === (open?.id ?? null)).map(present),
        documents: documents.map(presentLibraryDocument),
        next,
        can: { edit: canEditLibraryHome(reader, open ?? category) },
      };
    },
  }),

  implementRead(endpoints.getLibraryTree, {
    reads: { categories: libraryCategories, folders: treeFolders },
    answer: ({ reader, found }) => presentTree(reader, found.categories, found.folders),
  }),

  implement(endpoints.createCategory, async ({ scope, body }) => {
    authorize(mayBeEditor(scope));
    return { id: await categories.createCategory(scope, body) };
  }),

  implement(endpoints.updateCategory, async ({ scope, params, body }) => {
    await categories.updateCategory(scope, await categoryForEdit(scope, params.id), body);
  }),

  implementRead(endpoints.getCategoryAudience, {
    reads: { category: categoryAudience },
    answer: ({ reader, found }) => ({ audience: editable(reader, found.category).named }),
  }),

  implementRead(endpoints.getFolderAudience, {
    reads: { folder: folderAudience },
    answer: ({ reader, found }) => ({ audience: editable(reader, found.folder).named }),
  }),

  implement(endpoints.moveCategory, async ({ scope, params, body }) => {
    await categories.moveCategory(scope, await categoryForEdit(scope, params.id), body.before_id);
  }),

  implement(endpoints.deleteCategory, async ({ scope, params }) => {
    await categories.deleteCategory(scope, await categoryForEdit(scope, params.id));
  }),

  implement(endpoints.createFolder, async ({ scope, body }) => ({
    id: await folders.createFolder(scope, body),
  })),

  implement(endpoints.updateFolder, async ({ scope, params, body }) => {
    await lockBoard(scope, 'library');
    await folders.updateFolder(scope, editable(scope, await loadFolder(scope, params.id)), body);
  }),

  implement(endpoints.moveLibraryItems, async ({ scope, body }) => {
    await moveItems(scope, body);
  }),

  implement(endpoints.hideLibraryItems, async ({ scope, body }) => {
    await hideItems(scope, body.items, body.hidden);
  }),

  implement(endpoints.deleteLibraryItems, async ({ scope, body }) => {
    await deleteItems(scope, body.items);
  }),

  implementRead(endpoints.listDeletedLibraryItems, {
    reads: { items: deletedItems },
    paramsOf: ({ now }) => ({ restorable_since: restorableSince(now) }),
    answer({ reader, found }) {
      authorize(mayBeEditor(reader));
      return { items: found.items.map((row) => presentDeletedItem(reader, row)) };
    },
  }),

  implement(endpoints.restoreLibraryItems, async ({ scope, body }) => {
    authorize(mayBeEditor(scope));
    await restoreItems(scope, body.items);
  }),

  implement(endpoints.addLink, ({ scope, body }) => addLink(scope, body)),
];
