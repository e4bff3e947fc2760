import { type RefObject, useEffect } from 'react';

/**
 * While `isModal`, everything else on the page is inert: out of reach of pointer, keyboard and screen readers. What
 * comes onto the page later (menus, tooltips, dialogs of the viewer itself) is not. Unlike a dialog of React Aria this
 * stays mounted when it stops being modal, so that a docked document keeps its place.
 */
export function useModalLayer(layer: RefObject<HTMLElement | null>, isModal: boolean): void {
  // `inert` and the focus belong to the document, not to React's tree.
  useEffect(() => {
    const own = layer.current;
    if (!own || !isModal) return;
    const others = [...document.body.children].filter(
      (element): element is HTMLElement =>
        element instanceof HTMLElement &&
        element !== own &&
        !element.inert &&
        !element.hasAttribute('data-live-announcer'),
    );
    for (const element of others) element.inert = true;
    const scroll = document.documentElement.style.overflow;
    document.documentElement.style.overflow = 'hidden';
    if (!own.contains(document.activeElement)) own.querySelector<HTMLElement>('[role="dialog"]')?.focus();
    return () => {
      for (const element of others) element.inert = false;
      document.documentElement.style.overflow = scroll;
    };
  }, [layer, isModal]);
}
