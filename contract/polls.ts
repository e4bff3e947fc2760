import { z } from 'zod';
import { pollMessages } from '#domain/messages.ts';
import { pollChoices, pollOptionsMax, pollOptionsMin, pollResults } from '#domain/polls.ts';
import { duplicateErrors } from '#domain/validation.ts';
import { id, instant, plannedInstant, requiredLines, requiredText } from './fields.ts';

/** Questions to an audience (product.md, section 4). They come with the item that they stand on; the calls are in poll-acts.ts. */

export const pollChoice = z.enum(pollChoices);
export const pollResult = z.enum(pollResults);
export const pollQuestionCharactersMax = 300;
export const pollOptionCharactersMax = 200;

export const poll = z.strictObject({
  id,
  question: z.string(),
  choice: pollChoice,
  is_anonymous: z.boolean(),
  results: pollResult,
  /** Null: open until an editor closes it. */
  closes_at: instant.nullable(),
  is_closed: z.boolean(),
  /** In the order in which they were written. */
  options: z.array(
    z.strictObject({
      id,
      text: z.string(),
      /** Null while the results are not shown to the reader. */
      votes: z.number().int().nullable(),
      /** By name; null where votes are, in an anonymous poll, and where the reader may not see people. */
      voters: z.array(z.string()).nullable(),
    }),
  ),
  /** How many have answered, of how many who may. */
  response_count: z.number().int(),
  invitee_count: z.number().int(),
  has_answered: z.boolean(),
  /** The reader's own choices; null in an anonymous poll, where nobody can tell, and before an answer. */
  own_option_ids: z.array(id).nullable(),
  can: z.strictObject({
    /** Answer, or in a named poll answer otherwise. */
    answer: z.boolean(),
    /** Until somebody has answered. */
    edit: z.boolean(),
    close: z.boolean(),
    /** Set another time of closing, which opens a closed one again. */
    extend: z.boolean(),
    delete: z.boolean(),
  }),
});
export type Poll = z.output<typeof poll>;

export const deletedPoll = z.strictObject({ id, question: z.string(), deleted_at: instant, purged_at: instant });
export type DeletedPoll = z.output<typeof deletedPoll>;

/** The polls of an item, first made first. */
export const pollsOfItem = z.strictObject({
  polls: z.array(poll),
  /** For editors: what can still be restored. */
  deleted: z.array(deletedPoll),
  can: z.strictObject({ create: z.boolean() }),
});

export type PollsOfItem = z.output<typeof pollsOfItem>;

const optionTexts = z.array(requiredText(pollOptionCharactersMax)).superRefine((texts, context) => {
  if (texts.length < pollOptionsMin) context.addIssue({ code: 'custom', message: pollMessages.tooFewOptions });
  if (texts.length > pollOptionsMax) {
    context.addIssue({ code: 'custom', message: pollMessages.tooManyOptions(pollOptionsMax) });
  }
  for (const [nth, message] of duplicateErrors(texts).entries()) {
    if (message !== null) context.addIssue({ code: 'custom', path: [nth], message });
  }
});

/** Null: open until an editor closes it. */
export const pollClosing = plannedInstant.nullable();

/** What a poll is written with. An anonymous one shows its results after closing, and says so. */
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
export type PollInput = z.output<typeof pollInput>;
