import { z } from 'zod';
import { endpoint, listBodyBytesMax } from './endpoint.ts';
import { email, id, limits, personNames, rights, withName } from './fields.ts';
import { groupChoices } from './invitations.ts';
import { fieldValues, profileValue } from './profile.ts';

export const person = z.strictObject({
  id,
  slug: z.string(),
  name: z.string(),
  img_url: z.string().nullable(),
  status: z.enum(['invited', 'active', 'inactive']),
  is_board_admin: z.boolean(),
});
export type Person = z.output<typeof person>;

export const listedPerson = person.extend({
  email: z.string().nullable(),
  office: z.string().nullable(),
  groups: z.array(z.strictObject({ id, name: z.string(), is_group_admin: z.boolean() })),
});
export type ListedPerson = z.output<typeof listedPerson>;

export const personCan = rights(
  'edit',
  'make_admin',
  'remove_admin',
  'set_groups',
  'make_inactive',
  'reactivate',
  'remove',
);
export type PersonCan = z.output<typeof personCan>;

export const listPeople = endpoint({
  name: 'people.list',
  summary: 'Everybody on the board, by last name, then first name; inactive members for board admins alone',
  route: 'GET /ajax/people',
  access: 'member',
  answer: z.strictObject({
    people: z.array(listedPerson),
    can: rights('create', 'manage'),
  }),
});

export const getPerson = endpoint({
  name: 'people.get',
  summary: 'One person, by the slug in their address',
  route: 'GET /ajax/people/:slug',
  access: 'member',
  params: z.strictObject({ slug: z.string().min(1).max(200) }),
  answer: z.strictObject({
    person: listedPerson,
    values: z.array(profileValue),
    can: personCan,
    is_last_admin: z.boolean(),
  }),
});

export const createPerson = endpoint({
  name: 'people.create',
  summary: 'Invite a person: makes a pending member and sends the invitation',
  route: 'POST /ajax/people',
  access: 'board-admin',
  bodyBytesMax: listBodyBytesMax,
  body: withName(
    z.strictObject({
      ...personNames,
      email,
      groups: groupChoices.default([]),
      is_board_admin: z.boolean().default(false),
      votes: z.boolean().optional(),
      values: fieldValues.default({}),
    }),
  ),
  answer: z.strictObject({ person }),
});

export const setPersonAdmin = endpoint({
  name: 'people.setAdmin',
  summary: 'Make a member a board admin, or a plain member again; the last active admin stays one',
  route: 'POST /ajax/people/:id/admin',
  access: 'board-admin',
  body: z.strictObject({ is_board_admin: z.boolean() }),
});

export const setPersonGroups = endpoint({
  name: 'people.setGroups',
  summary: 'Set the groups of a member; existing group admin rights are kept',
  route: 'POST /ajax/people/:id/groups',
  access: 'board-admin',
  body: z.strictObject({ group_ids: z.array(id).max(limits.pageSizeMax * 2) }),
});

export const setPersonStatus = endpoint({
  name: 'people.setStatus',
  summary: 'Make a member inactive, which ends their access to the board at once, or active again',
  route: 'POST /ajax/people/:id/status',
  access: 'board-admin',
  body: z.strictObject({ status: z.enum(['active', 'inactive']) }),
});

export const removePerson = endpoint({
  name: 'people.remove',
  summary: 'Remove a member from the board; an open invitation is revoked, and their name remains in records',
  route: 'DELETE /ajax/people/:id',
  access: 'board-admin',
});
