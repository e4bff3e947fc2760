import * as endpoints from '#contract/library.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import { mayBeEditor } from '#server/db/board-scope.ts';
import { authorize } from '#server/errors.ts';
import { readAudience } from '#server/features/members/audience/queries.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { listCategories, loadCategory, loadFolder, loadLibraryHome } from './base/queries.ts';
import { canEditLibraryHome } from './base/visibility.ts';
import * as categories from './categories/commands.ts';
import { createFolder, updateFolder } from './folders/commands.ts';
import { addLink, deleteItems, hideItems, moveItems, restoreItems } from './items/commands.ts';
import { listDeleted } from './items/queries.ts';
import {
  presentAudience,
  presentCategory,
  presentDeletedItem,
  presentFolder,
  presentLatest,
  presentLibraryDocument,
} from './present.ts';
import { countInside, listDocuments, listFolders, listLatest, listPath, listTree } from './queries.ts';

const latestMax = 7;

export const libraryRoutes: readonly Route[] = [
  implement(endpoints.getLibrary, async ({ scope }) => {
    const rows = await listCategories(scope);
    const counted = await countInside(scope, rows);
    const presented = rows.map((row) => presentCategory(scope, row, counted));
    return {
      categories: presented,
      document_count: presented.reduce((sum, category) => sum + category.counts.documents, 0),
      latest: (await listLatest(scope, { most: latestMax })).map(presentLatest),
      can: { create: mayBeEditor(scope), restore: mayBeEditor(scope) },
    };
  }),

  implement(endpoints.openLibraryHome, async ({ scope, params, query }) => {
    const asked = { kind: 'category', id: params.id } as const;
    const home = await loadLibraryHome(
      scope,
      query.folder === undefined ? asked : { kind: 'folder', id: query.folder },
      asked,
    );
    const category = await loadCategory(scope, params.id);
    const folders = await listFolders(scope, home);
    const path = home.folder === null ? [] : await listPath(scope, home.folder);
    const order = { sort: query.sort, descending: query.descending === 'true' };
    const { documents, next } = await listDocuments(scope, home, { order, after: query.after });
    const counted = await countInside(scope, [category]);
    const edit = canEditLibraryHome(scope, home);
    return {
      category: presentCategory(scope, category, counted),
      path: path.map((row) => presentFolder(scope, row, counted)),
      folders: folders.map((row) => presentFolder(scope, row, counted)),
      documents: documents.map(presentLibraryDocument),
      next,
      can: { edit },
    };
  }),

  implement(endpoints.getLibraryTree, ({ scope }) => listTree(scope)),

  implement(endpoints.createCategory, async ({ scope, body }) => {
    authorize(mayBeEditor(scope));
    return { id: await categories.createCategory(scope, body) };
  }),

  implement(endpoints.updateCategory, async ({ scope, params, body }) => {
    await lockBoard(scope, 'library');
    const category = await loadCategory(scope, params.id);
    authorize(canEditLibraryHome(scope, category));
    await categories.updateCategory(scope, category, body);
    return {};
  }),

  implement(endpoints.getCategoryAudience, async ({ scope, params }) => {
    const category = await loadCategory(scope, params.id);
    authorize(canEditLibraryHome(scope, category));
    return { audience: presentAudience(await readAudience(scope, category.audience_id)) };
  }),

  implement(endpoints.getFolderAudience, async ({ scope, params }) => {
    const folder = await loadFolder(scope, params.id);
    authorize(canEditLibraryHome(scope, folder));
    if (folder.audience_id === null) return { audience: null };
    return { audience: presentAudience(await readAudience(scope, folder.audience_id)) };
  }),

  implement(endpoints.moveCategory, async ({ scope, params, body }) => {
    await lockBoard(scope, 'library');
    const category = await loadCategory(scope, params.id);
    authorize(canEditLibraryHome(scope, category));
    await categories.moveCategory(scope, category, body.before_id);
    return {};
  }),

  implement(endpoints.deleteCategory, async ({ scope, params }) => {
    await lockBoard(scope, 'library');
    const category = await loadCategory(scope, params.id);
    authorize(canEditLibraryHome(scope, category));
    await categories.deleteCategory(scope, category);
    return {};
  }),

  implement(endpoints.createFolder, async ({ scope, body }) => ({
    id: await createFolder(scope, { home: body.home, name: body.name }),
  })),

  implement(endpoints.updateFolder, async ({ scope, params, body }) => {
    await lockBoard(scope, 'library');
    const folder = await loadFolder(scope, params.id);
    authorize(canEditLibraryHome(scope, folder));
    await updateFolder(scope, folder, body);
    return {};
  }),

  implement(endpoints.moveLibraryItems, async ({ scope, body }) => {
    await moveItems(scope, { items: body.items, home: body.home, before: body.before });
    return {};
  }),

  implement(endpoints.hideLibraryItems, async ({ scope, body }) => {
    await hideItems(scope, body.items, body.hidden);
    return {};
  }),

  implement(endpoints.deleteLibraryItems, async ({ scope, body }) => {
    await deleteItems(scope, body.items);
    return {};
  }),

  implement(endpoints.listDeletedLibraryItems, async ({ scope }) => {
    authorize(mayBeEditor(scope));
    return { items: (await listDeleted(scope)).map((row) => presentDeletedItem(scope, row)) };
  }),

  implement(endpoints.restoreLibraryItems, async ({ scope, body }) => {
    authorize(mayBeEditor(scope));
    await restoreItems(scope, body.items);
    return {};
  }),

  implement(endpoints.addLink, async ({ scope, body }) => {
    const { id, kind } = await addLink(scope, { home: body.home, title: body.title, url: body.url });
    return { id, mime_type: kind };
  }),
];
