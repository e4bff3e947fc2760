/** Minimum pause in milliseconds, so that many changes cause few fetches. */
const pauseMs = 1_000;

/** Runs one fetch at a time. All requests during a fetch cause a single further fetch. */
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
