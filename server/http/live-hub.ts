import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type LiveEvent, liveEvent } from '../../contract/events.ts';
import type { BoardScope } from '../db/board-scope.ts';

const channel = 'dais_live';
const reconnectPauseMs = 1_000;

/** Who may hear of a change: of a draft, board admins alone. */
export type LiveAudience = 'everyone' | 'board-admins';

interface Subscriber {
  readonly memberId: string;
  readonly isBoardAdmin: boolean;
  readonly send: (event: LiveEvent) => void;
}

/** Brings what changed on a board to the browsers that look at it, whichever server they hang on. */
export interface LiveHub {
  /** Answers a function that ends the subscription. */
  subscribe(boardId: string, subscriber: Subscriber): () => void;
  /** How many streams of this member are open here. */
  streamsOf(boardId: string, memberId: string): number;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const liveMessage = z.object({ board: z.uuid(), audience: z.enum(['everyone', 'board-admins']), event: liveEvent });

/** Null for what this version does not understand: while servers of two versions run, that is no reason to fall. */
function readTold(payload: string): z.output<typeof liveMessage> | null {
  try {
    return liveMessage.safeParse(JSON.parse(payload)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Tells the board's open pages, once the transaction commits. */
export async function tellLive(
  scope: Pick<BoardScope, 'tx' | 'board'>,
  event: LiveEvent,
  audience: LiveAudience = 'everyone',
): Promise<void> {
  const payload = JSON.stringify({ board: scope.board.id, audience, event });
  await sql`select pg_notify(${channel}, ${payload})`.execute(scope.tx);
}

export function createLiveHub(options: { readonly servingUrl: string; readonly log: Logger }): LiveHub {
  const subscribers = new Map<string, Set<Subscriber>>();
  let client: pg.Client | null = null;
  let stopped = false;
  let retry: NodeJS.Timeout | null = null;

  const deliver = (payload: string): void => {
    const told = readTold(payload);
    if (told === null) {
      options.log.warn('a live message cannot be read');
      return;
    }
    for (const subscriber of subscribers.get(told.board) ?? []) {
      if (told.audience === 'everyone' || subscriber.isBoardAdmin) subscriber.send(told.event);
    }
  };

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: options.servingUrl, application_name: 'dais-live' });
    next.on('notification', (message) => deliver(message.payload ?? ''));
    next.on('error', (error) => options.log.warn({ err: error }, 'live connection lost'));
    next.on('end', () => {
      if (client === next) client = null;
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
