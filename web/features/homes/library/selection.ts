/** What is selected in a list, by keys; `last` is where a range begins (the row that was chosen before). */
export interface Selection<K extends string> {
  readonly keys: ReadonlySet<K>;
  readonly last: K | null;
}

export const nothingSelected = { keys: new Set<never>(), last: null } as const;

/** Takes a row in or out; with `range` everything between it and the row that was chosen before comes in. */
export function choose<K extends string>(
  selection: Selection<K>,
  { key, order, range }: { readonly key: K; readonly order: readonly K[]; readonly range: boolean },
): Selection<K> {
  const from = selection.last === null ? -1 : order.indexOf(selection.last);
  const to = order.indexOf(key);
  if (range && from !== -1 && to !== -1) {
    const between = order.slice(Math.min(from, to), Math.max(from, to) + 1);
    return { keys: new Set([...selection.keys, ...between]), last: key };
  }
  const keys = new Set(selection.keys);
  if (!keys.delete(key)) keys.add(key);
  return { keys, last: key };
}

/** What of it is still there. */
export function selectedAmong<K extends string>(selection: Selection<K>, order: readonly K[]): readonly K[] {
  return order.filter((key) => selection.keys.has(key));
}
