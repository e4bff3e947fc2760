import { kinds, type Mutant } from './mutant.ts';

export interface Judged extends Mutant {
  /** The test that failed. */
  readonly killer: string | undefined;
  /** Why the mutant changes no answer. */
  readonly reason: string | null;
}

/** Prints each mutant by its kind, then the sums, and on the last line how many survived, which it returns. */
export function printReport(judged: readonly Judged[]): number {
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const survivorsOf = (some: readonly Judged[]) => some.filter(({ killer, reason }) => !killer && reason === null);
  const groups = kinds.map((kind) => ({ title: kind, mutants: judged.filter((each) => each.kind === kind) }));
  for (const { title, mutants } of groups.filter((each) => each.mutants.length > 0)) {
    print(`\n## ${title}`);
    for (const { name, where, killer, reason } of mutants) {
      const outcome = killer ? `killed by ${killer}` : reason === null ? 'SURVIVED' : `equivalent: ${reason}`;
      print(`- ${name} (${where})\n  ${outcome}`);
    }
  }
  print('\n| kind | mutants | killed | survived | equivalent |\n|---|---|---|---|---|');
  for (const { title, mutants } of [...groups, { title: 'all', mutants: judged }]) {
    const killed = mutants.filter(({ killer }) => killer).length;
    const survived = survivorsOf(mutants).length;
    const cells = [title, mutants.length, killed, survived, mutants.length - killed - survived];
    if (mutants.length > 0) print(`| ${cells.join(' | ')} |`);
  }
  const survived = survivorsOf(judged).length;
  print(`\n${judged.length} mutants, ${survived} survived`);
  return survived;
}
