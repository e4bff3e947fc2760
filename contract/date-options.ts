import { z } from 'zod';
import { dateAnswers, dateOptionsMax, sameTimeErrors } from '#domain/date-finding.ts';
import { dateOptionsError, meetingEndError } from '#domain/meeting-times.ts';
import { dateMessages } from '#domain/messages/meetings.ts';
import { audienceMember } from './audience.ts';
import { id, instant, meetingInstant, rights } from './fields.ts';

export const dateAnswer = z.enum(dateAnswers);

export const datesShown = z.array(z.strictObject({ start: meetingInstant, end: meetingInstant })).max(dateOptionsMax);

/** Accepts 2 to 20 options without duplicates, or none for a draft. */
export const dateOptionsInput = z
  .array(z.strictObject({ start: meetingInstant, end: meetingInstant }))
  .superRefine((options, context) => {
    const mark = (path: readonly (string | number)[], message: string | null): void => {
      if (message !== null) context.addIssue({ code: 'custom', path: [...path], message });
    };
    const times = options.map(({ start, end }) => ({ start: new Date(start), end: new Date(end) }));
    if (options.length > 0) mark([], dateOptionsError(options));
    if (options.length > dateOptionsMax) mark([], dateMessages.tooMany(dateOptionsMax));
    for (const [nth, message] of sameTimeErrors(times).entries()) mark([nth, 'start'], message);
    for (const [nth, { start, end }] of times.entries()) mark([nth, 'end'], meetingEndError(start, end));
  });

export const dateOption = z.strictObject({
  id,
  start: instant,
  end: instant,
  yes: z.number().int(),
  if_need_be: z.number().int(),
  no: z.number().int(),
  is_best: z.boolean(),
  own_answer: dateAnswer.nullable(),
});
export type DateOption = z.output<typeof dateOption>;

export const dateRow = audienceMember.omit({ img_url: true }).extend({ answers: z.array(dateAnswer.nullable()) });
export type DateRow = z.output<typeof dateRow>;

export const dateSearch = z.strictObject({
  options: z.array(dateOption),
  rows: z.array(dateRow).nullable(),
  can: rights('answer', 'pick'),
});
export type DateSearch = z.output<typeof dateSearch>;
