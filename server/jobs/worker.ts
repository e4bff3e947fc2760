import { EventEmitter } from 'node:events';
import { type Runner, run, type WorkerEvents, Logger as WorkerLogger } from 'graphile-worker';
import pg from 'pg';
import type { Context } from '../context.ts';
import { startLiveness } from './liveness.ts';

const restartPauseMs = 1_000;

export interface JobAttempt {
  /** Counts from 1. */
  readonly attempt: number;
  readonly isLast: boolean;
}

export interface JobHandler {
  readonly name: string;
  /** Five cron fields, UTC, for what runs by the clock. */
  readonly schedule?: string;
  readonly handle: (payload: Readonly<Record<string, string>>, attempt: JobAttempt) => Promise<void>;
}

export interface Worker {
  /** Lets running jobs end, then closes. */
  stop(): Promise<void>;
}

/**
 * Runs the queue's jobs in this process, as the queue's own role (see migrations/0005). The library ends its workers when the
 * database goes away; they begin again once it is back.
 */
export async function startWorker(
  context: Context,
  options: { readonly servingUrl: string; readonly handlers: readonly JobHandler[] },
): Promise<Worker> {
  const pool = new pg.Pool({
    connectionString: options.servingUrl,
    application_name: 'dais-worker',
    options: '-c role=dais_queue',
    max: context.config.workers + 2,
  });
  const lost = (error: Error): void => context.log.warn({ err: error }, 'worker connection lost');
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  const liveness = startLiveness({ servingUrl: options.servingUrl, log: context.log });

  let runner: Runner;
  let stopped = false;
  const begin = async (): Promise<void> => {
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:create', ({ workerPool }) => liveness.announce(workerPool.id));
    runner = await run(runnerOptions(context, { pool, events, handlers: options.handlers }));
    runner.promise.then(again, again);
  };
  const again = (reason?: unknown): void => {
    if (stopped) return;
    context.log.warn({ err: reason }, 'the workers ended and begin again');
    setTimeout(() => {
      if (!stopped) begin().catch(again);
    }, restartPauseMs);
  };
  await begin();

  return {
    async stop() {
      stopped = true;
      await runner.stop();
      await liveness.stop();
      await pool.end();
    },
  };
}

function runnerOptions(
  context: Context,
  parts: { readonly pool: pg.Pool; readonly events: WorkerEvents; readonly handlers: readonly JobHandler[] },
) {
  return {
    pgPool: parts.pool,
    events: parts.events,
    concurrency: context.config.workers,
    noHandleSignals: true,
    pollInterval: 2_000,
    logger: new WorkerLogger(() => (level, message) => {
      if (level === 'error' || level === 'warning') context.log.warn({ part: 'jobs' }, message);
    }),
    taskList: taskList(parts.handlers),
    crontab: parts.handlers
      .filter((handler) => handler.schedule)
      .map((handler) => `${handler.schedule} ${handler.name}`)
      .join('\n'),
  };
}

/** The handlers as the library calls them; tests work off the queue with the same. */
export function taskList(handlers: readonly JobHandler[]) {
  return Object.fromEntries(
    handlers.map((handler) => [
      handler.name,
      async (
        payload: unknown,
        helpers: { readonly job: { readonly attempts: number; readonly max_attempts: number } },
      ) => {
        const { attempts, max_attempts: most } = helpers.job;
        await handler.handle(payload as Record<string, string>, { attempt: attempts, isLast: attempts >= most });
      },
    ]),
  );
}
