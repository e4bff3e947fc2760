import { setTimeout as pause } from 'node:timers/promises';
import type { Society } from './people.ts';
import type { Random } from './random.ts';

/** `backend` is one of PostgreSQL's processes. When a backend dies, PostgreSQL closes all connections and recovers. */
const targets = ['server', 'worker', 'database', 'backend', 'connections'] as const;
type Target = (typeof targets)[number];
const killKinds = [...targets, 'mixture', 'everything'] as const;

export interface KillPlan {
  readonly afterWrites: number;
  readonly blows: readonly { readonly target: Target; readonly afterMs: number }[];
  readonly downMs: number;
}

export function planKill(random: Random): KillPlan {
  const kind = random.pick(killKinds);
  return {
    afterWrites: 4 + random.below(50),
    blows: targetsOf(kind, random).map((target) => ({ target, afterMs: random.below(25) })),
    downMs: random.below(300),
  };
}

function targetsOf(kind: (typeof killKinds)[number], random: Random): readonly Target[] {
  if (kind === 'everything') return ['server', 'worker', 'database'];
  if (kind !== 'mixture') return [kind];
  const left = [...targets];
  return Array.from({ length: 2 + random.below(2) }, () => left.splice(random.below(left.length), 1)).flat();
}

export async function strike(society: Society, plan: KillPlan, random: Random): Promise<void> {
  for (const { target, afterMs } of plan.blows) {
    await pause(afterMs);
    await end(society, target, random);
  }
  await pause(plan.downMs);
  await society.parts.revive();
  await until(() => society.installation.sql('select 1'));
  await until(async () => {
    const { status } = await fetch(`${society.parts.server.url}/health`);
    if (status !== 200) throw new Error(`The server does not come back; /health answers ${status}.`);
  });
}

async function end({ installation, parts }: Society, target: Target, random: Random): Promise<void> {
  switch (target) {
    case 'server':
    case 'worker':
      return parts.kill(target);
    case 'database':
      return endNoticed(parts.postgres.postmasterPid());
    case 'backend':
    case 'connections': {
      const found = await installation.sql(serving).catch(() => []);
      const pids = found.map(({ pid }) => Number(pid));
      if (pids.length === 0) return;
      if (target === 'backend') return endNoticed(random.pick(pids));
      const some = pids.filter(() => random.below(2) === 0);
      await installation.sql('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [some]).catch(() => []);
    }
  }
}

const serving = `select pid from pg_stat_activity where usename = 'dais_app' order by pid`;

/**
 * Kills the process and waits until its parent has noticed. Until then, PostgreSQL and /health respond as if nothing
 * had happened.
 */
async function endNoticed(pid: number): Promise<void> {
  for (let signal: 'SIGKILL' | 0 = 'SIGKILL'; ; signal = 0) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
      throw error;
    }
    await pause(1);
  }
}

const healthyMsMax = 60_000;

async function until(work: () => Promise<unknown>): Promise<void> {
  for (const end = Date.now() + healthyMsMax; ; await pause(25)) {
    try {
      await work();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}
