import { reasonOf } from './equivalents.ts';
import { kinds, type Mutant } from './mutant.ts';

export function printReport(mutants: readonly Mutant[], killers: ReadonlyMap<string, string>): number {
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const sums: string[] = [];
  let survived = 0;
  for (const kind of kinds) {
    const ofKind = mutants.filter((each) => each.kind === kind);
    if (ofKind.length === 0) continue;
    print(`\n## ${kind}`);
    const counts = { killed: 0, survived: 0, equivalent: 0 };
    for (const mutant of ofKind) {
      const [killer, reason] = [killers.get(mutant.name), reasonOf(mutant)];
      const verdict = killer ? 'killed' : reason === null ? 'survived' : 'equivalent';
      counts[verdict] += 1;
      print(`- ${mutant.name} (${mutant.where})\n  ${verdict.toUpperCase()} ${killer ?? reason ?? ''}`);
    }
    sums.push(`| ${[kind, ofKind.length, ...Object.values(counts)].join(' | ')} |`);
    survived += counts.survived;
  }
  print(`\n| kind | mutants | killed | survived | equivalent |\n|---|---|---|---|---|\n${sums.join('\n')}`);
  print(`\n${mutants.length} mutants, ${survived} survived`);
  return survived;
}
