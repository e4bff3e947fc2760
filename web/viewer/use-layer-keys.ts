import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * Keys pressed inside an element, and those pressed on what surrounds it: the dialog itself has the focus when it opens,
 * and when a button is disabled under the focus (Undo, when all is undone), the browser puts the focus on the body. Keys that a menu or dialog has
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
      const own = element.current;
      const isOurs = own !== null && target instanceof Node && (own.contains(target) || target.contains(own));
      if (isOurs && !event.defaultPrevented) press(event);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [element, isActive]);
}
