import { z } from 'zod';
import { dateOptionsMax } from '#domain/date-finding.ts';
import { dateAnswer } from './date-options.ts';
import { endpoint } from './endpoint.ts';
import { id, uidParams } from './fields.ts';
import { meeting } from './meetings.ts';

const answers = z.strictObject({
  /** A null answer withdraws the earlier answer. Options that the request omits keep their answers. */
  answers: z
    .array(z.strictObject({ option_id: id, answer: dateAnswer.nullable() }))
    .min(1)
    .max(dateOptionsMax),
});

export const answerDates = endpoint({
  name: 'dates.answer',
  summary: 'Answer the proposed dates of a meeting: yes, if need be, no; can be changed until one is picked',
  route: 'POST /ajax/meetings/:id/dates',
  access: 'member',
  body: answers,
});

export const answerDatesByMagic = endpoint({
  name: 'dates.answerByMagic',
  summary: 'Answer the proposed dates through a magic link, for its member',
  route: 'POST /ajax/magic/meetings/:uid/dates',
  access: 'magic',
  params: uidParams,
  body: answers,
});

export const answerDatesFor = endpoint({
  name: 'dates.answerFor',
  summary: 'Answer for a pending invitee, or reset somebody’s answers to none',
  route: 'POST /ajax/meetings/:id/invitees/:member_id/dates',
  access: 'member',
  params: z.strictObject({ id, member_id: id }),
  body: answers,
});

export const pickDate = endpoint({
  name: 'dates.pick',
  summary: 'Pick one of the dates: the meeting is scheduled, and everybody is notified and asked to reply',
  route: 'POST /ajax/meetings/:id/dates/:option_id/pick',
  access: 'member',
  params: z.strictObject({ id, option_id: id }),
  answer: z.strictObject({ meeting }),
});
