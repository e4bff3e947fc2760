import { type Choice, kinds, type Mutant } from './mutant.ts';
import { isOutletMutant, outletTable } from './outlets.ts';

export type Judged = Mutant &
  (
    | { readonly verdict: 'killed'; readonly by: string }
    | { readonly verdict: 'survived' }
    | { readonly verdict: 'equivalent'; readonly reason: string }
  );

/** Each mutant by its kind, the sums, and on the last line how many survived. */
export function printReport(
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
  const ofOutlets = judged.flatMap((each) =>
    isOutletMutant(each) ? [{ ...each, isNoticed: each.verdict === 'killed' }] : [],
  );
  if (ofOutlets.length > 0) for (const line of ['', ...outletTable(ofOutlets)]) print(line);
  print('\n| kind | mutants | killed | equivalent | survived |\n|---|---|---|---|---|');
  for (const kind of kinds)
    print(
      sumsRow(
        kind,
        judged.filter((each) => each.kind === kind),
      ),
    );
  print(sumsRow('all', judged));
  for (const name of unknown) print(`Listed as equivalent, and there no more: ${name}`);
  const survived = judged.filter(({ verdict }) => verdict === 'survived').length;
  print(`\n${judged.length} mutants, ${survived} survived${choice.sample === null ? '' : ` (seed ${choice.seed})`}`);
}

function sumsRow(name: string, some: readonly Judged[]): string {
  const sums = ['killed', 'equivalent', 'survived'].map(
    (verdict) => some.filter((each) => each.verdict === verdict).length,
  );
  return `| ${[name, some.length, ...sums].join(' | ')} |`;
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
