import { z } from 'zod';
import { endpoint, longBodyBytesMax } from './endpoint.ts';
import { id, instant, limits, requiredText, rights } from './fields.ts';
import { documentFace, documentHome } from './summaries.ts';

export const document = z.strictObject({
  ...documentFace,
  filename: z.string(),
  link_url: z.string().nullable(),
  created_at: instant,
  uploaded_at: instant,
  byte_size: z.number().int(),
  /** This is null until the server has counted the pages, and for files without pages. */
  page_count: z.number().int().nullable(),
  version_id: id.nullable(),
  preview: z.enum(['none', 'waiting', 'made', 'failed']),
  /** Whether the original has tracked changes. The preview shows the changes as accepted. */
  has_tracked_changes: z.boolean(),
  printing_disabled: z.boolean(),
  not_on_devices: z.boolean(),
  is_new: z.boolean(),
  is_new_version: z.boolean(),
  /** The number of pages changed since the version that the reader opened last. Null if unknown. */
  changed_pages: z.number().int().nullable(),
});
export type Document = z.output<typeof document>;

export const annotations = z.strictObject({
  xfdf: z.string().nullable(),
  revision: z.number().int(),
  /** The server has destroyed all marks that were saved before this revision. */
  base: z.number().int(),
});

export const getDocument = endpoint({
  name: 'documents.get',
  summary: 'A document with the reader’s own marks; adds it to the recently opened list',
  route: 'GET /ajax/documents/:id',
  access: 'member',
  answer: z.strictObject({
    document,
    home: documentHome,
    annotations,
    can: rights('annotate'),
    has_reading_copy: z.boolean(),
  }),
});

export const meetingHomeInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('agenda-item'), id }),
  z.strictObject({ kind: z.literal('meeting'), id }),
]);
export type MeetingHomeInput = z.output<typeof meetingHomeInput>;

export const libraryHomeInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('category'), id }),
  z.strictObject({ kind: z.literal('folder'), id }),
]);
export type LibraryHomeInput = z.output<typeof libraryHomeInput>;

const announcementHomeInput = z.strictObject({ kind: z.literal('announcement'), id });

const resolutionHomeInput = z.strictObject({ kind: z.literal('resolution'), id });

export const linkHomeInput = z.discriminatedUnion('kind', [
  ...libraryHomeInput.options,
  announcementHomeInput,
  resolutionHomeInput,
]);
export type LinkHomeInput = z.output<typeof linkHomeInput>;

export const documentHomeInput = z.discriminatedUnion('kind', [
  ...meetingHomeInput.options,
  ...libraryHomeInput.options,
  announcementHomeInput,
  resolutionHomeInput,
]);
export type DocumentHomeInput = z.output<typeof documentHomeInput>;

const attached = z.strictObject({
  document,
  needs_password: z.boolean(),
  /** Whether this is a form whose pages only Adobe's programs can render (XFA). */
  is_dynamic_form: z.boolean(),
});

export const attachDocument = endpoint({
  name: 'documents.attach',
  summary: 'Make a finished upload a document of a home; consumes the upload',
  route: 'POST /ajax/documents',
  access: 'member',
  body: z.strictObject({
    upload_id: id,
    title: requiredText(limits.filenameCharactersMax).optional(),
    home: documentHomeInput,
    /** If null, the new document is appended. */
    before_id: id.nullable().default(null),
    refuse_same_file: z.boolean().default(false),
  }),
  answer: attached,
});

export const moveDocument = endpoint({
  name: 'documents.move',
  summary: 'Move a document within its meeting, announcement or resolution, before another one or to the end',
  route: 'POST /ajax/documents/:id/move',
  access: 'member',
  body: z.strictObject({
    home: z.discriminatedUnion('kind', [...meetingHomeInput.options, announcementHomeInput, resolutionHomeInput]),
    before_id: id.nullable(),
  }),
});

export const updateDocument = endpoint({
  name: 'documents.update',
  summary: 'Rename a document, hide it from all but editors, forbid printing, or give a link another address',
  route: 'PATCH /ajax/documents/:id',
  access: 'member',
  body: z
    .strictObject({
      title: requiredText(limits.filenameCharactersMax),
      /** Only documents in the library can be hidden. */
      hidden: z.boolean(),
      printing_disabled: z.boolean(),
      not_on_devices: z.boolean(),
      url: requiredText(limits.urlCharactersMax),
    })
    .partial(),
});

export const documentVersion = z.strictObject({
  id,
  number: z.number().int(),
  filename: z.string(),
  extension: z.string(),
  mime_type: z.string(),
  byte_size: z.number().int(),
  page_count: z.number().int().nullable(),
  preview: z.enum(['none', 'waiting', 'made', 'failed']),
  created_at: instant,
  created_by: z.string().nullable(),
  /** Only editors see a withdrawn version. */
  withdrawn: z.boolean(),
});
export type DocumentVersion = z.output<typeof documentVersion>;

export const listVersions = endpoint({
  name: 'documents.versions',
  summary: 'The files that a document has had, newest first',
  route: 'GET /ajax/documents/:id/versions',
  access: 'member',
  answer: z.strictObject({ versions: z.array(documentVersion) }),
});

export const addVersion = endpoint({
  name: 'documents.addVersion',
  summary: 'Replace a document’s file with a finished upload; the earlier one is kept with its marks',
  route: 'POST /ajax/documents/:id/versions',
  access: 'member',
  body: z.strictObject({
    upload_id: id,
    withdraws_earlier: z.boolean().default(false),
  }),
  answer: attached,
});

export const annotatedDocument = z.strictObject({
  ...documentFace,
  annotated_at: instant,
  home: documentHome,
  home_name: z.string(),
});
export type AnnotatedDocument = z.output<typeof annotatedDocument>;

export const listAnnotatedDocuments = endpoint({
  name: 'documents.annotated',
  summary: 'The documents that the reader has marked, latest mark first',
  route: 'GET /ajax/documents/annotated',
  access: 'member',
  answer: z.strictObject({ documents: z.array(annotatedDocument) }),
});

export const deleteDocument = endpoint({
  name: 'documents.delete',
  summary: 'Delete a document; it is kept for 30 days',
  route: 'DELETE /ajax/documents/:id',
  access: 'member',
});

export const restoreDocument = endpoint({
  name: 'documents.restore',
  summary: 'Bring a deleted document of a meeting or an announcement back, within 30 days',
  route: 'POST /ajax/documents/:id/restore',
  access: 'member',
  body: undefined,
});

export const deletedDocument = z.strictObject({
  ...documentFace,
  agenda_item_title: z.string().nullable(),
  deleted_at: instant,
  deleted_by: z.string().nullable(),
});
export type DeletedDocument = z.output<typeof deletedDocument>;

export const listDeletedDocuments = endpoint({
  name: 'documents.deleted',
  summary: 'The deleted documents of a meeting or an announcement that its editors can restore, newest first',
  route: 'GET /ajax/documents/deleted/:home/:id',
  access: 'member',
  params: z.strictObject({ home: z.enum(['meeting', 'announcement']), id }),
  answer: z.strictObject({ documents: z.array(deletedDocument) }),
});

export const openDocument = endpoint({
  name: 'documents.open',
  summary: 'The file of a document, for the viewer; supports byte ranges',
  route: 'GET /document/:id',
  access: 'member',
  board: 'document-id',
  reply: 'file',
});

export const downloadDocument = endpoint({
  name: 'documents.download',
  summary: 'The original, as a download; leads to the copy if the board has a watermark',
  route: 'GET /download/:id',
  access: 'member',
  board: 'document-id',
  reply: 'file',
});

export const saveAnnotations = endpoint({
  name: 'documents.saveAnnotations',
  summary:
    'Save all of the reader’s marks on a document; returns the stored marks if the request is based on older ones',
  route: 'POST /ajax/documents/:id/annotations',
  access: 'member',
  bodyBytesMax: longBodyBytesMax,
  body: z.strictObject({
    annotations: z.string().max(400_000),
    version_id: id,
    base_revision: z.int32().min(0),
  }),
  answer: z.discriminatedUnion('result', [
    z.strictObject({ result: z.literal('saved'), id, revision: z.number().int() }),
    annotations.extend({ result: z.literal('stale'), xfdf: z.string() }),
  ]),
});
