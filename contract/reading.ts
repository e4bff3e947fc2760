import { z } from 'zod';
import { annotations } from './documents.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, limits, requiredText } from './fields.ts';

export const getReading = endpoint({
  name: 'documents.reading',
  summary: 'The document’s newest version, the page that the reader was on last, and their marks on an earlier version',
  route: 'GET /ajax/documents/:id/reading',
  access: 'member',
  answer: z.strictObject({
    version_id: id.nullable(),
    last_page: z.number().int().nullable(),
    earlier: z.array(z.strictObject({ version_id: id, annotations: z.number().int() })),
    /** `stayed` counts the marks that could not be placed in the newest version. */
    placed: z
      .strictObject({
        from_id: id,
        came_along: z.number().int(),
        stayed: z.number().int(),
        first: z.strictObject({ id: z.string(), page: z.number().int() }).nullable(),
      })
      .nullable(),
    withdrawn_notes: z.array(z.strictObject({ page: z.number().int(), contents: z.string() })),
    read_before: z.strictObject({ version_id: id, at: instant }).nullable(),
  }),
});

export const savePage = endpoint({
  name: 'documents.savePage',
  summary: 'Remember the page that the reader is on',
  route: 'POST /ajax/documents/:id/page',
  access: 'member',
  body: z.strictObject({ page: z.number().int().min(1).max(100_000) }),
});

export const findInDocument = endpoint({
  name: 'documents.find',
  summary: 'The pages of a document on which words occur, and how often',
  route: 'GET /ajax/documents/:id/find',
  access: 'member',
  query: z.strictObject({ words: requiredText(limits.searchCharactersMax) }),
  answer: z.strictObject({
    pages: z.array(z.strictObject({ page: z.number().int(), count: z.number().int() })),
    is_read: z.boolean(),
    is_cut: z.boolean(),
  }),
});

const letterRange = z.strictObject({ page: z.number().int(), from: z.number().int(), to: z.number().int() });
const textChange = z.strictObject({
  before: z.array(letterRange).readonly(),
  after: z.array(letterRange).readonly(),
  page: z.number().int(),
  at: z.number().int(),
});

export const compareVersions = endpoint({
  name: 'documents.compare',
  summary: 'How the text of a version differs from an earlier one; starts the comparison on the first request',
  route: 'GET /ajax/documents/:id/changes/:from_id/:to_id',
  access: 'member',
  params: z.strictObject({ id, from_id: id, to_id: id }),
  answer: z.discriminatedUnion('state', [
    z.strictObject({
      state: z.literal('compared'),
      pages: z.array(z.number().int()),
      changes: z.array(textChange).readonly(),
      has_pictures: z.boolean(),
    }),
    z.strictObject({ state: z.literal('most'), has_pictures: z.boolean() }),
    z.strictObject({ state: z.literal('waiting') }),
    /** The text of one of the versions has not been extracted yet, or is empty. */
    z.strictObject({ state: z.literal('unread') }),
  ]),
});

const versionParams = z.strictObject({ id, version_id: id });

export const getVersionAnnotations = endpoint({
  name: 'documents.versionAnnotations',
  summary: 'The reader’s own marks on one version of a document',
  route: 'GET /ajax/documents/:id/versions/:version_id/annotations',
  access: 'member',
  params: versionParams,
  query: z.strictObject({ after: z.coerce.number().int().min(0).optional() }),
  /** `xfdf` is null if there are no annotations, or none newer than the given revision. */
  answer: annotations,
});

export const listAnnotationsBeside = endpoint({
  name: 'annotations.beside',
  summary: 'The reader’s own marks on the other documents of the same meeting',
  route: 'GET /ajax/documents/:id/annotations-beside',
  access: 'member',
  answer: z.strictObject({ documents: z.array(z.strictObject({ id, title: z.string(), xfdf: z.string() })) }),
});

export const openVersion = endpoint({
  name: 'documents.openVersion',
  summary: 'The file of one version of a document, for the viewer; supports byte ranges',
  route: 'GET /document/:id/versions/:version_id',
  access: 'member',
  board: 'document-id',
  params: versionParams,
  query: z.strictObject({ copy: z.literal('reading').optional() }),
  reply: 'file',
});

export const downloadAnnotated = endpoint({
  name: 'documents.downloadAnnotated',
  summary: 'A copy of a PDF with the reader’s own marks in it as real annotations',
  route: 'GET /download/:id/annotated',
  access: 'member',
  board: 'document-id',
  reply: 'file',
});

/**
 * The browser encrypts unsent annotations with this key. While keys are rotated, `previous_key` decrypts older
 * annotations.
 */
export const getAnnotationsKey = endpoint({
  name: 'documents.annotationsKey',
  summary: 'The user’s own key for marks that wait in the browser to be sent',
  route: 'GET /ajax/annotations-key',
  access: 'signed-in',
  answer: z.strictObject({ user_id: id, key: z.base64(), previous_key: z.base64().nullable() }),
});
