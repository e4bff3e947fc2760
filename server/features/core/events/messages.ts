import { z } from 'zod';
import { liveEvent } from '#contract/events.ts';

export const liveChannel = 'dais_live';

const eventMessage = z.object({
  board: z.uuid(),
  audience: z.union([
    z.literal('everyone'),
    z.object({ members: z.array(z.uuid()), admins: z.boolean() }),
    z.object({ exactly: z.array(z.uuid()) }),
  ]),
  event: liveEvent,
});

/** If `ended_member` is null, the streams of all members end. */
const endMessage = z.object({ board: z.uuid(), ended_member: z.uuid().nullable() });
const sessionEndMessage = z.object({ ended_session: z.uuid() });
/** `at_once` skips the usual pause before readers receive the change. */
const roomMessage = z.object({ board: z.uuid(), room: z.uuid(), revision: z.int(), at_once: z.boolean() });
const liveMessage = z.union([eventMessage, endMessage, sessionEndMessage, roomMessage]);
export type LiveMessage = z.output<typeof liveMessage>;
export type EventMessage = z.output<typeof eventMessage>;
export type RoomMessage = z.output<typeof roomMessage>;

/** Returns null for an unknown format, which another version of the server may send. */
export function readMessage(payload: string): LiveMessage | null {
  try {
    return liveMessage.safeParse(JSON.parse(payload)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
