import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '#contract/events.ts';
import { annotationsChanged } from './changed-annotations.ts';
import { setConnection } from './connection.ts';
import { followStream } from './follow-stream.ts';
import { changingNouns, nounsOf, touchesRecent } from './live-stream.ts';
import { invalidateChanged } from './queries.ts';
import { currentStart, refreshStart } from './start.ts';

export function followLive(client: QueryClient, onSignedOut: () => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  window.addEventListener('offline', () => setConnection('lost'), { signal });
  window.addEventListener('online', () => setConnection('there'), { signal });
  const refresh = (): void => {
    refreshStart().then(
      (outcome) => outcome === 'signed-out' && onSignedOut(),
      (error: unknown) => console.error(error),
    );
  };
  void followStream(
    {
      onConnection: setConnection,
      onRefused: refresh,
      onGap() {
        refresh();
        void invalidateChanged(client, changingNouns);
        annotationsChanged(null);
      },
      onEvent(event) {
        void invalidateChanged(client, nounsOf(event));
        refreshListed(client, event);
        if (touchesRecent(event, currentStart().recent_documents)) refreshRecent();
        if (event.noun === 'annotations') annotationsChanged(event.id);
        if (event.noun === 'board') refresh();
      },
    },
    signal,
  );
  return () => {
    ended.abort();
    // Pages without live updates show no notice about the connection.
    setConnection('there');
  };
}

function refreshListed(client: QueryClient, { noun, id }: LiveEvent): void {
  if (id === null || (noun !== 'document' && noun !== 'library')) return;
  import('./listed-documents.ts')
    .then(({ refreshListedDocument }) => refreshListedDocument(client, id, { moves: noun === 'library' }))
    .catch((error: unknown) => console.error(error));
}

const pauseMs = 5_000;
let refreshedAt = 0;
let refreshing = false;

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
