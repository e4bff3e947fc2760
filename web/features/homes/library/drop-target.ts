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
