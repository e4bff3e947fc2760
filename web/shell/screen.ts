import { createStore, useStore } from '#web/store.ts';

/** Minimum widths of the larger screen sizes, in CSS pixels at the default text size of 16 pixels. */
export const breakpoints = { medium: 640, large: 1024, extraLarge: 1200 } as const;
export type Screen = 'small' | 'medium' | 'large' | 'extra-large';

/** `textSize` is the root element's font size in CSS pixels. */
export function screenOfWidth(width: number, textSize = 16): Screen {
  const usual = (width * 16) / textSize;
  if (usual < breakpoints.medium) return 'small';
  if (usual < breakpoints.large) return 'medium';
  return usual < breakpoints.extraLarge ? 'large' : 'extra-large';
}

const screen = createStore<Screen>('extra-large');

export function followScreen(): void {
  const root = document.documentElement;
  const measure = (): void => {
    const now = screenOfWidth(window.innerWidth, Number.parseFloat(getComputedStyle(root).fontSize));
    if (root.dataset.screen === now) return;
    root.dataset.screen = now;
    screen.set(now);
  };
  measure();
  window.addEventListener('resize', measure);
  // Changing the text size fires no event, but it changes the page's height, which can be observed.
  new ResizeObserver(() => requestAnimationFrame(measure)).observe(root);
}

export const useScreen = (): Screen => useStore(screen);
