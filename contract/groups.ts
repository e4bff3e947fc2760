import { z } from 'zod';
import { validationMessages } from '#domain/messages/general.ts';
import { audienceMember } from './audience.ts';
import { endpoint, listBodyBytesMax } from './endpoint.ts';
import { id, limits, optionalLines, requiredText, rights } from './fields.ts';

const groupMember = audienceMember.extend({ is_group_admin: z.boolean() });

export const group = z.strictObject({
  id,
  name: z.string(),
  description: z.string(),
  members: z.array(groupMember).nullable(),
  can: rights('edit', 'manage', 'delete'),
});
export type Group = z.output<typeof group>;

const groupFields = {
  name: requiredText(limits.nameCharactersMax),
  description: optionalLines(limits.descriptionCharactersMax),
};
const membersMax = 2_000;

export const listGroups = endpoint({
  name: 'groups.list',
  summary: 'The groups that the reader may see, by name: a board admin all, others their own',
  route: 'GET /ajax/groups',
  access: 'member',
  answer: z.strictObject({ groups: z.array(group), can: rights('create') }),
});

export const getGroup = endpoint({
  name: 'groups.get',
  summary: 'One group, and for its editors the people who can be added',
  route: 'GET /ajax/groups/:id',
  access: 'member',
  answer: z.strictObject({
    group,
    people: z.array(audienceMember).nullable(),
    /** The number of meetings to which the server invites new members of the group. */
    upcoming_meetings: z.number().int(),
  }),
});

export const createGroup = endpoint({
  name: 'groups.create',
  summary: 'Create a group',
  route: 'POST /ajax/groups',
  access: 'board-admin',
  bodyBytesMax: listBodyBytesMax,
  body: z.strictObject({
    ...groupFields,
    members: z.array(z.strictObject({ member_id: id, is_group_admin: z.boolean() })).max(membersMax),
  }),
  answer: z.strictObject({ group }),
});

export const updateGroup = endpoint({
  name: 'groups.update',
  summary: 'Change a group; new members are invited to its upcoming meetings, and removed ones lose access to them',
  route: 'PATCH /ajax/groups/:id',
  access: 'member',
  bodyBytesMax: listBodyBytesMax,
  body: z
    .strictObject({
      ...groupFields,
      /** Contains only the changed members, so that concurrent edits do not undo each other. */
      members: z
        .array(z.strictObject({ member_id: id, role: z.enum(['none', 'member', 'group-admin']) }))
        .max(membersMax),
    })
    .partial(),
  answer: z.strictObject({ group }),
});

export const getGroupUse = endpoint({
  name: 'groups.use',
  summary: 'The items that have a group in their audience and would need another one without it',
  route: 'GET /ajax/groups/:id/use',
  access: 'board-admin',
  answer: z.strictObject({
    meetings: z.number().int(),
    members: z.number().int(),
    other_groups: z.array(z.strictObject({ id, name: z.string() })),
  }),
});

export const deleteGroup = endpoint({
  name: 'groups.delete',
  summary: 'Delete a group; its items go to its members as individuals, to another group, or to the whole board',
  route: 'POST /ajax/groups/:id/delete',
  access: 'board-admin',
  body: z
    .strictObject({
      audience_goes_to: z.enum(['members', 'group', 'whole-board']),
      group_id: id.nullable().default(null),
    })
    .refine((body) => (body.audience_goes_to === 'group') === (body.group_id !== null), {
      path: ['group_id'],
      message: validationMessages.required,
    }),
});
