import { type Judged, kinds } from './mutant.ts';

/** How many of each kind were made, killed, equivalent and survived: rows of a table in Markdown. */
export function sumsTable(judged: readonly Judged[]): readonly string[] {
  const row = (name: string, some: readonly Judged[]): string => {
    const sums = (['killed', 'equivalent', 'survived'] as const).map(
      (verdict) => some.filter((each) => each.verdict === verdict).length,
    );
    return `| ${[name, some.length, ...sums].join(' | ')} |`;
  };
  return [
    '| kind | mutants | killed | equivalent | survived |',
    '|---|---|---|---|---|',
    ...kinds.map((kind) =>
      row(
        kind,
        judged.filter((each) => each.kind === kind),
      ),
    ),
    row('all', judged),
  ];
}

export function outcomeOf(judged: Judged): string {
  switch (judged.verdict) {
    case 'killed':
      return `killed by ${judged.by}`;
    case 'equivalent':
      return `equivalent: ${judged.reason}`;
    case 'survived':
      return 'SURVIVED';
  }
}
