import { z } from 'zod';
import { minutesCommentMax } from '#domain/meeting-minutes.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, optionalLines, requiredLines, rights } from './fields.ts';

const comment = z.strictObject({
  id,
  agenda_item_id: id,
  text: z.string(),
  at: instant,
  author: z.strictObject({ member_id: id, name: z.string(), img_url: z.string().nullable() }).nullable(),
  answer: z.string(),
  settled_by: z.string().nullable(),
  is_resolved: z.boolean(),
});
export type DraftComment = z.output<typeof comment>;

export const draftShowing = z.strictObject({
  /** This is null for readers who may not edit the meeting. */
  shown_to: z.array(z.strictObject({ member_id: id, name: z.string() })).nullable(),
  comments: z.array(comment),
  can: rights('show', 'comment'),
});
export type DraftShowing = z.output<typeof draftShowing>;

export const shownToMax = 50;

export const getDraftShowing = endpoint({
  name: 'meetings.getDraftShowing',
  summary: 'The comments on a draft; for editors also the members it is shown to. Empty once it is published',
  route: 'GET /ajax/meetings/:id/showing',
  access: 'member',
  answer: draftShowing,
});

export const showDraft = endpoint({
  name: 'meetings.showDraft',
  summary: 'Choose the members who may read a draft; each new one gets a message',
  route: 'PUT /ajax/meetings/:id/showing',
  access: 'member',
  body: z.strictObject({ member_ids: z.array(id).max(shownToMax) }),
  answer: draftShowing,
});

export const commentOnDraft = endpoint({
  name: 'meetings.commentOnDraft',
  summary: 'Comment on an item of a draft that is shown to the member',
  route: 'POST /ajax/agenda-items/:id/draft-comments',
  access: 'member',
  body: z.strictObject({ text: requiredLines(minutesCommentMax) }),
  answer: draftShowing,
});

export const settleDraftComment = endpoint({
  name: 'meetings.settleDraftComment',
  summary: 'For editors: answer a comment on a draft, or resolve it',
  route: 'POST /ajax/draft-comments/:id',
  access: 'member',
  body: z.strictObject({ answer: optionalLines(minutesCommentMax).optional(), is_resolved: z.boolean() }),
  answer: draftShowing,
});
