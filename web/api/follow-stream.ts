import type { LiveEvent } from '#contract/events.ts';
import type { Connection } from './connection.ts';
import { readLines, readLiveLine, reconnectPauseMs, StreamRefused } from './live-stream.ts';

export interface StreamListener {
  readonly onEvent: (event: LiveEvent) => void;
  readonly onGap: () => void;
  readonly onRefused: () => void;
  readonly onConnection: (connection: Connection) => void;
}

/** Number of failed attempts after which the page shows a notice. A single failure may be temporary. */
const failuresUntilLost = 2;

/** Milliseconds allowed for a request to reach the server and for a new stream's first changes to arrive. */
const arrivalMs = 5_000;

export async function followStream(listener: StreamListener, signal: AbortSignal): Promise<void> {
  let failures = 0;
  /** The page has received all changes made before this time. */
  let knownUntil = { steady: 0, clock: performance.timeOrigin };
  while (!signal.aborted) {
    await untilTabIs('visible', signal);
    const own = new AbortController();
    void untilTabIs('hidden', own.signal).then(() => own.abort());
    let openedAt = Number.POSITIVE_INFINITY;
    try {
      await readLines(AbortSignal.any([signal, own.signal]), {
        search: `?age=${Math.ceil(since(knownUntil)) + arrivalMs}`,
        onOpen() {
          openedAt = performance.now();
          failures = 0;
          listener.onConnection('there');
        },
        onHeard() {
          if (performance.now() > openedAt + arrivalMs) knownUntil = times();
        },
        onLine(line) {
          const read = readLiveLine(line);
          if (read === null) return;
          if ('gap' in read) listener.onGap();
          else listener.onEvent(read);
        },
      });
    } catch (error) {
      if (signal.aborted) return;
      // Hiding the tab ended the stream, so this is not a failure.
      if (own.signal.aborted) continue;
      // Retrying is useless, because the user is signed out or was removed from the board.
      if (error instanceof StreamRefused) return listener.onRefused();
      failures += 1;
      if (failures >= failuresUntilLost) listener.onConnection('lost');
    } finally {
      own.abort();
    }
    await pause(reconnectPauseMs(failures, Math.random()), signal);
  }
}

const times = () => ({ steady: performance.now(), clock: Date.now() });

/**
 * Returns milliseconds. Takes the larger of two differences, because the steady clock may stop during sleep and the
 * wall clock may be set back.
 */
function since(past: ReturnType<typeof times>): number {
  const { steady, clock } = times();
  return Math.max(steady - past.steady, clock - past.clock);
}

function untilTabIs(state: DocumentVisibilityState, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (!signal.aborted && document.visibilityState !== state) return;
      document.removeEventListener('visibilitychange', check);
      signal.removeEventListener('abort', check);
      resolve();
    };
    document.addEventListener('visibilitychange', check);
    signal.addEventListener('abort', check);
    check();
  });
}

/** Ends early if the signal aborts or the browser is back online. */
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
