// Run with `node tools/test/slowest.ts [count]`. Prints what took the most time in the last `npm test` or `npm run
// test:all`.
import { readTimes, type WorkTime } from './times.ts';

const count = Number(process.argv[2] ?? 25);
const times = readTimes();

const figure = (seconds: number | undefined): string => (seconds === undefined ? '–' : seconds.toFixed(1)).padStart(9);

function printTable(title: string, rows: readonly (Omit<WorkTime, 'kind'> & { readonly count?: number })[]): void {
  process.stdout.write(`\n${title}\n     wall       cpu   (seconds)\n`);
  for (const row of rows) {
    const times = row.count === undefined ? '' : `${String(row.count).padStart(6)} × `;
    process.stdout.write(`${figure(row.wall)} ${figure(row.cpu)}  ${times}${row.name}\n`);
  }
}

function total(kind: string, all: readonly WorkTime[]) {
  const cpus = all.flatMap(({ cpu }) => (cpu === undefined ? [] : [cpu]));
  const wall = all.reduce((sum, each) => sum + each.wall, 0);
  return { name: kind, count: all.length, wall, cpu: cpus.length > 0 ? cpus.reduce((a, b) => a + b) : undefined };
}

const kinds = Map.groupBy(times, ({ kind }) => kind);
printTable('Steps', kinds.get('step') ?? []);
printTable(
  'Kinds of work (the wall times of parallel workers add up)',
  [...kinds].filter(([kind]) => kind !== 'step').map(([kind, all]) => total(kind, all)),
);
const slowest = (kinds.get('file') ?? []).toSorted((a, b) => b.wall - a.wall).slice(0, count);
printTable(`The ${slowest.length} slowest test files`, slowest);
