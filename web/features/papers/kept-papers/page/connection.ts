import { createStore } from '#web/store.ts';

const pauseMs = 5_000;

/** Whether the server responds. `navigator.onLine` only means that there is a network. */
export const isConnected = createStore(false);

export function watchConnection(): () => void {
  const look = async (): Promise<void> => {
    const answer = fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(pauseMs) });
    const isThere = await answer.then(
      ({ ok }) => ok,
      () => false,
    );
    isConnected.set(isThere);
  };
  const timer = setInterval(() => void look(), pauseMs);
  void look();
  return () => clearInterval(timer);
}
