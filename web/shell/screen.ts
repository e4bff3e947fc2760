import { createStore, useStore } from '#web/store.ts';

/** Widths in CSS pixels, with text of 16, at which the next size begins (specification, section 9). */
export const breakpoints = { medium: 640, large: 1024, extraLarge: 1200 } as const;
export type Screen = 'small' | 'medium' | 'large' | 'extra-large';

/** With larger text a window is as a smaller one; `textSize` is the root's, in CSS pixels. */
export function screenOfWidth(width: number, textSize = 16): Screen {
  const usual = (width * 16) / textSize;
  if (usual < breakpoints.medium) return 'small';
  if (usual < breakpoints.large) return 'medium';
  return usual < breakpoints.extraLarge ? 'large' : 'extra-large';
}

const screen = createStore<Screen>('extra-large');

/** Follows the window and the size of its text, for `useScreen` and for styles (`data-screen`). */
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
  // No event tells of larger text, but it makes the page longer.
  new ResizeObserver(() => requestAnimationFrame(measure)).observe(root);
}

/** For what differs in structure between sizes; what differs in looks is CSS. */
export const useScreen = (): Screen => useStore(screen);
