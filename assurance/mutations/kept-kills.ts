import { appendFileSync, existsSync, readFileSync } from 'node:fs';

export interface KeptKills {
  readonly killerOf: (name: string) => string | null;
  readonly add: (name: string, by: string) => void;
}

/** Which test killed which mutant. With a file, one line each, so that an interrupted run can continue. */
export function keepKills(file: string | null): KeptKills {
  const lines = file !== null && existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const killers = new Map(lines.map((line) => JSON.parse(line) as [string, string]));
  return {
    killerOf: (name) => killers.get(name) ?? null,
    add: (name, by) => {
      killers.set(name, by);
      if (file !== null) appendFileSync(file, `${JSON.stringify([name, by])}\n`);
    },
  };
}
