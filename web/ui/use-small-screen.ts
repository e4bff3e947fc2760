import { useSyncExternalStore } from 'react';

const small = window.matchMedia('(max-width: 39.9375rem)');

/** Whether the window is of the small width (specification, section 9). */
export const useSmallScreen = (): boolean => useSyncExternalStore(watch, () => small.matches);

function watch(onChange: () => void): () => void {
  small.addEventListener('change', onChange);
  return () => small.removeEventListener('change', onChange);
}
