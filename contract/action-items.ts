import { z } from 'zod';
import { actionNotesCharactersMax, actionStates, actionTitleCharactersMax } from '#domain/action-items.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { audienceMember } from './audience.ts';
import { endpoint } from './endpoint.ts';
import { day, id, instant, optionalLines, requiredText, revision, rights, uidParams } from './fields.ts';
import { boardFace } from './start.ts';

const dueDay = day.refine((text) => /^(19[7-9]\d|20\d\d|21\d\d)-/.test(text), validationMessages.dateOutOfRange);

export const actionState = z.enum(actionStates);

export const actionField = z.enum(['title', 'notes', 'owner', 'due_on', 'state']);
export type ActionField = z.output<typeof actionField>;

/** A field that the server did not save, because somebody else had changed it. */
export const actionConflict = z.strictObject({ field: actionField, by: z.string(), at: instant });

const owner = z.strictObject({
  member_id: id,
  name: z.string(),
  img_url: z.string().nullable(),
  has_left: z.boolean(),
});

export const actionItem = z.strictObject({
  id,
  title: z.string(),
  notes: z.string(),
  state: actionState,
  due_on: day,
  ended_at: instant.nullable(),
  owner: owner.nullable(),
  meeting: z
    .strictObject({
      id,
      title: z.string(),
      agenda_item_id: id.nullable(),
      agenda_number: z.string().nullable(),
    })
    .nullable(),
  /** `name` is empty if the body is the whole board. */
  body: z.strictObject({ id, name: z.string() }).nullable(),
  link: z.enum(['open', 'ended']).nullable(),
  revision,
  can: z.strictObject({
    edit: z.boolean(),
    note: z.boolean(),
    states: z.array(actionState),
  }),
});
export type ActionItem = z.output<typeof actionItem>;

const actionBody = z.strictObject({ id, name: z.string(), can: rights('create') });
export type ActionBody = z.output<typeof actionBody>;

export const actionsShown = ['current', 'done', 'dropped'] as const;
export const actionItemsMax = 500;

export const listActionItems = endpoint({
  name: 'actionItems.list',
  summary: 'Action items that the reader can see, by due date; closed ones by the time they were closed, latest first',
  route: 'GET /ajax/action-items',
  access: 'member',
  query: z.strictObject({
    /** `current` means open, or done within the last 30 days. */
    show: z.enum(actionsShown).default('current'),
    whose: z.enum(['all', 'mine']).default('all'),
    body: id.optional(),
  }),
  answer: z.strictObject({
    items: z.array(actionItem).max(actionItemsMax),
    is_cut: z.boolean(),
    today: day,
    bodies: z.array(actionBody),
    can: rights('create', 'report'),
  }),
});
export type ActionItems = z.output<typeof listActionItems.answer>;

export const downloadActionItems = endpoint({
  name: 'actionItems.download',
  summary: 'All action items of the board as a CSV file',
  route: 'GET /ajax/action-items/csv',
  access: 'board-admin',
  board: 'query',
  query: z.strictObject({ board: id }),
  reply: 'file',
});

export const listActionItemsOfMeeting = endpoint({
  name: 'actionItems.ofMeeting',
  summary: 'Action items of a meeting, by due date',
  route: 'GET /ajax/meetings/:id/action-items',
  access: 'member',
  answer: z.strictObject({
    items: z.array(actionItem).max(actionItemsMax),
    today: day,
    can: rights('create'),
  }),
});

export const getActionItem = endpoint({
  name: 'actionItems.get',
  summary: 'An action item with its changes, newest first',
  route: 'GET /ajax/action-items/:id',
  access: 'member',
  answer: z.strictObject({
    item: actionItem,
    today: day,
    changes: z.array(
      z.strictObject({
        field: actionField,
        old: z.string(),
        new: z.string(),
        by: z.string(),
        by_link: z.boolean(),
        at: instant,
      }),
    ),
  }),
});
export type ActionItemPage = z.output<typeof getActionItem.answer>;

export const listActionOwners = endpoint({
  name: 'actionItems.owners',
  summary:
    'The possible owners of an action item of a meeting or body: active and pending members who can see it; for its desk',
  route: 'GET /ajax/action-items/owners',
  access: 'member',
  query: z
    .strictObject({ meeting: id.optional(), body: id.optional() })
    .refine(({ meeting, body }) => (meeting === undefined) !== (body === undefined)),
  answer: z.strictObject({
    people: z.array(audienceMember),
  }),
});

export const actionFields = {
  title: requiredText(actionTitleCharactersMax),
  notes: optionalLines(actionNotesCharactersMax),
  owner_id: id,
  due_on: dueDay,
};

export const actionItemInput = z
  .strictObject({
    ...actionFields,
    meeting_id: id.nullable().default(null),
    agenda_item_id: id.nullable().default(null),
    body_id: id.nullable().default(null),
  })
  .refine(({ meeting_id, body_id }) => (meeting_id === null) !== (body_id === null), { path: ['body_id'] })
  .refine(({ meeting_id, agenda_item_id }) => agenda_item_id === null || meeting_id !== null, {
    path: ['agenda_item_id'],
  });
export type ActionItemInput = z.output<typeof actionItemInput>;

export const createActionItem = endpoint({
  name: 'actionItems.create',
  summary: 'Create an action item; its owner is notified by mail',
  route: 'POST /ajax/action-items',
  access: 'member',
  body: actionItemInput,
  answer: z.strictObject({ item: actionItem }),
});

export const updateActionItem = endpoint({
  name: 'actionItems.update',
  summary: 'Change an action item; fields changed by somebody else since `revision` are returned, not overwritten',
  route: 'PATCH /ajax/action-items/:id',
  access: 'member',
  body: z
    .strictObject({ ...actionFields, state: actionState })
    .partial()
    .extend({ revision }),
  answer: z.strictObject({ item: actionItem, conflicts: z.array(actionConflict) }),
});
export type ActionItemChange = z.output<NonNullable<typeof updateActionItem.body>>;

export const setActionLink = endpoint({
  name: 'actionItems.setLink',
  summary: 'End the owner’s link to an action item, or send a new one',
  route: 'POST /ajax/action-items/:id/link',
  access: 'member',
  body: z.strictObject({ to: z.enum(['ended', 'renewed']) }),
  answer: z.strictObject({ item: actionItem }),
});

/** Contains no names of people, because anyone who has the link can read it. */
export const magicActionItem = z.strictObject({
  title: z.string().nullable(),
  notes: z.string().nullable(),
  state: actionState,
  due_on: day,
  is_overdue: z.boolean(),
  meeting_title: z.string().nullable(),
  states: z.array(actionState),
});
export type MagicActionItem = z.output<typeof magicActionItem>;

const magicAnswer = z.strictObject({
  board: boardFace.extend({ time_zone: z.string() }),
  first_name: z.string(),
  item: magicActionItem,
});

export const getMagicActionItem = endpoint({
  name: 'magic.getActionItem',
  summary: 'The reader’s action item that a link opens; changes nothing',
  route: 'GET /ajax/magic/action-items/:uid',
  access: 'magic',
  params: uidParams,
  answer: magicAnswer,
});

export const setMagicActionItem = endpoint({
  name: 'magic.setActionItem',
  summary: 'Set the reader’s action item in progress or done through its link, and add a note',
  route: 'POST /ajax/magic/action-items/:uid',
  access: 'magic',
  params: uidParams,
  body: z.strictObject({ to: z.enum(['in-progress', 'done']), note: optionalLines(actionNotesCharactersMax) }),
  answer: magicAnswer,
});
