import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Context } from '#server/context.ts';
import { firstRow } from '#server/db/select-value.ts';
import { asError } from '#server/errors.ts';
import { routeOf } from '#server/http/request-log.ts';
import { version } from '#server/version.ts';

const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

/** All processes report the same values, so they must not be summed. */
const ofInstallation = { aggregator: 'max' } as const;

export function createFigures(context: Context): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const registers = [register];
  new Gauge({
    name: 'dais_info',
    help: 'The running version.',
    labelNames: ['version'],
    registers,
    ...ofInstallation,
    collect() {
      this.set({ version }, 1);
    },
  });
  new Gauge({
    name: 'dais_database_connections',
    help: 'Pool connections: idle, busy, and calls waiting for one.',
    labelNames: ['state'],
    registers,
    collect() {
      const { totalCount, idleCount, waitingCount } = context.pool;
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'busy' }, totalCount - idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
  });
  addInstallation(context, registers);
  return register;
}

/** If one part cannot be read, only its own metrics are missing. */
function addInstallation(context: Context, registers: Registry[]): void {
  const jobs = shared(() => countJobs(context));
  const mail = shared(() => readMailQueue(context));
  const room = shared(() => context.storage.room());
  const given = { registers, ...ofInstallation };

  new Gauge({
    name: 'dais_part_up',
    help: '1 while the database or the storage answers, else 0.',
    labelNames: ['part'],
    registers,
    aggregator: 'min' as const,
    async collect() {
      for (const [part, read] of Object.entries({ database: mail, storage: room })) {
        const error = await read().then(() => null, asError);
        if (error !== null) context.log.warn({ err: error }, `figures of the ${part} could not be read`);
        this.set({ part }, error === null ? 1 : 0);
      }
    },
  });
  new Gauge({
    name: 'dais_jobs',
    help: 'Jobs by name and state; given_up jobs have failed and are not retried.',
    labelNames: ['job', 'state'],
    ...given,
    async collect() {
      this.reset();
      for (const counts of (await jobs().catch(none)) ?? [])
        for (const state of jobStates) this.set({ job: counts.name, state }, Number(counts[state]));
    },
  });
  new Gauge({
    name: 'dais_mail',
    help: 'Messages that are waiting, and those that failed in the last 90 days.',
    labelNames: ['state'],
    ...given,
    async collect() {
      this.reset();
      const queue = await mail().catch(none);
      if (queue === null) return;
      this.set({ state: 'waiting' }, Number(queue.waiting));
      this.set({ state: 'failed' }, Number(queue.failed));
    },
  });
  new Gauge({
    name: 'dais_mail_oldest_seconds',
    help: 'How long the oldest message has been waiting.',
    ...given,
    async collect() {
      const queue = await mail().catch(none);
      if (queue === null) return this.remove();
      const now = context.clock.now().getTime();
      this.set(queue.oldest === null ? 0 : Math.max(0, (now - queue.oldest.getTime()) / 1_000));
    },
  });
  new Gauge({
    name: 'dais_storage_free_bytes',
    help: 'Free space for files, if storage is a folder.',
    ...given,
    async collect() {
      const bytes = await room().catch(none);
      if (bytes === null) this.remove();
      else this.set(bytes);
    },
  });
}

/** The error is ignored, because `dais_part_up` reports the failure. */
const none = (): null => null;

/** Concurrent calls share one read, because all metrics are collected at the same time. */
function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | null = null;
  return () => {
    current ??= read().finally(() => {
      current = null;
    });
    return current;
  };
}

/** Uses the route's pattern as the label, because paths contain secrets and are unlimited in number. */
export function timeRequests(app: FastifyInstance, register: Registry): void {
  const durations = new Histogram({
    name: 'dais_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: durationBuckets,
    registers: [register],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = routeOf(request);
    // Streams are excluded, because they stay open as long as their page.
    if (route === '/ajax/events') return;
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
}

const jobStates = ['due', 'later', 'running', 'retrying', 'given_up'] as const;

type JobCounts = Readonly<Record<(typeof jobStates)[number], number>> & { readonly name: string };

async function countJobs({ db, clock }: Context): Promise<readonly JobCounts[]> {
  const { rows } = await sql<JobCounts>`select * from gate.job_health(${clock.now()})`.execute(db);
  return rows;
}

interface MailQueue {
  readonly waiting: number;
  readonly oldest: Date | null;
  readonly failed: number;
}

async function readMailQueue({ db }: Context): Promise<MailQueue> {
  const queue = await firstRow(db, sql<MailQueue>`select * from gate.mail_queue()`);
  return queue ?? { waiting: 0, oldest: null, failed: 0 };
}
