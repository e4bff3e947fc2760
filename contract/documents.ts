import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams, instant, limits, nothing, requiredText } from './fields.ts';

/** A file or a link (specification, section 3). */
export const document = z.strictObject({
  id,
  title: z.string(),
  extension: z.string(),
  filename: z.string(),
  mime_type: z.string(),
  is_link: z.boolean(),
  link_url: z.string().nullable(),
  created_at: instant,
  /** Bytes; 0 for links. */
  byte_size: z.number().int(),
  /** Null until counted, and for what has no pages. */
  page_count: z.number().int().nullable(),
  version_id: id.nullable(),
  printing_disabled: z.boolean(),
  /** Added since the reader's last visit. */
  is_new: z.boolean(),
});
export type Document = z.output<typeof document>;

export const annotations = z.strictObject({
  /** Null: no marks yet. */
  xfdf: z.string().nullable(),
  revision: z.number().int(),
});

export const getDocument = endpoint({
  name: 'documents.get',
  summary: 'A document with the reader’s own marks; adds it to the recently opened list',
  method: 'GET',
  path: '/ajax/documents/:id',
  access: 'member',
  params: idParams,
  answer: z.strictObject({ document, annotations, can: z.strictObject({ annotate: z.boolean() }) }),
});

/** `item`: under an agenda item; `meeting`: under none. */
export const documentPlace = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('agenda-item'), id }),
  z.strictObject({ kind: z.literal('meeting'), id }),
]);
export type DocumentPlace = z.output<typeof documentPlace>;

export const attachDocument = endpoint({
  name: 'documents.attach',
  summary: 'Make a finished upload a document in its place; consumes the upload',
  method: 'POST',
  path: '/ajax/documents',
  access: 'member',
  body: z.strictObject({
    upload_id: id,
    title: requiredText(limits.filenameCharactersMax).optional(),
    place: documentPlace,
  }),
  answer: z.strictObject({ document }),
});

export const deleteDocument = endpoint({
  name: 'documents.delete',
  summary: 'Take a document away; kept for 30 days',
  method: 'DELETE',
  path: '/ajax/documents/:id',
  access: 'member',
  params: idParams,
  answer: nothing,
});

export const openDocument = endpoint({
  name: 'documents.open',
  summary: 'The bytes, for the viewer; answers ranges',
  method: 'GET',
  path: '/document/:id',
  access: 'member',
  board: 'document-id',
  params: idParams,
  reply: 'file',
});

export const downloadDocument = endpoint({
  name: 'documents.download',
  summary: 'The original, as a download',
  method: 'GET',
  path: '/download/:id',
  access: 'member',
  board: 'document-id',
  params: idParams,
  reply: 'file',
});

/** POST /ajax/documents/{id}/annotations (specification, section 7). */
export const saveAnnotations = endpoint({
  name: 'documents.saveAnnotations',
  summary: 'Save the reader’s marks on a document, whole; a stale base is answered with what is stored',
  method: 'POST',
  path: '/ajax/documents/:id/annotations',
  access: 'member',
  params: idParams,
  body: z.strictObject({
    annotations: z.string().max(400_000),
    version_id: id,
    /** The revision that the marks were based on; 0 for none. */
    base_revision: z.number().int().min(0),
  }),
  answer: z.discriminatedUnion('result', [
    z.strictObject({ result: z.literal('saved'), id, revision: z.number().int() }),
    z.strictObject({ result: z.literal('stale'), xfdf: z.string(), revision: z.number().int() }),
  ]),
});
