import { keepsPapers } from './kept-flag.ts';

/** Milliseconds to wait after the first render, so that the screen loads first. */
const pause = 2_000;

export function keepPapers(): void {
  if (!keepsPapers()) return;
  setTimeout(async () => {
    try {
      const { followKeptPapers } = await import('./features/papers/kept-papers/keeping.ts');
      followKeptPapers();
    } catch (cause) {
      console.warn('The papers on this device could not be updated', cause);
    }
  }, pause);
}
