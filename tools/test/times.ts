import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Times are in seconds. `cpu` is processor time, or undefined if unknown. */
export interface WorkTime {
  readonly kind: 'step' | 'file' | 'database copy' | 'server start' | 'password hash' | 'page load';
  readonly name: string;
  readonly wall: number;
  readonly cpu?: number | undefined;
}

/** The environment variable that contains the path of the times file. If it is unset, no times are recorded. */
const variable = 'TEST_TIMES_FILE';
export const timesFile = join(import.meta.dirname, '../../node_modules/.cache/dais-tests/times.jsonl');

export function startRecording(): void {
  mkdirSync(dirname(timesFile), { recursive: true });
  rmSync(timesFile, { force: true });
  process.env[variable] = timesFile;
}

export function record(time: WorkTime): void {
  const file = process.env[variable];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(time)}\n`);
}

export async function timed<T>(kind: WorkTime['kind'], name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    record({ kind, name, wall: (performance.now() - began) / 1_000 });
  }
}

export const readTimes = (): readonly WorkTime[] =>
  readFileSync(timesFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as WorkTime);

/** Linux counts processor time in hundredths of a second (proc(5), USER_HZ). */
const ticksPerSecond = 100;

/** Seconds of processor time of all ended descendants. Returns 0 without /proc. */
export const processorSecondsOfChildren = (): number => secondsIn('self', [13, 14]);

/** Seconds of processor time. Returns 0 without /proc. */
export const processorSecondsOf = (pid: number): number => secondsIn(String(pid), [11, 12]);

/** Field 0 is the process's state, which follows the name in parentheses (proc(5), stat). */
function secondsIn(pid: string, fields: readonly number[]): number {
  try {
    const values = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ');
    return fields.reduce((sum, field) => sum + Number(values[field]), 0) / ticksPerSecond;
  } catch {
    return 0; // There is no /proc, or the process has ended.
  }
}
