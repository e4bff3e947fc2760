import { type PointerEvent, useRef } from 'react';

interface Caret {
  readonly node: Node;
  readonly offset: number;
}

interface FingerSelection {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
}

/** What a finger begins on and then draws over; elsewhere it scrolls. `pdf-pages.css` keeps the browser from scrolling there. */
const words = '.textLayer span';

/**
 * Selects the text that a finger is drawn over, as a mouse does by itself, while a tool for text is in hand: a browser selects by
 * touch only after a long press.
 */
export function useFingerSelection(isMarkingText: boolean): FingerSelection {
  const begun = useRef<Caret | null>(null);
  const end = (): void => {
    begun.current = null;
  };
  return {
    onPointerDown(event) {
      const isOnWords = event.target instanceof Element && event.target.closest(words) !== null;
      begun.current =
        isMarkingText && event.pointerType === 'touch' && event.isPrimary && isOnWords ? caretAt(event) : null;
    },
    onPointerMove(event) {
      if (begun.current === null || !event.isPrimary) return;
      const now = caretAt(event);
      if (now === null) return;
      document.getSelection()?.setBaseAndExtent(begun.current.node, begun.current.offset, now.node, now.offset);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

/** Between which letters a point lies; null where there is no text of a page. */
function caretAt({ clientX, clientY }: Pick<PointerEvent, 'clientX' | 'clientY'>): Caret | null {
  const place = document.caretPositionFromPoint?.(clientX, clientY);
  const range = place ? null : document.caretRangeFromPoint?.(clientX, clientY);
  const caret = place
    ? { node: place.offsetNode, offset: place.offset }
    : range && { node: range.startContainer, offset: range.startOffset };
  return caret?.node.parentElement?.closest(words) ? caret : null;
}
