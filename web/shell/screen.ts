import { useSyncExternalStore } from 'react';

/** Widths in CSS pixels at which the next size begins (specification, section 9). */
export const breakpoints = { medium: 640, large: 1024, extraLarge: 1200 } as const;
export type Screen = 'small' | 'medium' | 'large' | 'extra-large';

export function screenOfWidth(width: number): Screen {
  if (width < breakpoints.medium) return 'small';
  if (width < breakpoints.large) return 'medium';
  return width < breakpoints.extraLarge ? 'large' : 'extra-large';
}

function watch(onChange: () => void): () => void {
  const lists = Object.values(breakpoints).map((width) => window.matchMedia(`(min-width: ${width / 16}rem)`));
  for (const list of lists) list.addEventListener('change', onChange);
  return () => {
    for (const list of lists) list.removeEventListener('change', onChange);
  };
}

/** For what differs in structure between sizes; what differs in looks is CSS. */
export function useScreen(): Screen {
  return useSyncExternalStore(watch, () => screenOfWidth(window.innerWidth));
}
