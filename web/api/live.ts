import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '#contract/events.ts';
import { leadStreams, type StreamListener } from './live-leader.ts';
import { nounsOf, setConnection, touchesRecent } from './live-stream.ts';
import { invalidateChanged } from './queries.ts';
import { currentStart, refreshStart } from './start.ts';

/**
 * Keeps what the page shows up to date. One tab of a browser leads per board (Web Lock) and holds the stream; the others
 * receive it by BroadcastChannel, and one of them takes over when it closes. Returns what ends it.
 */
export function followLive(client: QueryClient, boardId: string): () => void {
  const name = `dais-live-${boardId}`;
  const ended = new AbortController();
  const channel = new BroadcastChannel(name);
  const hear = (message: StreamListener): void => act(client, message);
  const publish = (message: StreamListener): void => {
    hear(message);
    channel.postMessage(message);
  };
  channel.onmessage = ({ data }: MessageEvent<StreamListener>) => hear(data);
  const offline = (): void => setConnection('lost');
  const online = (): void => setConnection('there');
  window.addEventListener('offline', offline);
  window.addEventListener('online', online);

  navigator.locks
    .request(name, { signal: ended.signal }, () => leadStreams(publish, ended.signal))
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

/** The library's lists show previews, page counts and names. */
function refreshListed(client: QueryClient, { noun, id }: LiveEvent): void {
  if (id === null || (noun !== 'document' && noun !== 'library')) return;
  import('./listed-documents.ts')
    .then(({ refreshListedDocument }) => refreshListedDocument(client, id, { moves: noun === 'library' }))
    .catch((error: unknown) => console.error(error));
}

const pauseMs = 5_000;
let refreshedAt = 0;
let refreshing = false;

/** What was deleted leaves the recently opened documents: at once, and soon where much happens. */
function refreshRecent(): void {
  if (refreshing) return;
  refreshing = true;
  const refresh = (): void => {
    refreshing = false;
    refreshedAt = Date.now();
    refreshStart().catch((error: unknown) => console.error(error));
  };
  setTimeout(refresh, Math.max(0, refreshedAt + pauseMs - Date.now()));
}

function act(client: QueryClient, message: StreamListener): void {
  if (message.kind === 'connection') setConnection(message.connection);
  else {
    if (message.kind === 'event') {
      void invalidateChanged(client, nounsOf(message.event));
      refreshListed(client, message.event);
      if (touchesRecent(message.event, currentStart().recent_documents)) refreshRecent();
    }
    // Streams are closed when the user's rights change: this one may be open again under others.
    if (message.kind !== 'event' || message.event.noun === 'board')
      refreshStart().catch((error: unknown) => console.error(error));
    if (message.kind === 'resumed')
      void invalidateChanged(client, ['meetings', 'boardBook', 'announcements', 'timeline', 'people', 'library']);
  }
}
