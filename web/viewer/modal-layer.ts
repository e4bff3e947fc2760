import { type RefCallback, type RefObject, useCallback } from 'react';
import { useListener } from '#web/ui/use-listener.ts';

/** Also handles keys on the body, which browsers focus when a focused button becomes disabled. */
export function useLayerKeys(
  element: RefObject<HTMLElement | null>,
  isActive: boolean,
  onKey: (event: KeyboardEvent) => void,
): void {
  const press = (event: KeyboardEvent): void => {
    const { target } = event;
    const own = element.current;
    const isOurs = own !== null && target instanceof Node && (own.contains(target) || target.contains(own));
    if (isOurs && !event.defaultPrevented) onKey(event);
  };
  useListener(document, 'keydown', press, isActive);
}

/** Unlike React Aria's dialogs, the layer stays mounted, which keeps its scroll position. */
export function useModalLayer(layer: RefObject<HTMLElement | null>, isModal: boolean): RefCallback<HTMLElement> {
  return useCallback(
    (own) => {
      layer.current = own;
      const end = own !== null && isModal ? holdModal(own) : undefined;
      return () => {
        layer.current = null;
        end?.();
      };
    },
    [layer, isModal],
  );
}

function holdModal(own: HTMLElement): () => void {
  const others = [...document.body.children].filter(
    (element): element is HTMLElement =>
      element instanceof HTMLElement &&
      element !== own &&
      !element.inert &&
      !element.hasAttribute('data-live-announcer') &&
      !element.hasAttribute('data-react-aria-top-layer'),
  );
  for (const element of others) element.inert = true;
  const scroll = document.documentElement.style.overflow;
  document.documentElement.style.overflow = 'hidden';
  if (!own.contains(document.activeElement)) own.querySelector<HTMLElement>('[role="dialog"]')?.focus();
  return () => {
    for (const element of others) element.inert = false;
    document.documentElement.style.overflow = scroll;
  };
}
