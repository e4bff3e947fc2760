import { type Expression, type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type LiveEvent, type LiveLine, liveEvent } from '#contract/events.ts';
import { liveEventsKeptMs } from '#domain/timings.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { executeAhead } from '#server/db/database.ts';
import { keepConnection } from '#server/db/kept-connection.ts';
import { type RoomReader, WatchedRooms } from './live-rooms.ts';

const channel = 'dais_live';
const reconnectPauseMs = 1_000;

/** Board admins receive every event. */
export type LiveAudience = 'everyone' | readonly string[];
/** Events that concern one member only; board admins are excluded too. */
type OneMember = { readonly only: string };
/** Events that are withheld from some members, possibly including board admins. */
type Exactly = { readonly exactly: readonly string[] };

const keptMax = 5_000;

/** A PostgreSQL notification carries at most 8,000 bytes. */
const membersPerMessage = 150;

interface Subscriber {
  readonly memberId: string;
  /** When the session ends, the stream is closed. */
  readonly sessionId: string;
  readonly isBoardAdmin: boolean;
  /** Bytes are a line that is shared with other subscribers. */
  readonly send: (line: LiveLine | Buffer) => void;
  /** The page may reconnect. */
  readonly end: () => void;
}

/** Sends changes to browsers connected to any server. */
export interface LiveHub {
  /** Changes of the last `age` milliseconds are sent first; if unknown, the subscriber is informed. */
  subscribe(boardId: string, subscriber: Subscriber, age?: number): () => void;
  /** Sends the whole room now and after each change, until the returned function is called. */
  follow(
    room: { readonly boardId: string; readonly id: string; readonly read: RoomReader },
    subscriber: Subscriber,
  ): () => void;
  streamsOf(boardId: string, memberId: string): number;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const liveMessage = z.object({
  board: z.uuid(),
  audience: z.union([
    z.literal('everyone'),
    z.object({ members: z.array(z.uuid()), admins: z.boolean() }),
    z.object({ only: z.uuid() }),
    z.object({ exactly: z.array(z.uuid()) }),
  ]),
  event: liveEvent,
});

/** A null value means all members. */
const endMessage = z.object({ board: z.uuid(), ended_member: z.uuid().nullable() });
/** Sent by the database for every deleted session. */
const sessionEndMessage = z.object({ ended_session: z.uuid() });
/** `at_once`: readers must see the change without a pause. */
const roomMessage = z.object({ board: z.uuid(), room: z.uuid(), revision: z.int(), at_once: z.boolean() });
const anyMessage = z.union([liveMessage, endMessage, sessionEndMessage, roomMessage]);
type LiveMessage = z.output<typeof anyMessage>;

function readMessage(payload: string): LiveMessage | null {
  try {
    return anyMessage.safeParse(JSON.parse(payload)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Notifies the board's open pages on commit. */
export async function publishLive(
  scope: Pick<BoardScope, 'tx'> & { readonly board: Pick<BoardScope['board'], 'id'> },
  event: LiveEvent,
  audience: LiveAudience | OneMember | Exactly = 'everyone',
): Promise<void> {
  const parts = partsOfAudience(audience);
  for (const part of parts) {
    const payload = JSON.stringify({ board: scope.board.id, audience: part, event });
    await executeAhead(scope.tx, sql`select pg_notify(${channel}, ${payload})`.compile(scope.tx));
  }
}

/** An SQL expression that notifies the room's followers on commit. */
export const sentToRoom = (
  { boardId, id, atOnce }: { readonly boardId: string; readonly id: string; readonly atOnce: boolean },
  revision: Expression<number>,
): RawBuilder<unknown> => sql`pg_notify(${channel}, jsonb_build_object(
  'board', ${boardId}::uuid, 'room', ${id}::uuid, 'revision', ${revision}, 'at_once', ${atOnce}::boolean
)::text)`;

function partsOfAudience(audience: LiveAudience | OneMember | Exactly) {
  if (audience === 'everyone' || 'only' in audience) return [audience];
  if (!('exactly' in audience)) return partsOf(audience);
  return partsOf(audience.exactly).map(({ members }) => ({ exactly: members }));
}

/** The first part reaches board admins, even without members. */
function partsOf(memberIds: readonly string[]) {
  const count = Math.max(1, Math.ceil(memberIds.length / membersPerMessage));
  return Array.from({ length: count }, (_, nth) => ({
    members: memberIds.slice(nth * membersPerMessage, (nth + 1) * membersPerMessage),
    admins: nth === 0,
  }));
}

/** Takes effect on commit, after the rights changed. Null means all members. Those with access reconnect. */
export async function endLiveStreams(scope: Pick<BoardScope, 'tx' | 'board'>, memberId: string | null): Promise<void> {
  const payload = JSON.stringify({ board: scope.board.id, ended_member: memberId });
  await sql`select pg_notify(${channel}, ${payload})`.execute(scope.tx);
}

function mayHear({ memberId, isBoardAdmin }: Subscriber, audience: z.output<typeof liveMessage>['audience']): boolean {
  if (audience === 'everyone') return true;
  if ('only' in audience) return audience.only === memberId;
  if ('exactly' in audience) return audience.exactly.includes(memberId);
  return isBoardAdmin ? audience.admins : audience.members.includes(memberId);
}

class Subscribers {
  readonly #byBoard = new Map<string, Set<Subscriber>>();
  #kept: { readonly at: number; readonly message: z.output<typeof liveMessage> }[] = [];
  /** All later messages are in `#kept`. */
  #knownSince = Number.POSITIVE_INFINITY;

  /** Earlier changes are unknown. */
  beginListening(): void {
    this.#kept = [];
    this.#knownSince = performance.now();
  }

  add(boardId: string, subscriber: Subscriber): () => void {
    const onBoard = this.#byBoard.get(boardId) ?? new Set();
    onBoard.add(subscriber);
    this.#byBoard.set(boardId, onBoard);
    return () => {
      onBoard.delete(subscriber);
      if (onBoard.size === 0) this.#byBoard.delete(boardId);
    };
  }

  /** Sends equal events once, since events carry no content. */
  sendKept(boardId: string, subscriber: Subscriber, age: number): void {
    const since = performance.now() - age;
    if (since <= this.#knownSince) {
      subscriber.send({ gap: true });
      return;
    }
    const events = this.#kept
      .filter(({ at, message }) => at >= since && message.board === boardId && mayHear(subscriber, message.audience))
      .map(({ message }) => message.event);
    for (const event of new Map(events.map((each) => [`${each.noun} ${each.id}`, each])).values())
      subscriber.send(event);
  }

  of(boardId: string): readonly Subscriber[] {
    return [...(this.#byBoard.get(boardId) ?? [])];
  }

  endWhere(matches: (subscriber: Subscriber) => boolean): void {
    const all = [...this.#byBoard.values()].flatMap((onBoard) => [...onBoard]);
    for (const subscriber of all.filter(matches)) subscriber.end();
  }

  deliver(message: Exclude<LiveMessage, z.output<typeof roomMessage>>): void {
    if ('ended_session' in message) {
      this.endWhere(({ sessionId }) => sessionId === message.ended_session);
      return;
    }
    const onBoard = this.of(message.board);
    if ('ended_member' in message) {
      const ended = onBoard.filter(({ memberId }) => [memberId, null].includes(message.ended_member));
      for (const subscriber of ended) subscriber.end();
      return;
    }
    this.#keep(message);
    for (const subscriber of onBoard) if (mayHear(subscriber, message.audience)) subscriber.send(message.event);
  }

  #keep(message: z.output<typeof liveMessage>): void {
    const now = performance.now();
    this.#kept.push({ at: now, message });
    const fresh = this.#kept.findIndex(({ at }) => at > now - liveEventsKeptMs);
    const dropped = this.#kept.splice(0, Math.max(fresh, this.#kept.length - keptMax));
    this.#knownSince = dropped.at(-1)?.at ?? this.#knownSince;
  }
}

export function createLiveHub(options: { readonly servingUrl: string; readonly log: Logger }): LiveHub {
  const { servingUrl, log } = options;
  const subscribers = new Subscribers();
  const rooms = new WatchedRooms(log);
  let client: pg.Client | null = null;
  let hasMissedEvents = false;
  let stopped = false;
  let retry: NodeJS.Timeout | null = null;

  const receive = (payload: string): void => {
    const message = readMessage(payload);
    if (!message) log.warn('a live message cannot be read');
    else if ('room' in message) rooms.changed(message.room, message.at_once);
    else {
      subscribers.deliver(message);
      if ('event' in message) rooms.noteEvent(message.board, message.event);
    }
  };

  const connect = async (): Promise<void> => {
    const next = await keepConnection(
      { connectionString: servingUrl, application_name: 'dais-live' },
      { log, hears: { channel, onMessage: receive } },
    );
    next.on('end', () => {
      if (client === next) client = null;
      hasMissedEvents = true;
      reconnectLater();
    });
    subscribers.beginListening();
    if (stopped) await next.end();
    else client = next;
    // Pages reconnect and refetch.
    if (hasMissedEvents) subscribers.endWhere(() => true);
    hasMissedEvents = false;
  };

  const reconnectLater = (): void => {
    if (stopped || retry) return;
    retry = setTimeout(() => {
      retry = null;
      connect().catch((error: unknown) => {
        log.warn({ err: error }, 'live connection cannot be made yet');
        reconnectLater();
      });
    }, reconnectPauseMs);
  };

  return {
    subscribe(boardId, subscriber, age) {
      if (age !== undefined) subscribers.sendKept(boardId, subscriber, age);
      return subscribers.add(boardId, subscriber);
    },
    follow: (room, subscriber) => rooms.follow(room, subscriber),
    streamsOf: (boardId, memberId) => subscribers.of(boardId).filter((each) => each.memberId === memberId).length,
    start: connect,
    async stop() {
      stopped = true;
      if (retry) clearTimeout(retry);
      await client?.end();
    },
  };
}
