import { z } from 'zod';
import { paperLimits, paperLinkChoices, paperStates } from '#domain/paper-requests.ts';
import { endpoint, listBodyBytesMax } from './endpoint.ts';
import { day, email, id, instant, limits, optionalLines, requiredText, rights, uidParams } from './fields.ts';
import { boardFace, howDatesAre } from './start.ts';

const note = optionalLines(paperLimits.noteCharactersMax);
const reason = requiredText(paperLimits.reasonCharactersMax);

const submission = z.strictObject({
  filename: z.string(),
  byte_size: z.number().int(),
  page_count: z.number().int().nullable(),
  note: z.string(),
  sent_at: instant,
});

const paper = z.strictObject({
  id,
  title: z.string(),
  note: z.string(),
  due_on: day,
  state: z.enum(paperStates),
  is_late: z.boolean(),
  more_time: z.strictObject({ until: day, reason: z.string() }).nullable(),
  sent_back: z.string().nullable(),
  submission: submission.nullable(),
});

export const paperRequest = paper.extend({
  agenda_item_id: id,
  author_name: z.string(),
  submission_id: id.nullable(),
  is_new_version: z.boolean(),
  can: rights('accept', 'remind'),
});
export type PaperRequest = z.output<typeof paperRequest>;

const expectedPaper = z.strictObject({
  agenda_item_id: id,
  title: z.string(),
  author_name: z.string(),
  /** This is null if the author was not a member. */
  member_id: id.nullable(),
});

export const paperRequestsOfMeeting = z.strictObject({
  requests: z.array(paperRequest),
  /** At most one for each item, and none for items that already have a request. */
  expected: z.array(expectedPaper),
  default_due_on: day,
  today: day,
  paper_links: z.enum(paperLinkChoices),
  can: rights('ask'),
});
export type PaperRequestsOfMeeting = z.output<typeof paperRequestsOfMeeting>;

export const listPaperRequests = endpoint({
  name: 'paperRequests.list',
  summary: 'For editors: the papers asked for a meeting',
  route: 'GET /ajax/meetings/:id/paper-requests',
  access: 'member',
  answer: paperRequestsOfMeeting,
});

export const askedPaper = z.strictObject({
  agenda_item_id: id,
  title: requiredText(limits.titleCharactersMax),
  author: z.union([
    z.strictObject({ member_id: id }),
    z.strictObject({ name: requiredText(limits.presenterCharactersMax), email }),
  ]),
  due_on: day,
  note,
});
export type AskedPaper = z.output<typeof askedPaper>;

export const askForPapers = endpoint({
  name: 'paperRequests.ask',
  summary: 'Ask authors for papers; each author gets one message and one link',
  route: 'POST /ajax/meetings/:id/paper-requests',
  access: 'member',
  bodyBytesMax: listBodyBytesMax,
  body: z.strictObject({ papers: z.array(askedPaper).min(1).max(paperLimits.requestsAtOnceMax) }),
});

export const openSubmission = endpoint({
  name: 'paperRequests.open',
  summary: 'For editors: the file that waits to be accepted, as a download',
  route: 'GET /ajax/paper-requests/:id/file',
  access: 'member',
  board: 'query',
  query: z.strictObject({ board: id }),
  reply: 'file',
});

/** The author gets an email about every action except acceptance. */
export const actOnPaper = endpoint({
  name: 'paperRequests.act',
  summary: 'Accept or send back what was sent, change the due date, remind the author, renew their link, or cancel',
  route: 'POST /ajax/paper-requests/:id',
  access: 'member',
  body: z.strictObject({
    act: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.enum(['remind', 'renew-link', 'cancel']) }),
      z.strictObject({ kind: z.literal('accept'), submission_id: id }),
      z.strictObject({ kind: z.literal('send-back'), submission_id: id, reason }),
      z.strictObject({ kind: z.literal('set-due'), due_on: day }),
    ]),
  }),
});
export type PaperAct = z.output<NonNullable<typeof actOnPaper.body>>['act'];

/** Anyone who has the link can read this page, so it contains only the requested papers and their meeting. */

export const authorPage = z.strictObject({
  board: boardFace.extend({ date_style: howDatesAre.date_style }),
  author_name: z.string(),
  meeting: z.strictObject({ title: z.string(), day: day.nullable() }),
  today: day,
  papers: z.array(
    paper.extend({
      item_title: z.string(),
      can: rights('reply'),
    }),
  ),
});
export type AuthorPage = z.output<typeof authorPage>;

const paperParams = uidParams.extend({ id });

export const getAuthorPage = endpoint({
  name: 'magic.getPapers',
  summary: 'What the author of a link is asked for; changes nothing',
  route: 'GET /ajax/magic/papers/:uid',
  access: 'public',
  params: uidParams,
  answer: authorPage,
});

export const sendPaper = endpoint({
  name: 'magic.sendPaper',
  summary: 'Hand in a finished upload, which replaces the file sent before; consumes the upload',
  route: 'POST /ajax/magic/papers/:uid/:id/send',
  access: 'public',
  params: paperParams,
  body: z.strictObject({ upload_id: id }),
  answer: authorPage.extend({ needs_password: z.boolean() }),
});

export const replyToPaperRequest = endpoint({
  name: 'magic.replyToPaperRequest',
  summary: 'Ask for more time, decline, or leave a note with the file sent',
  route: 'POST /ajax/magic/papers/:uid/:id/reply',
  access: 'public',
  params: paperParams,
  body: z.strictObject({
    reply: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('more-time'), until: day, reason }),
      z.strictObject({ kind: z.literal('decline') }),
      z.strictObject({ kind: z.literal('note'), note }),
    ]),
  }),
  answer: authorPage,
});

const uploadParams = paperParams.extend({ upload_id: id });

export const createPaperUpload = endpoint({
  name: 'magic.createPaperUpload',
  summary: 'tus: announce an upload for one paper',
  route: 'POST /ajax/magic/papers/:uid/:id/uploads',
  access: 'public',
  params: paperParams,
  reply: 'file',
});
export const inspectPaperUpload = endpoint({
  name: 'magic.inspectPaperUpload',
  summary: 'tus: bytes received so far',
  route: 'HEAD /ajax/magic/papers/:uid/:id/uploads/:upload_id',
  access: 'public',
  params: uploadParams,
  reply: 'file',
});
export const appendPaperUpload = endpoint({
  name: 'magic.appendPaperUpload',
  summary: 'tus: bytes from an offset',
  route: 'PATCH /ajax/magic/papers/:uid/:id/uploads/:upload_id',
  access: 'public',
  params: uploadParams,
  reply: 'file',
});
export const deletePaperUpload = endpoint({
  name: 'magic.deletePaperUpload',
  summary: 'tus: cancel an upload',
  route: 'DELETE /ajax/magic/papers/:uid/:id/uploads/:upload_id',
  access: 'public',
  params: uploadParams,
  reply: 'file',
});
