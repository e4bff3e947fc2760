import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '#contract/events.ts';
import { annotationsChanged } from './changed-annotations.ts';
import {
  type JoinRequest,
  leadStreams,
  type MissedMessages,
  RecentEvents,
  type StreamListener,
} from './live-leader.ts';
import { changingNouns, nounsOf, setConnection, touchesRecent } from './live-stream.ts';
import { invalidateChanged } from './queries.ts';
import { currentStart, refreshStart } from './start.ts';

/**
 * One tab per board leads (Web Lock) and reads the stream; the others receive it by BroadcastChannel, and one of them
 * takes over when it closes. Returns a function that stops it.
 */
export function followLive(client: QueryClient, boardId: string, onSignedOut: () => void): () => void {
  const name = `dais-live-${boardId}`;
  const ended = new AbortController();
  const channel = new BroadcastChannel(name);
  const own = performance.timeOrigin;
  const now = (): number => performance.timeOrigin + performance.now();
  let recent: RecentEvents | null = null;
  const applyHere = (message: StreamListener): void => applyMessage(client, message, onSignedOut);
  const publish = (message: StreamListener): void => {
    recent?.note(message, now());
    applyHere(message);
    channel.postMessage(message);
  };
  channel.onmessage = ({ data }: MessageEvent<StreamListener | JoinRequest | MissedMessages>) => {
    if (data.kind === 'joining') {
      if (recent !== null) channel.postMessage(missedBy(data, recent));
    } else if (data.kind === 'missed') {
      if (data.since === own) data.messages.forEach(applyHere);
    } else applyHere(data);
  };
  const offline = (): void => setConnection('lost');
  const online = (): void => setConnection('there');
  window.addEventListener('offline', offline);
  window.addEventListener('online', online);

  navigator.locks
    .request(name, { signal: ended.signal }, () => {
      recent = new RecentEvents(own, now());
      return leadStreams(publish, ended.signal);
    })
    .catch((error: unknown) => {
      if (!ended.signal.aborted) console.error(error);
    });
  channel.postMessage({ kind: 'joining', since: own } satisfies JoinRequest);

  return () => {
    ended.abort();
    channel.close();
    window.removeEventListener('offline', offline);
    window.removeEventListener('online', online);
  };
}

const missedBy = ({ since }: JoinRequest, recent: RecentEvents): MissedMessages => ({
  kind: 'missed',
  since,
  messages: recent.since(since) ?? [{ kind: 'resumed' }],
});

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

/** Removes deleted documents from the recently opened ones, with a delay if there are many events. */
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

function applyMessage(client: QueryClient, message: StreamListener, onSignedOut: () => void): void {
  if (message.kind === 'connection') setConnection(message.connection);
  else {
    if (message.kind === 'event') {
      void invalidateChanged(client, nounsOf(message.event));
      refreshListed(client, message.event);
      if (touchesRecent(message.event, currentStart().recent_documents)) refreshRecent();
      if (message.event.noun === 'annotations') annotationsChanged(message.event.id);
    }
    // The server closes streams when the user's rights change. This one may be open again with other rights.
    if (message.kind !== 'event' || message.event.noun === 'board')
      refreshStart().then(
        (outcome) => outcome === 'signed-out' && onSignedOut(),
        (error: unknown) => console.error(error),
      );
    if (message.kind === 'resumed') {
      void invalidateChanged(client, changingNouns);
      annotationsChanged(null);
    }
  }
}
