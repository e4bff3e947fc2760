import { createStore } from '#web/store.ts';

const pauseMs = 5_000;

/** Whether the server responds. The browser knows only whether there is a network. */
export const isConnected = createStore(false);

export function watchConnection(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const look = async (): Promise<void> => {
    clearTimeout(timer);
    const isThere = await fetch('/health', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isOver) return;
    isConnected.set(isThere);
    timer = setTimeout(() => void look(), pauseMs);
  };
  window.addEventListener('online', look);
  window.addEventListener('offline', look);
  void look();
  return () => {
    isOver = true;
    clearTimeout(timer);
    window.removeEventListener('online', look);
    window.removeEventListener('offline', look);
  };
}
