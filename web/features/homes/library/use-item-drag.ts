import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { type ItemKey, itemOfKey } from './library-item.ts';

/** Where something dragged would go: into a folder, or between the rows of its kind (`before` null: behind all). */
export type DropTarget =
  | { readonly kind: 'into'; readonly key: ItemKey }
  | { readonly kind: 'between'; readonly before: ItemKey | null; readonly line: ItemKey; readonly side: Side };
type Side = 'before' | 'after';

/** The part of a folder's row at either edge that stands for the gap, where what is dragged is a folder itself. */
const edge = 0.25;

/**
 * What the row under the pointer stands for. `fraction`: how far down the row the pointer is, 0 to 1. `hasMore`: rows below
 * the last one are not loaded, so that nothing can be put behind it. Null: nothing can be dropped here.
 */
export function dropTarget(given: {
  readonly dragged: ItemKey;
  /** All that goes along, the dragged one included. */
  readonly moving: ReadonlySet<ItemKey>;
  readonly over: ItemKey;
  readonly fraction: number;
  readonly order: readonly ItemKey[];
  readonly hasMore: boolean;
}): DropTarget | null {
  const { dragged, moving, over, fraction, order } = given;
  const kind = itemOfKey(dragged).kind;
  const overKind = itemOfKey(over).kind;
  if (overKind === 'folder' && !moving.has(over)) {
    const isBetween = kind === 'folder' && (fraction < edge || fraction > 1 - edge);
    if (!isBetween) return { kind: 'into', key: over };
  }
  if (overKind !== kind || over === dragged) return null;
  const side: Side = fraction < 0.5 ? 'before' : 'after';
  const same = order.filter((key) => itemOfKey(key).kind === kind);
  const at = same.indexOf(over) + (side === 'after' ? 1 : 0);
  const before = same.slice(at).find((key) => !moving.has(key)) ?? null;
  if (before === null && kind === 'document' && given.hasMore) return null;
  return { kind: 'between', before, line: over, side };
}

/** What a row's handle tells the list. The object stays the same, so that rows are drawn again only for their own sake. */
export interface DragControl {
  readonly keyDown: (event: KeyboardEvent, key: ItemKey) => void;
  readonly pointerDown: (event: PointerEvent<HTMLElement>, key: ItemKey) => void;
  readonly pointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly pointerUp: () => void;
  readonly cancel: () => void;
}

type Move =
  | {
      readonly by: 'pointer';
      readonly key: ItemKey;
      readonly y: number;
      readonly target: DropTarget | null;
      readonly hasMoved: boolean;
    }
  /** `to`: the row's index among those of its kind. */
  | { readonly by: 'keys'; readonly key: ItemKey; readonly to: number };

interface Dragging {
  /** All rows as they stand. */
  readonly order: readonly ItemKey[];
  readonly selected: ReadonlySet<ItemKey>;
  readonly hasMore: boolean;
  readonly nameOf: (key: ItemKey) => string;
  /** Puts rows of one kind before another, or behind all. */
  readonly onReorder: (keys: readonly ItemKey[], before: ItemKey | null) => void;
  readonly onInto: (keys: readonly ItemKey[], folder: ItemKey) => void;
}

const dragThreshold = 4;
const scrollEdge = 64;

/**
 * Rows that are dragged by their handle: between others of their kind, or onto a folder, with what is selected besides. By
 * keyboard a handle is pressed, the arrow keys move its row, and pressing again leaves it there; Escape puts it back. (Into
 * a folder the Move dialog leads.)
 */
export function useItemDrag(given: Dragging) {
  const [move, setMove] = useState<Move | null>(null);
  const [spoken, setSpoken] = useState('');
  const sameKind = (key: ItemKey) => given.order.filter((each) => itemOfKey(each).kind === itemOfKey(key).kind);
  const goingAlong = (key: ItemKey): readonly ItemKey[] =>
    given.selected.has(key) ? given.order.filter((each) => given.selected.has(each)) : [key];

  const toggle = (key: ItemKey): void => {
    const rows = sameKind(key);
    const from = rows.indexOf(key);
    if (move?.by !== 'keys' || move.key !== key) {
      setMove({ by: 'keys', key, to: from });
      setSpoken(`${given.nameOf(key)} lifted. Arrow keys move it, Enter drops it, Escape puts it back.`);
      return;
    }
    setMove(null);
    setSpoken(`${given.nameOf(key)} dropped at ${move.to + 1}`);
    if (move.to !== from) given.onReorder([key], rows.filter((each) => each !== key)[move.to] ?? null);
  };

  const acts: DragControl = {
    keyDown(event, key) {
      if (event.key === 'Enter' || event.key === ' ') toggle(key);
      else if (move?.by !== 'keys' || move.key !== key) return;
      else if (event.key === 'Escape') {
        setMove(null);
        setSpoken(`${given.nameOf(key)} put back`);
      } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
        const count = sameKind(key).length;
        // What is not loaded yet stands behind: the last row loaded is not the last.
        const last = count - (given.hasMore && itemOfKey(key).kind === 'document' ? 2 : 1);
        const to = Math.min(Math.max(move.to + (event.key === 'ArrowUp' ? -1 : 1), 0), Math.max(last, 0));
        setMove({ ...move, to });
        setSpoken(`${given.nameOf(key)} is now ${to + 1} of ${count}`);
      } else return;
      event.preventDefault();
      event.stopPropagation();
    },
    pointerDown(event, key) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setMove({ by: 'pointer', key, y: event.clientY, target: null, hasMoved: false });
    },
    pointerMove(event) {
      if (move?.by !== 'pointer') return;
      if (!move.hasMoved && Math.abs(event.clientY - move.y) < dragThreshold) return;
      if (event.clientY < scrollEdge) window.scrollBy(0, -12);
      if (event.clientY > window.innerHeight - scrollEdge) window.scrollBy(0, 12);
      setMove({ ...move, hasMoved: true, target: targetAt(move.key, event) });
    },
    pointerUp() {
      if (move?.by !== 'pointer') return;
      setMove(null);
      const { key, target } = move;
      if (target === null) return;
      const along = goingAlong(key);
      if (target.kind === 'into') given.onInto(along, target.key);
      else {
        const { kind } = itemOfKey(key);
        given.onReorder(
          along.filter((each) => itemOfKey(each).kind === kind),
          target.before,
        );
      }
    },
    cancel: () => setMove(null),
  };

  function targetAt(key: ItemKey, at: { readonly clientX: number; readonly clientY: number }): DropTarget | null {
    const row = document.elementFromPoint(at.clientX, at.clientY)?.closest<HTMLElement>('[data-item]');
    if (!row) return null;
    const box = row.getBoundingClientRect();
    return dropTarget({
      ...{ dragged: key, moving: new Set(goingAlong(key)), over: row.dataset.item as ItemKey },
      ...{ fraction: (at.clientY - box.top) / box.height, order: given.order, hasMore: given.hasMore },
    });
  }

  // Rows keep what they were given first; it leads to what the list does now.
  const latest = useRef(acts);
  latest.current = acts;
  const control = useRef<DragControl>({
    keyDown: (event, key) => latest.current.keyDown(event, key),
    pointerDown: (event, key) => latest.current.pointerDown(event, key),
    pointerMove: (event) => latest.current.pointerMove(event),
    pointerUp: () => latest.current.pointerUp(),
    cancel: () => latest.current.cancel(),
  });

  // Moving a row in the document takes the focus from its handle.
  useLayoutEffect(() => {
    if (move?.by !== 'keys') return;
    const handle = document.querySelector<HTMLElement>(`[data-item="${move.key}"] [data-handle]`);
    if (handle !== document.activeElement) handle?.focus();
  }, [move]);

  return {
    /** The row that is being moved; `liftedByKeys` if by keyboard. */
    lifted: move !== null && (move.by === 'keys' || move.hasMoved) ? move.key : null,
    liftedByKeys: move?.by === 'keys' ? move.key : null,
    target: move?.by === 'pointer' ? move.target : null,
    order: preview(given.order, move),
    spoken,
    control: control.current,
  };
}

/** By keyboard a row is seen where it would be left. */
function preview(order: readonly ItemKey[], move: Move | null): readonly ItemKey[] {
  if (move?.by !== 'keys') return order;
  const { kind } = itemOfKey(move.key);
  const [folders, documents] = [
    order.filter((key) => itemOfKey(key).kind === 'folder'),
    order.filter((key) => itemOfKey(key).kind === 'document'),
  ];
  const put = (rows: readonly ItemKey[]): readonly ItemKey[] =>
    rows.filter((key) => key !== move.key).toSpliced(move.to, 0, move.key);
  return kind === 'folder' ? [...put(folders), ...documents] : [...folders, ...put(documents)];
}
