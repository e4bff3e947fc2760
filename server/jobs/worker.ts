import { EventEmitter } from 'node:events';
import { type Runner, run, type WorkerEvents, Logger as WorkerLogger } from 'graphile-worker';
import pg from 'pg';
import type { Context } from '#server/context.ts';
import { BoardSuspended } from '#server/db/board-scope.ts';
import { poolEnding } from '#server/db/database.ts';
import { type Liveness, startLiveness } from './liveness.ts';
import { addJob, type JobRequest } from './queue.ts';

export class RetryAt extends Error {
  override readonly name = 'RetryAt';
  /** A time on the database's clock, which may differ from this machine's clock. */
  readonly at: Date;

  constructor(at: Date) {
    super(`retried at ${at.toISOString()}`);
    this.at = at;
  }
}

const restartPauseMs = 1_000;
/** How often, in milliseconds, to check whether failed workers have finished their jobs. */
const endPauseMs = 2_000;
const suspendedPauseMs = 3_600_000;

export interface JobAttempt {
  readonly attempt: number;
  readonly isLast: boolean;
}

export interface JobHandler {
  readonly name: string;
  /** Five cron fields, in UTC. */
  readonly schedule?: string;
  /** `slow` jobs may take minutes. They have separate workers, so that mail is not delayed. */
  readonly lane?: 'slow';
  readonly handle: (payload: Readonly<Record<string, string>>, attempt: JobAttempt) => Promise<void>;
}

export interface Worker {
  stop(): Promise<void>;
}

export async function startWorker(
  context: Context,
  options: {
    readonly servingUrl: string;
    readonly handlers: readonly JobHandler[];
    readonly concurrency?: Pick<Context['config'], 'workers' | 'slowWorkers'>;
  },
): Promise<Worker> {
  const { workers, slowWorkers } = options.concurrency ?? context.config;
  const given = [
    { concurrency: workers, handlers: options.handlers.filter(({ lane }) => lane === undefined) },
    { concurrency: slowWorkers, handlers: options.handlers.filter(({ lane }) => lane === 'slow') },
  ].filter(({ concurrency }) => concurrency > 0);
  const pool = new pg.Pool({
    connectionString: options.servingUrl,
    application_name: 'dais-worker',
    options: '-c role=dais_queue',
    // Each lane needs two additional connections, one of them for listening.
    max: workers + slowWorkers + 2 * given.length,
  });
  const ending = poolEnding(pool);
  const lost = (error: Error): void => context.log.warn({ err: error }, 'worker connection lost');
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  const liveness = startLiveness({ servingUrl: options.servingUrl, log: context.log });
  const lanes: Worker[] = [];
  for (const lane of given) lanes.push(await startLane(context, { pool, liveness, ...lane }));
  return {
    async stop() {
      await Promise.all(lanes.map((lane) => lane.stop()));
      await liveness.stop();
      await ending(() => pool.end());
    },
  };
}

interface Lane {
  readonly pool: pg.Pool;
  readonly liveness: Liveness;
  readonly concurrency: number;
  readonly handlers: readonly JobHandler[];
}

/** Restarts Graphile Worker, because it stops when its database connection is lost. */
async function startLane(context: Context, lane: Lane): Promise<Worker> {
  let runner: Runner | null = null;
  let poolId: string | null = null;
  let stopped = false;
  const begin = async (): Promise<void> => {
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:create', ({ workerPool }) => {
      poolId = workerPool.id;
      lane.liveness.announce(workerPool.id);
    });
    let isOver = false;
    const end = (reason?: unknown): void => {
      if (!isOver) again(reason);
      isOver = true;
    };
    let doing = 0;
    events.on('job:start', () => (doing += 1));
    events.on('job:complete', () => (doing -= 1));
    const begun = await run(runnerOptions(context, { ...lane, events }));
    runner = begun;
    begun.promise.then(end, end);
    // After a fatal error, Graphile Worker's promise never resolves.
    events.on('pool:fatalError', ({ error }) => {
      const looking = setInterval(() => {
        if (doing > 0 && !isOver) return;
        clearInterval(looking);
        if (isOver) return;
        end(error);
        void begun.stop().catch((reason: unknown) => context.log.warn({ err: reason }, 'workers that failed'));
      }, endPauseMs);
    });
    if (stopped) await begun.stop();
  };
  const again = (reason?: unknown): void => {
    runner = null;
    if (poolId !== null) lane.liveness.leave(poolId);
    if (stopped) return;
    context.log.warn({ err: reason }, 'the workers ended and are being restarted');
    setTimeout(() => {
      if (!stopped) begin().catch(again);
    }, restartPauseMs);
  };
  await begin();
  return {
    async stop() {
      stopped = true;
      await runner?.stop();
    },
  };
}

function runnerOptions(context: Context, parts: Lane & { readonly events: WorkerEvents }) {
  return {
    pgPool: parts.pool,
    events: parts.events,
    concurrency: parts.concurrency,
    noHandleSignals: true,
    pollInterval: 2_000,
    // Enables batching without a delay, because Graphile Worker handles failed writes only in batches.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new WorkerLogger(() => (level, message) => {
      if (level === 'error' || level === 'warning') context.log.warn({ part: 'jobs' }, message);
    }),
    taskList: taskList(context, parts.handlers),
    crontab: parts.handlers
      .filter((handler) => handler.schedule)
      .map((handler) => `${handler.schedule} ${handler.name}`)
      .join('\n'),
  };
}

interface JobHelpers {
  readonly job: { readonly attempts: number; readonly max_attempts: number; readonly key: string | null };
}

function waitFor(error: unknown): JobRequest['starts'] {
  if (error instanceof BoardSuspended) return { afterMs: suspendedPauseMs };
  return error instanceof RetryAt ? { at: error.at } : undefined;
}

export function taskList(context: Pick<Context, 'db'>, handlers: readonly JobHandler[]) {
  const call = async (handler: JobHandler, given: unknown, { job }: JobHelpers): Promise<void> => {
    const payload = given as Record<string, string>;
    try {
      await handler.handle(payload, { attempt: job.attempts, isLast: job.attempts >= job.max_attempts });
    } catch (error) {
      const starts = waitFor(error);
      if (!starts) throw error;
      // Adds the job again without using up an attempt.
      await addJob(context.db, {
        name: handler.name,
        payload,
        attempts: job.max_attempts,
        attemptsUsed: job.attempts - 1,
        starts,
        ...(job.key === null ? {} : { key: job.key }),
      });
    }
  };
  return Object.fromEntries(
    handlers.map((handler) => [
      handler.name,
      (payload: unknown, helpers: JobHelpers) => call(handler, payload, helpers),
    ]),
  );
}
