// Run `npm run bench` after `npm run build`. `-- --scale 1,10` compares scales, `--only search,rsvp` selects cases,
// `--seconds 2` is for a quick run, and `--processes 1,2` compares numbers of server processes.
import { parseArgs } from 'node:util';
import { cases } from './cases.ts';
import { openDataFolder } from './filling/data-folder.ts';
import { type CaseResult, measureScale, type ScaleResult } from './measure-scale.ts';
import type { ProcessorTimes } from './processor-time.ts';
import { markdown, short } from './tables.ts';

const { values } = parseArgs({
  options: {
    scale: { type: 'string', default: '1' },
    only: { type: 'string' },
    seconds: { type: 'string', default: '4' },
    processes: { type: 'string' },
  },
});
const chosen = values.only?.split(',');
const known = [...cases.map(({ key }) => key), 'memory', 'plans'];
for (const key of chosen ?? [])
  if (!known.includes(key)) throw new Error(`--only knows ${known.join(', ')}; not ${key}.`);

const results = new Map<string, ScaleResult>();
for (const scale of values.scale.split(',')) {
  const folder = await openDataFolder(Number(scale));
  console.log(`\n## Scale ${scale}`);
  const result = await measureScale({
    folder,
    scale: Number(scale),
    seconds: Number(values.seconds),
    isChosen: (key) => chosen === undefined || chosen.includes(key),
    processes: values.processes?.split(',').map(Number) ?? [],
  });
  results.set(scale, result);
  printCases(result.cases);
  printProcesses(result.cases);
}
const [first, last] = [[...results][0], [...results].at(-1)];
if (first && last && results.size > 1) printComparison(first, last);

function printCases(measured: readonly CaseResult[]): void {
  console.log(`\n20 connections:\n`);
  console.log(
    markdown(
      [
        '',
        'requests/s',
        'p50 ms',
        'p99 ms',
        'same SQL alone, /s',
        'part of it',
        'lean floor, /s',
        'part of it',
        'processor ms a call: server, PostgreSQL',
        'lean floor, PostgreSQL',
        'part of it',
        'same bytes by node:http, /s',
        'statements',
        'p95, p99 ms at 100/s (searches of 10,000 papers at 10/s)',
      ],
      measured.map(({ name, server, sql, lean, processor, http, steady, statements }) => [
        name,
        short(server.perSecond),
        short(server.p50),
        short(server.p99),
        short(sql.perSecond),
        `${Math.round((100 * server.perSecond) / sql.perSecond)} %`,
        ...(lean === null ? ['–', '–'] : [short(lean.perSecond), (server.perSecond / lean.perSecond).toFixed(2)]),
        ...(processor === null ? ['–', '–', '–'] : processorCells(processor)),
        short(http.perSecond),
        statements,
        steady === null ? '–' : `${short(steady.p95)}, ${short(steady.p99)}`,
      ]),
    ),
  );
}

function processorCells({ server, lean, ratio }: ProcessorTimes): readonly string[] {
  const cell = ({ own, postgres }: ProcessorTimes['server']): string => `${own.toFixed(2)}, ${postgres.toFixed(2)}`;
  return [cell(server), cell(lean), ratio.toFixed(2)];
}

function printProcesses(measured: readonly CaseResult[]): void {
  const counts = measured[0]?.byProcesses.map(({ processes }) => processes) ?? [];
  if (counts.length === 0) return;
  console.log('\nBy server processes, as `npm start` starts them:\n');
  console.log(
    markdown(
      ['', ...counts.flatMap((count) => [`${count}: requests/s`, 'p50 ms', 'p99 ms', 'of the lean floor'])],
      measured.map(({ name, byProcesses, lean }) => [
        name,
        ...byProcesses.flatMap(({ result: { perSecond, p50, p99 } }) => [
          short(perSecond),
          short(p50),
          short(p99),
          lean === null ? '–' : (perSecond / lean.perSecond).toFixed(2),
        ]),
      ]),
    ),
  );
}

function printComparison([small, few]: [string, ScaleResult], [large, many]: [string, ScaleResult]): void {
  console.log(`\n## Scale ${small} beside scale ${large}\n`);
  console.log(
    markdown(
      ['', `p50 ms, scale ${small}`, `scale ${large}`, 'times', `p99 ms, scale ${small}`, `scale ${large}`],
      few.cases.flatMap((one) => {
        const other = many.cases.find(({ name }) => name === one.name);
        if (!other) return [];
        const times = (other.server.p50 / one.server.p50).toFixed(2);
        return [
          [
            one.name,
            short(one.server.p50),
            short(other.server.p50),
            times,
            short(one.server.p99),
            short(other.server.p99),
          ],
        ];
      }),
    ),
  );
}
