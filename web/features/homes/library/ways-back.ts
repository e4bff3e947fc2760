import type { LibraryItem } from '#contract/library.ts';

export interface WayBack {
  readonly items: LibraryItem[];
  /** Null: behind all of their kind. */
  readonly before: LibraryItem | null;
}

/**
 * The moves that put items back where they stood, one for each run that stood together. They are made in this order: what
 * an item stood before is there again when its turn comes.
 *
 * @param order all that stood there, in its order
 */
export function waysBack(items: readonly LibraryItem[], order: readonly LibraryItem[]): readonly WayBack[] {
  const isMoved = (item: LibraryItem): boolean => items.some(({ kind, id }) => kind === item.kind && id === item.id);
  return (['folder', 'document'] as const).flatMap((kind) => {
    const ways: WayBack[] = [];
    let after: LibraryItem | null = null;
    for (const item of order.filter((each) => each.kind === kind).toReversed()) {
      const bare = { kind, id: item.id };
      const run = ways.at(-1);
      if (isMoved(item)) {
        if (run !== undefined && run.items[0] === after) run.items.unshift(bare);
        else ways.push({ items: [bare], before: after });
      }
      after = bare;
    }
    return ways;
  });
}
