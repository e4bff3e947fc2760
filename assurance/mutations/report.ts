import { type Choice, type Kind, kinds, type Mutant } from './mutant.ts';

export type Judged = Mutant &
  (
    | { readonly verdict: 'killed'; readonly by: string }
    | { readonly verdict: 'survived' }
    | { readonly verdict: 'equivalent'; readonly reason: string }
  );

interface Given {
  readonly choice: Choice;
  /** Of a worker, by kind. */
  readonly seconds: ReadonlyMap<Kind, number>;
  /** Entries of equivalents.ts that no mutant matches. */
  readonly unknown: readonly string[];
  readonly began: number;
}

/** Each mutant by its kind, then the sums, and on the last line how many survived. */
export function printReport(judged: readonly Judged[], { choice, seconds, unknown, began }: Given): void {
  const print = (line: string) => process.stdout.write(`${line}\n`);
  for (const kind of kinds) {
    const ofKind = judged.filter((each) => each.kind === kind);
    if (ofKind.length > 0) print(`\n## ${kind}`);
    for (const each of ofKind) print(`- ${each.where}: ${each.what}\n  ${outcomeOf(each)}`);
  }
  print('\n| kind | mutants | killed | survived | equivalent | seconds of a worker |\n|---|---|---|---|---|---|');
  const row = (name: string, some: readonly Judged[], spent: number) => {
    const sums = ['killed', 'survived', 'equivalent'].map(
      (verdict) => some.filter((each) => each.verdict === verdict).length,
    );
    print(`| ${[name, some.length, ...sums, Math.round(spent)].join(' | ')} |`);
  };
  for (const kind of kinds) {
    const ofKind = judged.filter((each) => each.kind === kind);
    if (ofKind.length > 0) row(kind, ofKind, seconds.get(kind) ?? 0);
  }
  row(
    'all',
    judged,
    [...seconds.values()].reduce((sum, each) => sum + each, 0),
  );
  for (const name of unknown) print(`Listed as equivalent, but no longer a mutant: ${name}`);
  const survived = judged.filter(({ verdict }) => verdict === 'survived').length;
  const drawn = choice.sample === null ? '' : ` (seed ${choice.seed})`;
  const minutes = Math.ceil((performance.now() - began) / 60_000);
  print(`\n${judged.length} mutants, ${survived} survived${drawn}, ${minutes} minutes`);
}

function outcomeOf(judged: Judged): string {
  switch (judged.verdict) {
    case 'killed':
      return `killed by ${judged.by}`;
    case 'equivalent':
      return `equivalent: ${judged.reason}`;
    case 'survived':
      return 'SURVIVED';
  }
}
