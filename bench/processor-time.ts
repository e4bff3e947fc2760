// Measures processor time (proc(5)), because other load on the machine distorts it less than calls per second.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Measured } from './load/messages.ts';

/** The results are medians over this many rounds. */
const rounds = 5;
/** Milliseconds per clock tick (sysconf(3), _SC_CLK_TCK). */
const tickMs = 10;

interface CallTimes {
  /** Milliseconds per call in the process that responds. */
  readonly own: number;
  /** Milliseconds per call in all PostgreSQL processes. */
  readonly postgres: number;
}

export interface ProcessorTimes {
  readonly server: CallTimes;
  readonly lean: CallTimes;
  /** The time of `lean` divided by the time of `server`. */
  readonly ratio: number;
}

interface Side {
  readonly pid: number;
  readonly run: () => Promise<Measured>;
}

export async function postgresOf(folder: string): Promise<number> {
  const [pid = ''] = (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}

export async function measureProcessor(given: {
  readonly server: Side;
  readonly lean: Side;
  readonly postgres: number;
}): Promise<ProcessorTimes> {
  const turns: { readonly server: CallTimes; readonly lean: CallTimes; readonly ratio: number }[] = [];
  for (let nth = 0; nth < rounds; nth += 1) {
    const server = await callTimes(given.server, given.postgres);
    const lean = await callTimes(given.lean, given.postgres);
    turns.push({ server, lean, ratio: (lean.own + lean.postgres) / (server.own + server.postgres) });
  }
  const middle = turns.toSorted((one, other) => one.ratio - other.ratio)[rounds >> 1];
  if (middle === undefined) throw new Error('Nothing was measured.');
  return middle;
}

async function callTimes({ pid, run }: Side, postgres: number): Promise<CallTimes> {
  const [own, others] = [await millisecondsOf(pid), await millisecondsOfPostgres(postgres)];
  const { calls } = await run();
  return {
    own: ((await millisecondsOf(pid)) - own) / calls,
    postgres: ((await millisecondsOfPostgres(postgres)) - others) / calls,
  };
}

/** Includes the time of processes that have ended. */
async function millisecondsOfPostgres(pid: number): Promise<number> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').map(Number);
  const times = await Promise.all(children.map((child) => millisecondsOf(child).catch(() => 0)));
  return times.reduce((sum, each) => sum + each, await millisecondsOf(pid));
}

async function millisecondsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The process name may contain spaces, so only the fields after it are split, from field 3 on (proc(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * tickMs;
}
