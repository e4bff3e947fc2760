import { z } from 'zod';
import { pollOptionsMax } from '#domain/polls.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams, nothing, uidParams } from './fields.ts';
import { poll, pollClosing, pollInput } from './polls.ts';

/** What one does with polls. */

export const createPoll = endpoint({
  name: 'polls.create',
  summary: 'Ask the people of a meeting',
  method: 'POST',
  path: '/ajax/meetings/:id/polls',
  access: 'member',
  params: idParams,
  body: pollInput,
  answer: z.strictObject({ poll }),
});

export const createAnnouncementPoll = endpoint({
  name: 'polls.createOnAnnouncement',
  summary: 'Ask the audience of an announcement',
  method: 'POST',
  path: '/ajax/announcements/:id/polls',
  access: 'member',
  params: idParams,
  body: pollInput,
  answer: z.strictObject({ poll }),
});

export const updatePoll = endpoint({
  name: 'polls.update',
  summary: 'Write a poll anew that nobody has answered yet',
  method: 'PUT',
  path: '/ajax/polls/:id',
  access: 'member',
  params: idParams,
  body: pollInput,
  answer: z.strictObject({ poll }),
});

export const setPollClosing = endpoint({
  name: 'polls.setClosing',
  summary: 'Set when a poll closes, or that an editor closes it; opens a closed poll again unless it is anonymous',
  method: 'POST',
  path: '/ajax/polls/:id/closing',
  access: 'member',
  params: idParams,
  body: z.strictObject({ closes_at: pollClosing }),
  answer: z.strictObject({ poll }),
});

export const closePoll = endpoint({
  name: 'polls.close',
  summary: 'Close a poll now',
  method: 'POST',
  path: '/ajax/polls/:id/close',
  access: 'member',
  params: idParams,
  body: nothing,
  answer: z.strictObject({ poll }),
});

export const deletePoll = endpoint({
  name: 'polls.delete',
  summary: 'Delete a poll; it can be restored for 30 days',
  method: 'DELETE',
  path: '/ajax/polls/:id',
  access: 'member',
  params: idParams,
  answer: nothing,
});

export const restorePoll = endpoint({
  name: 'polls.restore',
  summary: 'Bring a deleted poll back with its answers',
  method: 'POST',
  path: '/ajax/polls/:id/restore',
  access: 'member',
  params: idParams,
  body: nothing,
  answer: z.strictObject({ poll }),
});

const response = z.strictObject({
  option_ids: z.array(id).min(1).max(pollOptionsMax),
});

export const respondToPoll = endpoint({
  name: 'polls.respond',
  summary: 'Answer a poll; in a named one the last answer counts, in an anonymous one the first and only',
  method: 'POST',
  path: '/ajax/polls/:id/response',
  access: 'member',
  params: idParams,
  body: response,
  answer: z.strictObject({ poll }),
});

export const respondToPollByMagic = endpoint({
  name: 'polls.respondByMagic',
  summary: 'The same by the magic link of the meeting on which the poll stands',
  method: 'POST',
  path: '/ajax/magic/meetings/:uid/polls/:id/response',
  access: 'magic',
  params: uidParams.extend({ id: z.uuid() }),
  body: response,
  answer: z.strictObject({ poll }),
});

export const respondToPollByAnnouncementLink = endpoint({
  name: 'polls.respondByAnnouncementLink',
  summary: 'The same by the magic link of the announcement on which the poll stands',
  method: 'POST',
  path: '/ajax/magic/announcements/:uid/polls/:id/response',
  access: 'magic',
  params: uidParams.extend({ id: z.uuid() }),
  body: response,
  answer: z.strictObject({ poll }),
});
