interface WordRun {
  readonly kind: 'same' | 'in' | 'out';
  readonly text: string;
}

/** Above this number of word pairs, the text is shown as one change. */
const pairsMax = 4_000_000;

export function wordChanges(before: string, after: string): readonly WordRun[] {
  return changesOf(wordsOf(before), wordsOf(after)).reduce<WordRun[]>((runs, { kind, item }) => {
    const last = runs.at(-1);
    if (last?.kind === kind) runs[runs.length - 1] = { kind, text: last.text + item };
    else runs.push({ kind, text: item });
    return runs;
  }, []);
}

const wordsOf = (text: string): readonly string[] => text.match(/\s+|[^\s]+/g) ?? [];

interface Change<Item> {
  readonly kind: WordRun['kind'];
  readonly item: Item;
}

export function changesOf<Item>(before: readonly Item[], after: readonly Item[]): readonly Change<Item>[] {
  const as = (kind: WordRun['kind']) => (item: Item) => ({ kind, item });
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  return [
    ...before.slice(0, head).map(as('same')),
    ...middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map(as('same')),
  ];
}

function middle<Item>(before: readonly Item[], after: readonly Item[]): readonly Change<Item>[] {
  const width = after.length + 1;
  if (before.length * after.length > pairsMax) {
    return [
      ...before.map((item) => ({ kind: 'out', item }) as const),
      ...after.map((item) => ({ kind: 'in', item }) as const),
    ];
  }
  const lengths = new Uint32Array((before.length + 1) * width);
  const at = (one: number, other: number): number => lengths[one * width + other] ?? 0;
  for (let one = before.length - 1; one >= 0; one -= 1) {
    for (let other = after.length - 1; other >= 0; other -= 1) {
      lengths[one * width + other] =
        before[one] === after[other] ? at(one + 1, other + 1) + 1 : Math.max(at(one + 1, other), at(one, other + 1));
    }
  }
  const found: Change<Item>[] = [];
  for (let one = 0, other = 0; one < before.length || other < after.length; ) {
    if (one < before.length && before[one] === after[other]) {
      found.push({ kind: 'same', item: before[one] as Item });
      one += 1;
      other += 1;
    } else if (other >= after.length || (one < before.length && at(one + 1, other) >= at(one, other + 1))) {
      found.push({ kind: 'out', item: before[one] as Item });
      one += 1;
    } else {
      found.push({ kind: 'in', item: after[other] as Item });
      other += 1;
    }
  }
  return found;
}
