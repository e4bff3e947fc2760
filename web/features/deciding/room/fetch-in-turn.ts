/** Milliseconds between two, so that a burst of changes is not a burst of fetches. */
const pauseMs = 1_000;

/**
 * Returns what asks for a fetch after `delayMs`, until `signal` ends it. There is one at a time: what is asked for while one waits is
 * that one, and while one is under way, one more.
 */
export function fetchInTurn(fetch: () => Promise<void>, signal: AbortSignal): (delayMs: number) => void {
  let isBusy = false;
  let isAsked = false;
  const ask = (delayMs: number): void => {
    isAsked = true;
    if (isBusy) return;
    isBusy = true;
    const end = (): void => clearTimeout(timer);
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      isAsked = false;
      const goOn = (): void => {
        isBusy = false;
        if (isAsked && !signal.aborted) ask(pauseMs);
      };
      fetch().then(goOn, goOn);
    }, delayMs);
    signal.addEventListener('abort', end, { once: true });
  };
  return ask;
}
