import { z } from 'zod';
import { liveNouns } from '#domain/live-nouns.ts';
import { roomsPerStreamMax } from '#domain/room.ts';
import { endpoint } from './endpoint.ts';
import { id, idList } from './fields.ts';
import { roomLine } from './room.ts';

/** Carries no content; whoever shows it fetches again. */
export const liveEvent = z.strictObject({
  noun: z.enum(liveNouns),
  id: id.nullable(),
});
export type LiveEvent = z.output<typeof liveEvent>;

/** An event, or that what changed since the page was asked for is not known: it fetches everything again. */
const liveLine = z.union([liveEvent, roomLine, z.strictObject({ gap: z.literal(true) })]);
export type LiveLine = z.output<typeof liveLine>;

export const streamEvents = endpoint({
  name: 'events.stream',
  summary: 'What changes on the board, one JSON line each, kept open; an empty line every 20 seconds',
  method: 'GET',
  path: '/ajax/events',
  access: 'member',
  // How long ago the page was asked for, in milliseconds: what changed since is sent first.
  query: z.strictObject({
    age: z.coerce.number().int().min(0).optional(),
    // The meetings whose rooms are followed: each is sent whole first, and after each change.
    rooms: idList(roomsPerStreamMax),
  }),
  answer: liveLine,
  reply: 'stream',
});
