import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { email, id, limits, requiredText } from './fields.ts';

/** A member as others see them. */
export const person = z.strictObject({
  /** The member's id. */
  id,
  slug: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  name: z.string(),
  img_url: z.string().nullable(),
  status: z.enum(['invited', 'active', 'inactive']),
  is_board_admin: z.boolean(),
});
export type Person = z.output<typeof person>;

export const listPeople = endpoint({
  name: 'people.list',
  summary: 'Everybody on the board, by last name, then first name',
  method: 'GET',
  path: '/ajax/people',
  access: 'member',
  answer: z.strictObject({ people: z.array(person), can: z.strictObject({ create: z.boolean() }) }),
});

export const createPerson = endpoint({
  name: 'people.create',
  summary: 'Invite a person: makes a pending member and sends the invitation',
  method: 'POST',
  path: '/ajax/people',
  access: 'board-admin',
  body: z.strictObject({
    first_name: requiredText(limits.nameCharactersMax),
    last_name: requiredText(limits.nameCharactersMax),
    email,
  }),
  answer: z.strictObject({ person }),
});
