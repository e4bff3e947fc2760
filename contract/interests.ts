import { z } from 'zod';
import { isMonthOrYear, readMonthOrYear } from '#domain/interests.ts';
import { interestMessages } from '#domain/messages/interests.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, limits, requiredText, revision, rights } from './fields.ts';
import { person } from './people.ts';

export const interestNatureCharactersMax = 500;
export const interestsOfMemberMax = 100;

/** Has the form '2009' or '2009-04'. Other common spellings are accepted and converted. */
const monthOrYear = z
  .string()
  .overwrite(readMonthOrYear)
  .min(1)
  .refine((text) => text === '' || isMonthOrYear(text), interestMessages.monthOrYear);

const wording = {
  organisation: requiredText(limits.titleCharactersMax),
  nature: requiredText(interestNatureCharactersMax),
  since: monthOrYear,
};

const interestWording = {
  organisation: z.string(),
  nature: z.string(),
  since: z.string(),
  until: z.string().nullable(),
  revision: z.number().int(),
};

export const interest = z.strictObject({
  id,
  member_id: id,
  ...interestWording,
  can: rights('edit'),
});
export type Interest = z.output<typeof interest>;

const interestHolder = person.extend({
  is_self: z.boolean(),
  is_removed: z.boolean(),
  interests: z.array(interest),
  confirmed_at: instant.nullable(),
});
export type InterestHolder = z.output<typeof interestHolder>;

const ownConfirmation = z.strictObject({
  confirmed_at: instant.nullable(),
  /** The last day on which the confirmation is valid, in the board's time zone. */
  until: z.string().nullable(),
  is_due: z.boolean(),
  months: z.number().int(),
});
export type OwnConfirmation = z.output<typeof ownConfirmation>;

export const listInterests = endpoint({
  name: 'interests.list',
  summary: 'The register of interests by member; members who do not vote read only their own',
  route: 'GET /ajax/interests',
  access: 'member',
  answer: z.strictObject({
    people: z.array(interestHolder),
    own: ownConfirmation,
    can: rights('read_all', 'write_all'),
  }),
});

export const getInterest = endpoint({
  name: 'interests.get',
  summary: 'An interest with all its wordings, latest first',
  route: 'GET /ajax/interests/:id',
  access: 'member',
  answer: z.strictObject({
    interest,
    wordings: z.array(z.strictObject({ ...interestWording, by: z.string(), at: instant })),
  }),
});

export const declareInterest = endpoint({
  name: 'interests.declare',
  summary: 'Declare an interest of one’s own; a board admin also for another member',
  route: 'POST /ajax/interests',
  access: 'member',
  body: z.strictObject({
    ...wording,
    /** Defaults to the caller. */
    member_id: id.optional(),
  }),
  answer: z.strictObject({ interest }),
});

export const interestFields = ['organisation', 'nature', 'since', 'until'] as const;
export type InterestField = (typeof interestFields)[number];

export const updateInterest = endpoint({
  name: 'interests.update',
  summary:
    'Change an interest, or end it permanently with `until`; fields changed by somebody else since `revision` are returned, not overwritten',
  route: 'PATCH /ajax/interests/:id',
  access: 'member',
  body: z
    .strictObject({ ...wording, until: monthOrYear })
    .partial()
    .extend({ revision }),
  answer: z.strictObject({
    interest,
    conflicts: z.array(z.strictObject({ field: z.enum(interestFields), by: z.string(), at: instant })),
  }),
});

export const confirmInterests = endpoint({
  name: 'interests.confirm',
  summary: 'Say that one’s own interests are complete, or that there are none',
  route: 'POST /ajax/interests/confirm',
  access: 'member',
  answer: z.strictObject({ own: ownConfirmation }),
});

/** Browsers open this address as a link, without the header `X-Board`, so the query names the board. */
export const downloadInterests = endpoint({
  name: 'interests.download',
  summary: 'The register as the reader sees it, with what has ended, as PDF',
  route: 'GET /ajax/interests/pdf',
  access: 'member',
  board: 'query',
  query: z.strictObject({ board: id }),
  reply: 'file',
});
