import { useSyncExternalStore } from 'react';

const smallScreen = () => window.matchMedia('(max-width: 39.9375rem)');

/** Whether the window is of the small width (specification, section 9). */
export const useSmallScreen = (): boolean => useSyncExternalStore(watch, () => smallScreen().matches);

function watch(onChange: () => void): () => void {
  const small = smallScreen();
  small.addEventListener('change', onChange);
  return () => small.removeEventListener('change', onChange);
}
