import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** Who killed what, by the mutant's name, in a file of one line each; without a file nothing is kept. */
export function keepKills(file: string | null): {
  readonly killers: ReadonlyMap<string, string>;
  readonly add: (name: string, by: string) => void;
} {
  const lines = file !== null && existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  return {
    killers: new Map(lines.map((line) => JSON.parse(line) as [string, string])),
    add: (name, by) => {
      if (file !== null) appendFileSync(file, `${JSON.stringify([name, by])}\n`);
    },
  };
}
