import { z } from 'zod';
import { liveNouns } from '#domain/live-nouns.ts';
import { roomsPerStreamMax } from '#domain/room.ts';
import { endpoint } from './endpoint.ts';
import { id, idList } from './fields.ts';
import { roomLine } from './room.ts';

export const liveEvent = z.strictObject({
  noun: z.enum(liveNouns),
  id: id.nullable(),
});
export type LiveEvent = z.output<typeof liveEvent>;

/** A `gap` means that the server no longer has all changes, so the browser must reload everything. */
const liveLine = z.union([liveEvent, roomLine, z.strictObject({ gap: z.literal(true) })]);
export type LiveLine = z.output<typeof liveLine>;

export const streamEvents = endpoint({
  name: 'events.stream',
  summary: 'A stream of changes on the board, one JSON line each, with an empty line every 20 seconds',
  route: 'GET /ajax/events',
  access: 'member',
  // `age`: milliseconds since the browser was last up to date.
  query: z.strictObject({
    age: z.coerce.number().int().min(0).optional(),
    rooms: idList(roomsPerStreamMax),
  }),
  answer: liveLine,
  reply: 'stream',
});
