import { z } from 'zod';
import { pollMessages } from '#domain/messages/meetings.ts';
import { pollChoices, pollOptionsMax, pollOptionsMin, pollResults } from '#domain/polls.ts';
import { duplicateErrors } from '#domain/validation.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, plannedInstant, requiredLines, requiredText, rights, uidParams } from './fields.ts';

export const pollQuestionCharactersMax = 300;

export const pollChoice = z.enum(pollChoices);

export const pollResult = z.enum(pollResults);

/** If null, the poll remains open until an editor closes it. */
export const pollClosing = plannedInstant.nullable();

export const pollOptionCharactersMax = 200;

const optionTexts = z.array(requiredText(pollOptionCharactersMax)).superRefine((texts, context) => {
  if (texts.length < pollOptionsMin) context.addIssue({ code: 'custom', message: pollMessages.tooFewOptions });
  if (texts.length > pollOptionsMax) {
    context.addIssue({ code: 'custom', message: pollMessages.tooManyOptions(pollOptionsMax) });
  }
  for (const [nth, message] of duplicateErrors(texts).entries()) {
    if (message !== null) context.addIssue({ code: 'custom', path: [nth], message });
  }
});

export const pollInput = z
  .strictObject({
    question: requiredLines(pollQuestionCharactersMax),
    choice: pollChoice,
    is_anonymous: z.boolean(),
    results: pollResult,
    closes_at: pollClosing,
    options: optionTexts,
  })
  .refine((given) => !given.is_anonymous || given.results === 'after-closing', {
    path: ['results'],
    message: pollMessages.anonymousResults,
  });

export const poll = z.strictObject({
  id,
  question: z.string(),
  choice: pollChoice,
  is_anonymous: z.boolean(),
  results: pollResult,
  closes_at: instant.nullable(),
  is_closed: z.boolean(),
  options: z.array(
    z.strictObject({
      id,
      text: z.string(),
      votes: z.number().int().nullable(),
      voters: z.array(z.string()).nullable(),
    }),
  ),
  response_count: z.number().int(),
  invitee_count: z.number().int(),
  has_answered: z.boolean(),
  own_option_ids: z.array(id).nullable(),
  can: rights('answer', 'edit', 'close', 'extend', 'delete'),
});

export const createPoll = endpoint({
  name: 'polls.create',
  summary: 'Create a poll of a meeting',
  route: 'POST /ajax/meetings/:id/polls',
  access: 'member',
  body: pollInput,
  answer: z.strictObject({ poll }),
});

export const createAnnouncementPoll = endpoint({
  name: 'polls.createOnAnnouncement',
  summary: 'Create a poll of an announcement',
  route: 'POST /ajax/announcements/:id/polls',
  access: 'member',
  body: pollInput,
  answer: z.strictObject({ poll }),
});

export const updatePoll = endpoint({
  name: 'polls.update',
  summary: 'Rewrite a poll that nobody has answered yet',
  route: 'PUT /ajax/polls/:id',
  access: 'member',
  body: pollInput,
  answer: z.strictObject({ poll }),
});

export const setPollClosing = endpoint({
  name: 'polls.setClosing',
  summary: 'Set a poll’s closing time, or none; opens a closed poll again unless it is anonymous',
  route: 'POST /ajax/polls/:id/closing',
  access: 'member',
  body: z.strictObject({ closes_at: pollClosing }),
  answer: z.strictObject({ poll }),
});

export const closePoll = endpoint({
  name: 'polls.close',
  summary: 'Close a poll now',
  route: 'POST /ajax/polls/:id/close',
  access: 'member',
  answer: z.strictObject({ poll }),
});

export const deletePoll = endpoint({
  name: 'polls.delete',
  summary: 'Delete a poll; it can be restored for 30 days',
  route: 'DELETE /ajax/polls/:id',
  access: 'member',
});

export const restorePoll = endpoint({
  name: 'polls.restore',
  summary: 'Bring a deleted poll back with its answers',
  route: 'POST /ajax/polls/:id/restore',
  access: 'member',
  answer: z.strictObject({ poll }),
});

const response = z.strictObject({
  option_ids: z.array(id).min(1).max(pollOptionsMax),
});

export const respondToPoll = endpoint({
  name: 'polls.respond',
  summary: 'Answer a poll; in a named poll the last answer counts, and an answer to an anonymous poll is final',
  route: 'POST /ajax/polls/:id/response',
  access: 'member',
  unnamed: true,
  body: response,
  answer: z.strictObject({ poll }),
});

export const respondToPollByMagic = endpoint({
  name: 'polls.respondByMagic',
  summary: 'Answer a poll through the magic link of its meeting',
  route: 'POST /ajax/magic/meetings/:uid/polls/:id/response',
  access: 'magic',
  unnamed: true,
  params: uidParams.extend({ id: z.uuid() }),
  body: response,
  answer: z.strictObject({ poll }),
});

export const respondToPollByAnnouncementLink = endpoint({
  name: 'polls.respondByAnnouncementLink',
  summary: 'Answer a poll through the magic link of its announcement',
  route: 'POST /ajax/magic/announcements/:uid/polls/:id/response',
  access: 'magic',
  unnamed: true,
  params: uidParams.extend({ id: z.uuid() }),
  body: response,
  answer: z.strictObject({ poll }),
});

export type Poll = z.output<typeof poll>;

export const deletedPoll = z.strictObject({ id, question: z.string(), deleted_at: instant, purged_at: instant });

export type DeletedPoll = z.output<typeof deletedPoll>;

export const pollsOfItem = z.strictObject({
  polls: z.array(poll),
  deleted: z.array(deletedPoll),
  can: rights('create'),
});

export type PollsOfItem = z.output<typeof pollsOfItem>;

export type PollInput = z.output<typeof pollInput>;
