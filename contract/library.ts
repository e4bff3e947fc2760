import { z } from 'zod';
import { linkKinds } from '#domain/links.ts';
import { audience, audienceInput } from './audience.ts';
import { document, libraryHomeInput, linkHomeInput } from './documents.ts';
import { endpoint, listBodyBytesMax } from './endpoint.ts';
import { id, instant, limits, optionalLines, requiredText, rights } from './fields.ts';
import { documentFace } from './summaries.ts';

const counts = z.strictObject({ documents: z.number().int(), folders: z.number().int() });

const namedAudience = z.strictObject({
  whole_board: z.boolean(),
  groups: z.array(z.string()),
  people: z.number().int(),
  members: z.number().int().nullable(),
});

export const category = z.strictObject({
  id,
  name: z.string(),
  description: z.string(),
  hidden: z.boolean(),
  counts,
  audience: namedAudience.nullable(),
  can: rights('edit'),
});
export type Category = z.output<typeof category>;

export const folder = z.strictObject({
  id,
  name: z.string(),
  parent_id: id.nullable(),
  hidden: z.boolean(),
  counts,
  audience: namedAudience.nullable(),
  can: rights('edit'),
});
export type Folder = z.output<typeof folder>;

export const libraryDocument = z.strictObject({ ...document.shape, hidden: z.boolean() });
export type LibraryDocument = z.output<typeof libraryDocument>;

export const libraryItem = z.strictObject({ kind: z.enum(['folder', 'document']), id });
export type LibraryItem = z.output<typeof libraryItem>;

const items = z.array(libraryItem).min(1).max(limits.libraryItemsMax);

export const librarySort = z.enum(['custom', 'title', 'added', 'kind']);
export type LibrarySort = z.output<typeof librarySort>;

export const getLibrary = endpoint({
  name: 'library.get',
  summary: 'The categories that the reader can see, in their order, and the latest documents',
  route: 'GET /ajax/library',
  access: 'member',
  answer: z.strictObject({
    categories: z.array(category),
    document_count: z.number().int(),
    latest: z.array(
      z.strictObject({
        ...documentFace,
        created_at: instant,
        category_id: id,
        category_name: z.string(),
      }),
    ),
    can: rights('create'),
  }),
});

export const openLibraryHome = endpoint({
  name: 'library.open',
  summary: 'The content of a category or folder: all folders, and the documents page by page in the requested order',
  route: 'GET /ajax/library/categories/:id',
  access: 'member',
  query: z.strictObject({
    folder: id.optional(),
    sort: librarySort.default('custom'),
    descending: z.enum(['true', 'false']).default('false'),
    after: z.string().max(600).optional(),
  }),
  answer: z.strictObject({
    category,
    path: z.array(folder),
    folders: z.array(folder),
    documents: z.array(libraryDocument),
    next: z.string().nullable(),
    can: rights('edit'),
  }),
});

export const getLibraryTree = endpoint({
  name: 'library.tree',
  summary: 'Every category and folder that the reader may move items into',
  route: 'GET /ajax/library/tree',
  access: 'member',
  answer: z.strictObject({
    categories: z.array(z.strictObject({ id, name: z.string(), can: rights('edit') })),
    folders: z.array(z.strictObject({ id, name: z.string(), category_id: id, parent_id: id.nullable() })),
  }),
});

const categoryFields = {
  name: requiredText(limits.nameCharactersMax),
  description: optionalLines(limits.categoryDescriptionCharactersMax),
  audience: audienceInput,
};

export const createCategory = endpoint({
  name: 'library.createCategory',
  summary: 'Add a category at the end',
  route: 'POST /ajax/library/categories',
  access: 'member',
  bodyBytesMax: listBodyBytesMax,
  body: z.strictObject({ ...categoryFields, description: categoryFields.description.default('') }),
  answer: z.strictObject({ id }),
});

export const updateCategory = endpoint({
  name: 'library.updateCategory',
  summary: 'Rename, describe, hide or show a category, or change whom it is for',
  route: 'PATCH /ajax/library/categories/:id',
  access: 'member',
  bodyBytesMax: listBodyBytesMax,
  body: z.strictObject({ ...categoryFields, hidden: z.boolean() }).partial(),
});

export const getCategoryAudience = endpoint({
  name: 'library.categoryAudience',
  summary: 'The audience of a category, for its editors',
  route: 'GET /ajax/library/categories/:id/audience',
  access: 'member',
  answer: z.strictObject({ audience }),
});

export const getFolderAudience = endpoint({
  name: 'library.folderAudience',
  summary: 'The audience of a folder, for its editors; null if it is that of its category',
  route: 'GET /ajax/library/folders/:id/audience',
  access: 'member',
  answer: z.strictObject({ audience: audience.nullable() }),
});

export const moveCategory = endpoint({
  name: 'library.moveCategory',
  summary: 'Move a category before another, or to the end',
  route: 'POST /ajax/library/categories/:id/move',
  access: 'member',
  body: z.strictObject({ before_id: id.nullable() }),
});

export const deleteCategory = endpoint({
  name: 'library.deleteCategory',
  summary: 'Delete a category with its content; it is kept for 30 days',
  route: 'DELETE /ajax/library/categories/:id',
  access: 'member',
});

export const createFolder = endpoint({
  name: 'library.createFolder',
  summary: 'Add a folder to a category or to another folder',
  route: 'POST /ajax/library/folders',
  access: 'member',
  body: z.strictObject({ home: libraryHomeInput, name: requiredText(limits.nameCharactersMax) }),
  answer: z.strictObject({ id }),
});

export const updateFolder = endpoint({
  name: 'library.updateFolder',
  summary: 'Rename, hide or show a folder, and set the audience of a top folder (null: that of its category)',
  route: 'PATCH /ajax/library/folders/:id',
  access: 'member',
  bodyBytesMax: listBodyBytesMax,
  body: z
    .strictObject({
      name: requiredText(limits.nameCharactersMax),
      hidden: z.boolean(),
      audience: audienceInput.nullable(),
    })
    .partial(),
});

export const moveLibraryItems = endpoint({
  name: 'library.move',
  summary: 'Move or reorder folders and documents: before another of the same kind, or to the end',
  route: 'POST /ajax/library/move',
  access: 'member',
  body: z.strictObject({ items, home: libraryHomeInput, before: libraryItem.nullable() }),
});

export const hideLibraryItems = endpoint({
  name: 'library.hide',
  summary: 'Hide folders and documents from all but editors, or show them again',
  route: 'POST /ajax/library/hide',
  access: 'member',
  body: z.strictObject({ items, hidden: z.boolean() }),
});

export const deleteLibraryItems = endpoint({
  name: 'library.delete',
  summary: 'Delete folders with their content, and documents; they are kept for 30 days',
  route: 'POST /ajax/library/delete',
  access: 'member',
  body: z.strictObject({ items }),
});

const deletedItem = z.strictObject({
  kind: z.enum(['category', 'folder', 'document']),
  id,
  name: z.string(),
  path: z.array(z.string()),
  deleted_at: instant,
  deleted_by: z.string().nullable(),
});

export const listDeletedLibraryItems = endpoint({
  name: 'library.deleted',
  summary: 'The deleted items that the reader may restore, newest first',
  route: 'GET /ajax/library/deleted',
  access: 'member',
  answer: z.strictObject({ items: z.array(deletedItem) }),
});

export const restoreLibraryItems = endpoint({
  name: 'library.restore',
  summary: 'Restore deleted items to their place',
  route: 'POST /ajax/library/restore',
  access: 'member',
  body: z.strictObject({
    items: z
      .array(deletedItem.pick({ kind: true, id: true }))
      .min(1)
      .max(limits.libraryItemsMax),
  }),
});

export const addLink = endpoint({
  name: 'library.addLink',
  summary: 'Add a link as a document; its kind follows from its address',
  route: 'POST /ajax/library/links',
  access: 'member',
  body: z.strictObject({
    home: linkHomeInput,
    title: requiredText(limits.filenameCharactersMax),
    url: requiredText(limits.urlCharactersMax),
  }),
  answer: z.strictObject({ id, mime_type: z.enum(linkKinds) }),
});
