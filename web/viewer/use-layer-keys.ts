import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * Keys pressed inside an element, and those pressed nowhere: when a button is disabled under the focus (Undo, when all
 * is undone), the browser puts the focus on the body, and the next key must still work. Keys that a menu or dialog has
 * used, and those pressed in them, are not ours.
 */
export function useLayerKeys(
  element: RefObject<HTMLElement | null>,
  isActive: boolean,
  onKey: (event: KeyboardEvent) => void,
): void {
  const press = useEffectEvent(onKey);
  // Keys without focus reach only the document.
  useEffect(() => {
    if (!isActive) return;
    const listen = (event: KeyboardEvent) => {
      const { target } = event;
      const isOurs = target === document.body || (target instanceof Node && element.current?.contains(target));
      if (isOurs && !event.defaultPrevented) press(event);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [element, isActive]);
}
