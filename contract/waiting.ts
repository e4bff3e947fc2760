import { z } from 'zod';
import { actionSections } from '#domain/action-items.ts';
import { endpoint } from './endpoint.ts';
import { day, id, instant } from './fields.ts';
import { boardFace } from './start.ts';

export const waitingSections = ['now', ...actionSections] as const;
export type WaitingSection = (typeof waitingSections)[number];

const ofEach = {
  board_id: id,
  section: z.enum(actionSections),
  due_on: day.nullable(),
  at: instant.nullable(),
};

export const waitingItem = z.discriminatedUnion('kind', [
  z.strictObject({
    board_id: id,
    section: z.literal('now'),
    due_on: z.null(),
    at: z.null(),
    kind: z.literal('vote'),
    id,
    meeting_id: id,
    title: z.string(),
    opened_at: instant,
  }),
  z.strictObject({
    ...ofEach,
    kind: z.enum(['reply', 'dates', 'action-item', 'resolution', 'minutes', 'notes', 'signature']),
    id,
    title: z.string(),
  }),
  z.strictObject({
    ...ofEach,
    kind: z.literal('poll'),
    id,
    title: z.string(),
    itemType: z.enum(['meeting', 'announcement']),
    home_id: id,
  }),
  z.strictObject({ ...ofEach, kind: z.literal('interests'), months: z.number().int() }),
  z.strictObject({
    ...ofEach,
    kind: z.literal('papers'),
    id,
    title: z.string(),
    count: z.number().int(),
    pages: z.number().int(),
  }),
]);
export type WaitingItem = z.output<typeof waitingItem>;

const waitingBoard = boardFace.extend({
  id,
  shortname: z.string(),
  base_url: z.string(),
  time_zone: z.string(),
  today: day,
});
export type WaitingBoard = z.output<typeof waitingBoard>;

const inaccessibleBoard = z.strictObject({
  id,
  title: z.string(),
  because: z.enum(['suspended', 'two-factor', 'provider']),
});
export type InaccessibleBoard = z.output<typeof inaccessibleBoard>;

export const getWaiting = endpoint({
  name: 'waiting.get',
  summary: 'The user’s tasks on all boards, soonest first; only the name of boards that this session cannot open',
  route: 'GET /ajax/waiting',
  access: 'signed-in',
  answer: z.strictObject({
    items: z.array(waitingItem),
    boards: z.array(waitingBoard),
    inaccessible: z.array(inaccessibleBoard),
  }),
});
