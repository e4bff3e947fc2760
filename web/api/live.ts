import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '../../contract/events.ts';
import { type Connection, setConnection } from './connection.ts';
import { nounsOf, reconnectPauseMs } from './live-lines.ts';
import { readStream, StreamRefused } from './live-stream.ts';
import { invalidateNouns } from './queries.ts';

/** From the leading tab to the others of the same board. */
type Told =
  | { readonly kind: 'event'; readonly event: LiveEvent }
  /** The stream is open again after a gap in which events may have passed unseen. */
  | { readonly kind: 'resumed' }
  | { readonly kind: 'connection'; readonly connection: Connection };

/** An attempt that fails once may be a hiccup; the notice comes with the second. */
const failuresUntilLost = 2;

/**
 * Keeps what the page shows up to date. One tab of a browser leads per board (Web Lock) and holds the one stream; the
 * others hear it by BroadcastChannel, and one of them takes over when it closes. Answers a function that ends it.
 */
export function followLive(client: QueryClient, boardId: string): () => void {
  const name = `dais-live-${boardId}`;
  const ended = new AbortController();
  const channel = new BroadcastChannel(name);
  const hear = (told: Told): void => act(client, told);
  const tell = (told: Told): void => {
    hear(told);
    channel.postMessage(told);
  };
  channel.onmessage = ({ data }: MessageEvent<Told>) => hear(data);
  const offline = (): void => setConnection('lost');
  const online = (): void => setConnection('there');
  window.addEventListener('offline', offline);
  window.addEventListener('online', online);

  navigator.locks
    .request(name, { signal: ended.signal }, () => lead(tell, ended.signal))
    .catch((error: unknown) => {
      if (!ended.signal.aborted) console.error(error);
    });

  return () => {
    ended.abort();
    channel.close();
    window.removeEventListener('offline', offline);
    window.removeEventListener('online', online);
  };
}

function act(client: QueryClient, told: Told): void {
  if (told.kind === 'connection') setConnection(told.connection);
  else if (told.kind === 'event') void invalidateNouns(client, nounsOf(told.event));
  else void invalidateNouns(client, ['meetings', 'timeline', 'people']);
}

/** Holds the stream until told to end, or until the server refuses this session. */
async function lead(tell: (told: Told) => void, signal: AbortSignal): Promise<void> {
  let failures = 0;
  let openedBefore = false;
  while (!signal.aborted) {
    try {
      await readStream(signal, {
        onOpen: () => {
          failures = 0;
          tell({ kind: 'connection', connection: 'there' });
          if (openedBefore) tell({ kind: 'resumed' });
          openedBefore = true;
        },
        onEvent: (event) => tell({ kind: 'event', event }),
      });
    } catch (error) {
      if (signal.aborted) return;
      // Signed out, or off the board: the next call says so, and asking again would change nothing.
      if (error instanceof StreamRefused) return;
      failures += 1;
      if (failures >= failuresUntilLost) tell({ kind: 'connection', connection: 'lost' });
    }
    await pause(reconnectPauseMs(failures, Math.random()), signal);
  }
}

/** Waits; an end, or the browser coming back online, cuts the wait short. */
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
