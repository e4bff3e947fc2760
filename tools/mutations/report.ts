import type { Choice } from './choose.ts';
import { type Judged, kinds } from './mutant.ts';

/** The list, the sums by kind, and on the last line how many survived. */
export function printList(
  judged: readonly Judged[],
  { choice, unknown }: { readonly choice: Choice; readonly unknown: readonly string[] },
): void {
  const print = (line: string) => process.stdout.write(`${line}\n`);
  for (const kind of kinds) {
    const ofKind = judged.filter((each) => each.kind === kind);
    if (ofKind.length === 0) continue;
    print(`\n## ${kind}`);
    for (const each of ofKind) print(`- ${each.where}: ${each.what}\n  ${outcomeOf(each)}`);
  }
  print('\n| kind | mutants | killed | equivalent | survived |\n|---|---|---|---|---|');
  const row = (name: string, some: readonly Judged[]) => {
    const sums = (['killed', 'equivalent', 'survived'] as const).map(
      (verdict) => some.filter((each) => each.verdict === verdict).length,
    );
    print(`| ${[name, some.length, ...sums].join(' | ')} |`);
  };
  for (const kind of kinds)
    row(
      kind,
      judged.filter((each) => each.kind === kind),
    );
  row('all', judged);
  for (const name of unknown) print(`Listed as equivalent, and there no more: ${name}`);
  const survived = judged.filter(({ verdict }) => verdict === 'survived');
  print(
    `\n${judged.length} mutants, ${survived.length} survived${choice.sample === null ? '' : ` (seed ${choice.seed})`}`,
  );
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
