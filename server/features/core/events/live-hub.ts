import type pg from 'pg';
import type { Logger } from 'pino';
import type { LiveLine } from '#contract/events.ts';
import { keepConnection } from '#server/db/kept-connection.ts';
import { WatchedRooms } from './live-rooms.ts';
import { type EventMessage, type LiveMessage, liveChannel, type RoomMessage, readMessage } from './messages.ts';

const reconnectPauseMs = 1_000;

/** How long, in milliseconds, changes are kept for pages that were loading, hidden or offline. */
const keptForMs = 60_000;
const keptMax = 5_000;

interface Subscriber {
  readonly memberId: string;
  readonly sessionId: string;
  readonly isBoardAdmin: boolean;
  readonly send: (line: LiveLine | Buffer) => void;
  readonly end: () => void;
}

export type LiveHub = ReturnType<typeof createLiveHub>;

function mayHear({ memberId, isBoardAdmin }: Subscriber, audience: EventMessage['audience']): boolean {
  if (audience === 'everyone') return true;
  if ('exactly' in audience) return audience.exactly.includes(memberId);
  return isBoardAdmin ? audience.admins : audience.members.includes(memberId);
}

class Subscribers {
  readonly #byBoard = new Map<string, Set<Subscriber>>();
  #kept: { readonly at: number; readonly message: EventMessage }[] = [];
  /** `#kept` contains all changes since this time. */
  #knownSince = Number.POSITIVE_INFINITY;

  /** Clears the stored changes, because changes before this call may have been missed. */
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

  /** Sends repeated events only once, because an event contains no data and only identifies what changed. */
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

  deliver(message: Exclude<LiveMessage, RoomMessage>): void {
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

  #keep(message: EventMessage): void {
    const now = performance.now();
    this.#kept.push({ at: now, message });
    const fresh = this.#kept.findIndex(({ at }) => at > now - keptForMs);
    const dropped = this.#kept.splice(0, Math.max(fresh, this.#kept.length - keptMax));
    this.#knownSince = dropped.at(-1)?.at ?? this.#knownSince;
  }
}

export function createLiveHub(options: { readonly servingUrl: string; readonly log: Logger }) {
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
      { log, hears: { channel: liveChannel, onMessage: receive } },
    );
    next.on('end', () => {
      if (client === next) client = null;
      hasMissedEvents = true;
      reconnectLater();
    });
    subscribers.beginListening();
    if (stopped) await next.end();
    else client = next;
    // Ends all streams if events were missed, so that pages reconnect and refetch.
    if (hasMissedEvents) subscribers.endWhere(() => true);
    hasMissedEvents = false;
  };

  const reconnectLater = (): void => {
    if (stopped || retry) return;
    retry = setTimeout(() => {
      retry = null;
      connect().catch((error: unknown) => {
        log.warn({ err: error }, 'live connection cannot be opened yet');
        reconnectLater();
      });
    }, reconnectPauseMs);
  };

  return {
    /**
     * If `age` is given, first sends the changes of the last `age` milliseconds. If some are no longer known, requests
     * a refetch instead.
     */
    subscribe(boardId: string, subscriber: Subscriber, age?: number): () => void {
      if (age !== undefined) subscribers.sendKept(boardId, subscriber, age);
      return subscribers.add(boardId, subscriber);
    },
    follow: (...given: Parameters<typeof rooms.follow>) => rooms.follow(...given),
    streamsOf: (boardId: string, memberId: string): number =>
      subscribers.of(boardId).filter((each) => each.memberId === memberId).length,
    start: connect,
    async stop(): Promise<void> {
      stopped = true;
      if (retry) clearTimeout(retry);
      await client?.end();
    },
  };
}
