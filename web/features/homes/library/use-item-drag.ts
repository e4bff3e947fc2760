import { useHandleDrag } from '#web/ui/rows/use-handle-drag.ts';
import { type ItemKey, itemOfKey } from './library-item.ts';

/** A null `before` means after the last row. */
export type DropTarget =
  | { readonly kind: 'into'; readonly key: ItemKey }
  | { readonly kind: 'between'; readonly before: ItemKey | null; readonly line: ItemKey; readonly side: Side };
type Side = 'before' | 'after';

/** Fraction of a folder's height at each edge where a dragged folder is dropped next to it instead of inside. */
const edge = 0.25;

/** `fraction` is the pointer's position in the row, from 0 to 1. */
export function dropTarget(given: {
  readonly dragged: ItemKey;
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

type Target = DropTarget | { readonly kind: 'index'; readonly to: number };

interface Dragging {
  readonly order: readonly ItemKey[];
  readonly selected: ReadonlySet<ItemKey>;
  readonly hasMore: boolean;
  readonly nameOf: (key: ItemKey) => string;
  readonly onReorder: (keys: readonly ItemKey[], before: ItemKey | null) => void;
  readonly onInto: (keys: readonly ItemKey[], folder: ItemKey) => void;
}

export function useItemDrag({ order, selected, hasMore, nameOf, onReorder, onInto }: Dragging) {
  const sameKind = (key: ItemKey) => order.filter((each) => itemOfKey(each).kind === itemOfKey(key).kind);
  const withSelected = (key: ItemKey): readonly ItemKey[] =>
    selected.has(key) ? order.filter((each) => selected.has(each)) : [key];

  const { lift, spoken, handleProps } = useHandleDrag<ItemKey, Target>({
    nameOf,
    targetAt(key, { x, y }) {
      const row = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-item]');
      if (!row) return null;
      const box = row.getBoundingClientRect();
      return dropTarget({
        dragged: key,
        moving: new Set(withSelected(key)),
        over: row.dataset.item as ItemKey,
        fraction: (y - box.top) / box.height,
        order,
        hasMore,
      });
    },
    currentTarget: (key) => ({ kind: 'index', to: sameKind(key).indexOf(key) }),
    step(key, target, arrow) {
      if (target?.kind !== 'index' || arrow === 'ArrowLeft' || arrow === 'ArrowRight') return null;
      const count = sameKind(key).length;
      const last = count - (hasMore && itemOfKey(key).kind === 'document' ? 2 : 1);
      const to = Math.min(Math.max(target.to + (arrow === 'ArrowUp' ? -1 : 1), 0), Math.max(last, 0));
      return { target: { kind: 'index', to }, spoken: `${nameOf(key)} is now ${to + 1} of ${count}` };
    },
    drop(key, target) {
      if (target?.kind === 'into') onInto(withSelected(key), target.key);
      else if (target?.kind === 'between') {
        const moving = withSelected(key).filter((each) => itemOfKey(each).kind === itemOfKey(key).kind);
        onReorder(moving, target.before);
      } else if (target?.kind === 'index') {
        const rows = sameKind(key);
        const before = rows.filter((each) => each !== key)[target.to] ?? null;
        if (target.to !== rows.indexOf(key)) onReorder([key], before);
        return `${nameOf(key)} dropped at position ${target.to + 1}`;
      }
      return '';
    },
    putBack: (key) => `${nameOf(key)} put back`,
  });

  const { key = null, target = null } = lift ?? {};
  return {
    lifted: key,
    liftedByKeys: lift?.by === 'keys' ? key : null,
    target: target?.kind === 'index' ? null : target,
    order: key !== null && target?.kind === 'index' ? withRowAt(order, key, target.to) : order,
    spoken,
    handleProps,
  };
}

function withRowAt(order: readonly ItemKey[], key: ItemKey, to: number): readonly ItemKey[] {
  const rowsOf = (kind: ReturnType<typeof itemOfKey>['kind']): readonly ItemKey[] => {
    const rows = order.filter((each) => itemOfKey(each).kind === kind);
    return itemOfKey(key).kind === kind ? rows.filter((each) => each !== key).toSpliced(to, 0, key) : rows;
  };
  return [...rowsOf('folder'), ...rowsOf('document')];
}
