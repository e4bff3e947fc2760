import { z } from 'zod';
import { leftOutReasons } from '#domain/board-book.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, recordFormat } from './fields.ts';

export const boardBook = z.strictObject({
  /** `none`: no book was requested, or the existing book is outdated. */
  state: z.enum(['none', 'waiting', 'made', 'failed']),
  paper_count: z.number().int(),
  papers_done: z.number().int(),
  page_count: z.number().int().nullable(),
  byte_size: z.number().int().nullable(),
  made_at: instant.nullable(),
  left_out: z.array(z.strictObject({ id, title: z.string(), why: z.enum(leftOutReasons) })),
  has_annotations: z.boolean(),
});
export type BoardBook = z.output<typeof boardBook>;

const withAnnotations = z.enum(['0', '1']).default('0');

export const getBoardBook = endpoint({
  name: 'boardBook.get',
  summary: 'The state of a meeting’s board book; with `annotations`, of the one with the reader’s annotations',
  route: 'GET /ajax/meetings/:id/board-book',
  access: 'member',
  query: z.strictObject({ annotations: withAnnotations }),
  answer: z.strictObject({ book: boardBook }),
});

export const makeBoardBook = endpoint({
  name: 'boardBook.make',
  summary: 'Request the board book, unless it exists or is being created',
  route: 'POST /ajax/meetings/:id/board-book',
  access: 'member',
  body: z.strictObject({ with_annotations: z.boolean() }),
  answer: z.strictObject({ book: boardBook }),
});

export const downloadBoardBook = endpoint({
  name: 'boardBook.download',
  summary: 'The board book, as long as nothing in it has changed',
  route: 'GET /meetings/:id/board-book',
  access: 'member',
  board: 'meeting-id',
  query: z.strictObject({ annotations: withAnnotations }),
  reply: 'file',
});

export const getCopy = endpoint({
  name: 'boardBook.copy',
  summary: 'The state of the reader’s watermarked copy of one paper, which is made like a board book',
  route: 'GET /ajax/documents/:id/copy',
  access: 'member',
  query: z.strictObject({ annotations: withAnnotations }),
  answer: z.strictObject({ book: boardBook }),
});

export const makeCopy = endpoint({
  name: 'boardBook.makeCopy',
  summary: 'Request the copy, unless it exists or is being created',
  route: 'POST /ajax/documents/:id/copy',
  access: 'member',
  body: z.strictObject({ with_annotations: z.boolean() }),
  answer: z.strictObject({ book: boardBook }),
});

export const downloadCopy = endpoint({
  name: 'boardBook.downloadCopy',
  summary: 'The copy; the original of a signed PDF and of a file without pages',
  route: 'GET /download/:id/copy',
  access: 'member',
  board: 'document-id',
  query: z.strictObject({ annotations: withAnnotations }),
  reply: 'file',
});

export const downloadAgenda = endpoint({
  name: 'boardBook.agenda',
  summary: 'The agenda with the titles of its papers, as PDF or Word file',
  route: 'GET /meetings/:id/agenda/file',
  access: 'member',
  board: 'meeting-id',
  query: z.strictObject({ format: recordFormat }),
  reply: 'file',
});

export const downloadAttendanceSheet = endpoint({
  name: 'boardBook.attendance',
  summary: 'Who is invited to a meeting, with lines to sign on, as PDF; for members who may see people',
  route: 'GET /meetings/:id/attendance/pdf',
  access: 'member',
  board: 'meeting-id',
  reply: 'file',
});
