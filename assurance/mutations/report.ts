import type { Choice } from './choose.ts';
import { type Judged, kinds } from './mutant.ts';
import { outcomeOf, sumsTable } from './sums.ts';

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
  print('');
  for (const line of sumsTable(judged)) print(line);
  for (const name of unknown) print(`Listed as equivalent, and there no more: ${name}`);
  const survived = judged.filter(({ verdict }) => verdict === 'survived');
  print(
    `\n${judged.length} mutants, ${survived.length} survived${choice.sample === null ? '' : ` (seed ${choice.seed})`}`,
  );
}
