import { z } from 'zod';
import { validationMessages } from '#domain/messages/general.ts';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';

const named = {
  whole_board: z.boolean(),
  group_ids: z.array(id).max(200),
  member_ids: z.array(id).max(2_000),
};

export const audience = z.strictObject(named);
export type Audience = z.output<typeof audience>;

export const audienceInput = audience.refine(
  (given) => given.whole_board || given.group_ids.length + given.member_ids.length > 0,
  validationMessages.required,
);

export const audienceMember = z.strictObject({
  member_id: id,
  name: z.string(),
  img_url: z.string().nullable(),
  /** A pending member has not joined yet and gets no mail. */
  is_pending: z.boolean(),
});
export type AudienceMember = z.output<typeof audienceMember>;

export const listAudienceChoices = endpoint({
  name: 'audience.choices',
  summary:
    'What the reader may put into an audience: everything for a board admin, their own groups and members for a group admin',
  route: 'GET /ajax/audience/choices',
  access: 'member',
  answer: z.strictObject({
    whole_board: z.boolean(),
    groups: z.array(z.strictObject({ id, name: z.string(), member_ids: z.array(id) })),
    people: z.array(audienceMember.extend({ may_be_named: z.boolean() })),
  }),
});
export type AudienceChoices = z.output<NonNullable<typeof listAudienceChoices.answer>>;
