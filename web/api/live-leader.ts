import type { LiveEvent } from '#contract/events.ts';
import { liveEventsKeptMs, streamMsMax } from '#domain/timings.ts';
import type { Connection } from './live-stream.ts';
import { readStream, reconnectPauseMs, StreamRefused } from './live-stream.ts';

/** Sent by the leading tab to the other tabs of the same board. */
export type StreamListener =
  | { readonly kind: 'event'; readonly event: LiveEvent }
  /** The stream is open again after a gap in which events may have been missed. */
  | { readonly kind: 'resumed' }
  /** The server rejects this session on this board. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'connection'; readonly connection: Connection };

/** Sent to the leading tab by a tab that starts to listen. */
export interface JoinRequest {
  readonly kind: 'joining';
  /** When its page was requested, in milliseconds of the clock that all tabs share. */
  readonly since: number;
}

export interface MissedMessages {
  readonly kind: 'missed';
  readonly since: number;
  readonly messages: readonly StreamListener[];
}

const keptMax = 5_000;
/** The clocks of two tabs can differ slightly. */
const clockSlackMs = 1_000;

/** Events that the leading tab received within the last minute, for tabs that join. */
export class RecentEvents {
  #from: number;
  #kept: { readonly at: number; readonly message: StreamListener & { readonly kind: 'event' } }[] = [];

  /** The first stream includes changes since its own page was requested, at most of the last minute. */
  constructor(since: number, now: number) {
    this.#from = Math.max(since, now - liveEventsKeptMs);
  }

  note(message: StreamListener, now: number): void {
    if (message.kind === 'resumed') {
      // Events in the gap are unknown.
      this.#from = now;
      this.#kept = [];
    }
    if (message.kind !== 'event') return;
    this.#kept.push({ at: now, message });
    const fresh = this.#kept.findIndex(({ at }) => at > now - liveEventsKeptMs);
    const dropped = this.#kept.splice(0, Math.max(fresh, this.#kept.length - keptMax));
    const last = dropped.at(-1);
    if (last !== undefined) this.#from = Math.max(this.#from, last.at);
  }

  since(at: number): readonly StreamListener[] | null {
    if (at < this.#from) return null;
    const missed = this.#kept.filter((each) => each.at >= at - clockSlackMs);
    // Duplicates are removed, because events carry no content.
    return [...new Map(missed.map(({ message }) => [`${message.event.noun} ${message.event.id}`, message])).values()];
  }
}

/** A single failed attempt may be temporary, so the notice appears after the second. */
const failuresUntilLost = 2;

/** The server ends each stream after a while. The next one opens this long before, so that no event is missed. */
const overlapMs = 20_000;

/** Runs streams until aborted, or until the server rejects this session. */
export async function leadStreams(publish: (message: StreamListener) => void, signal: AbortSignal): Promise<void> {
  let failures = 0;
  let openedBefore = false;
  /** Ends the previous stream, which stays open until the next one is open. */
  let endPrevious: (() => void) | null = null;
  while (!signal.aborted) {
    const own = new AbortController();
    const reading = readStream(AbortSignal.any([signal, own.signal]), {
      onOpen: () => {
        const hasGap = endPrevious === null && (openedBefore || failures > 0);
        failures = 0;
        publish({ kind: 'connection', connection: 'there' });
        if (hasGap) publish({ kind: 'resumed' });
        openedBefore = true;
        endPrevious?.();
        endPrevious = null;
      },
      onEvent: (event) => publish({ kind: 'event', event }),
      onGap: () => publish({ kind: 'resumed' }),
      // The page included the state at the time of its request.
      age: openedBefore ? undefined : Math.ceil(performance.now()),
    });
    try {
      if ((await firstOf(reading, streamMsMax - overlapMs)) === 'due') {
        const end = (): void => own.abort();
        endPrevious = end;
        // If it ends before the next one is open, there is a gap.
        const gone = (): void => {
          if (endPrevious === end) endPrevious = null;
        };
        reading.then(gone, gone);
        continue;
      }
    } catch (error) {
      if (signal.aborted) return;
      // Signed out or removed from the board, so a retry would not help.
      if (error instanceof StreamRefused) return publish({ kind: 'refused' });
      failures += 1;
      if (failures >= failuresUntilLost) publish({ kind: 'connection', connection: 'lost' });
    }
    await pause(reconnectPauseMs(failures, Math.random()), signal);
  }
}

async function firstOf(reading: Promise<void>, dueMs: number): Promise<'ended' | 'due'> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const due = new Promise<'due'>((resolve) => {
    timer = setTimeout(() => resolve('due'), dueMs);
  });
  try {
    return await Promise.race([reading.then(() => 'ended' as const), due]);
  } finally {
    clearTimeout(timer);
  }
}

/** Ends early on abort, or when the browser is back online. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}
