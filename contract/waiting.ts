import { z } from 'zod';
import { actionSections } from '#domain/action-items.ts';
import { isLocalDate } from '#domain/days.ts';
import { endpoint } from './endpoint.ts';
import { id, instant } from './fields.ts';
import { boardFace } from './start.ts';

/** `yyyy-MM-dd` in the zone of its board. */
const day = z.string().refine(isLocalDate);

/** In the order of the screen. */
export const waitingSections = ['now', ...actionSections] as const;
export type WaitingSection = (typeof waitingSections)[number];

const ofEach = {
  board_id: id,
  /** Counted from the board's day: before it, in this week, or later; without a day later. */
  section: z.enum(actionSections),
  due_on: day.nullable(),
  /** Where it waits until a time of that day. */
  at: instant.nullable(),
};

export const waitingItem = z.discriminatedUnion('kind', [
  /** Open in a meeting, where the reader has a ballot and has not cast it; `title` is the motion. */
  z.strictObject({
    ...{ board_id: id, section: z.literal('now'), due_on: z.null(), at: z.null() },
    ...{ kind: z.literal('vote'), id, meeting_id: id, title: z.string(), opened_at: instant },
  }),
  /** An invitation without the reader's reply, until the meeting begins; `id` is the meeting's. */
  z.strictObject({ ...ofEach, kind: z.literal('reply'), id, title: z.string() }),
  /** A date search with options to answer, until the first of them. */
  z.strictObject({ ...ofEach, kind: z.literal('dates'), id, title: z.string() }),
  /** A poll, until it closes; `home_id` is what it stands on. */
  z.strictObject({
    ...ofEach,
    ...{ kind: z.literal('poll'), id, title: z.string() },
    ...{ itemType: z.enum(['meeting', 'announcement']), home_id: id },
  }),
  z.strictObject({ ...ofEach, kind: z.literal('action-item'), id, title: z.string() }),
  /** A written resolution that asks for the reader's ballot, until its deadline. */
  z.strictObject({ ...ofEach, kind: z.literal('resolution'), id, title: z.string() }),
  /** Circulated minutes on which the reader has not commented, until the last day of comments; `id` is the meeting's. */
  z.strictObject({ ...ofEach, kind: z.literal('minutes'), id, title: z.string() }),
  /** The own entries in the register of interests, since they were asked for. */
  z.strictObject({ ...ofEach, kind: z.literal('interests'), months: z.number().int() }),
  /** Papers of a meeting that the reader has not opened, until it begins. `pages`: of those that have any. */
  z.strictObject({
    ...ofEach,
    ...{ kind: z.literal('papers'), id, title: z.string() },
    ...{ count: z.number().int(), pages: z.number().int() },
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

/** A board that is not open to this session. */
const shutBoard = z.strictObject({
  id,
  title: z.string(),
  because: z.enum(['suspended', 'two-factor', 'provider']),
});
export type ShutBoard = z.output<typeof shutBoard>;

export const getWaiting = endpoint({
  name: 'waiting.get',
  summary: 'What waits for the user on all boards, soonest first; of boards that are not open to this session the name',
  method: 'GET',
  path: '/ajax/waiting',
  access: 'signed-in',
  answer: z.strictObject({
    items: z.array(waitingItem),
    /** Those of the items. */
    boards: z.array(waitingBoard),
    shut: z.array(shutBoard),
  }),
});
