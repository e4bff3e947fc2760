import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type LiveEvent, liveEvent } from '#contract/events.ts';
import type { BoardScope } from '#server/db/board-scope.ts';

const channel = 'dais_live';
const reconnectPauseMs = 1_000;

/** Board admins hear everything. */
export type LiveAudience = 'everyone' | readonly string[];

/** A notification holds 8,000 bytes. */
const membersPerMessage = 150;

interface Subscriber {
  readonly memberId: string;
  /** Its end closes the stream. */
  readonly sessionId: string;
  readonly isBoardAdmin: boolean;
  readonly send: (event: LiveEvent) => void;
  /** The page may reconnect. */
  readonly end: () => void;
}

/** Sends changes to browsers on any server. */
export interface LiveHub {
  /** Returns the function that ends it. */
  subscribe(boardId: string, subscriber: Subscriber): () => void;
  /** On this server. */
  streamsOf(boardId: string, memberId: string): number;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const liveMessage = z.object({
  board: z.uuid(),
  audience: z.union([z.literal('everyone'), z.object({ members: z.array(z.uuid()), admins: z.boolean() })]),
  event: liveEvent,
});

const endMessage = z.object({ board: z.uuid(), ended_member: z.uuid() });
/** Sent by the database for every deleted session (migrations/0040-access.sql). */
const sessionEndMessage = z.object({ ended_session: z.uuid() });
const toldMessage = z.union([liveMessage, endMessage, sessionEndMessage]);

/** Null for messages of another version. */
function readTold(payload: string): z.output<typeof toldMessage> | null {
  try {
    return toldMessage.safeParse(JSON.parse(payload)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** To the board's open pages, on commit. */
export async function publishLive(
  scope: Pick<BoardScope, 'tx' | 'board'>,
  event: LiveEvent,
  audience: LiveAudience = 'everyone',
): Promise<void> {
  for (const part of audience === 'everyone' ? [audience] : partsOf(audience)) {
    const payload = JSON.stringify({ board: scope.board.id, audience: part, event });
    await sql`select pg_notify(${channel}, ${payload})`.execute(scope.tx);
  }
}

/** The first part reaches board admins, even without members. */
function partsOf(memberIds: readonly string[]) {
  const count = Math.max(1, Math.ceil(memberIds.length / membersPerMessage));
  return Array.from({ length: count }, (_, nth) => ({
    members: memberIds.slice(nth * membersPerMessage, (nth + 1) * membersPerMessage),
    admins: nth === 0,
  }));
}

/** On commit, after the member's rights changed. */
export async function endLiveStreams(scope: Pick<BoardScope, 'tx' | 'board'>, memberId: string): Promise<void> {
  const payload = JSON.stringify({ board: scope.board.id, ended_member: memberId });
  await sql`select pg_notify(${channel}, ${payload})`.execute(scope.tx);
}

const mayHear = ({ memberId, isBoardAdmin }: Subscriber, audience: z.output<typeof liveMessage>['audience']): boolean =>
  audience === 'everyone' || (isBoardAdmin ? audience.admins : audience.members.includes(memberId));

export function createLiveHub(options: { readonly servingUrl: string; readonly log: Logger }): LiveHub {
  const subscribers = new Map<string, Set<Subscriber>>();
  let client: pg.Client | null = null;
  let isDeaf = false;
  let stopped = false;
  let retry: NodeJS.Timeout | null = null;

  const deliver = (payload: string): void => {
    const told = readTold(payload);
    if (told === null) {
      options.log.warn('a live message cannot be read');
      return;
    }
    if ('ended_session' in told) {
      const everywhere = [...subscribers.values()].flatMap((onBoard) => [...onBoard]);
      for (const subscriber of everywhere) if (subscriber.sessionId === told.ended_session) subscriber.end();
      return;
    }
    const there = [...(subscribers.get(told.board) ?? [])];
    if ('ended_member' in told) {
      for (const subscriber of there) if (subscriber.memberId === told.ended_member) subscriber.end();
      return;
    }
    for (const subscriber of there) {
      if (mayHear(subscriber, told.audience)) subscriber.send(told.event);
    }
  };

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: options.servingUrl, application_name: 'dais-live' });
    next.on('notification', (message) => deliver(message.payload ?? ''));
    next.on('error', (error) => options.log.warn({ err: error }, 'live connection lost'));
    next.on('end', () => {
      if (client === next) client = null;
      isDeaf = true;
      later();
    });
    await next.connect();
    try {
      await next.query(`listen ${channel}`);
    } catch (error) {
      await next.end();
      throw error;
    }
    if (stopped) await next.end();
    else client = next;
    // Events may have been missed; pages reconnect and refetch.
    if (isDeaf) for (const onBoard of [...subscribers.values()]) for (const { end } of [...onBoard]) end();
    isDeaf = false;
  };

  const reconnect = async (): Promise<void> => {
    try {
      await connect();
    } catch (error) {
      options.log.warn({ err: error }, 'live connection cannot be made yet');
      later();
    }
  };

  const later = (): void => {
    if (stopped || retry) return;
    retry = setTimeout(() => {
      retry = null;
      void reconnect();
    }, reconnectPauseMs);
  };

  return {
    subscribe(boardId, subscriber) {
      const known = subscribers.get(boardId) ?? new Set();
      known.add(subscriber);
      subscribers.set(boardId, known);
      return () => {
        known.delete(subscriber);
        if (known.size === 0) subscribers.delete(boardId);
      };
    },
    streamsOf(boardId, memberId) {
      const open = [...(subscribers.get(boardId) ?? [])];
      return open.filter((subscriber) => subscriber.memberId === memberId).length;
    },
    start: connect,
    async stop() {
      stopped = true;
      if (retry) clearTimeout(retry);
      await client?.end();
    },
  };
}
