import { type Runner, run, Logger as WorkerLogger } from 'graphile-worker';
import pg from 'pg';
import type { Context } from '../context.ts';

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

/** Runs the queue's jobs in this process, as the queue's own role (see migrations/0005). */
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
  const runner: Runner = await run({
    pgPool: pool,
    concurrency: context.config.workers,
    noHandleSignals: true,
    pollInterval: 2_000,
    logger: new WorkerLogger(() => (level, message) => {
      if (level === 'error' || level === 'warning') context.log.warn({ part: 'jobs' }, message);
    }),
    taskList: Object.fromEntries(
      options.handlers.map((handler) => [
        handler.name,
        async (payload, helpers) => {
          const { attempts, max_attempts: most } = helpers.job;
          await handler.handle(payload as Record<string, string>, { attempt: attempts, isLast: attempts >= most });
        },
      ]),
    ),
    crontab: options.handlers
      .filter((handler) => handler.schedule)
      .map((handler) => `${handler.schedule} ${handler.name}`)
      .join('\n'),
  });
  return {
    async stop() {
      await runner.stop();
      await pool.end();
    },
  };
}
