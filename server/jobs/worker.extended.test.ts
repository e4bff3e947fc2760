import { expect, test } from 'vitest';
import { withClosedDatabase } from '#tests/support/closed-database.ts';
import { testApp } from '#tests/support/test-app.ts';
import { addJob } from './queue.ts';
import { type JobHandler, startWorker } from './worker.ts';

const server = testApp();

test('a job whose worker died during its final attempt gets another attempt, up to twelve in all', async () => {
  const seen: (readonly [string | undefined, number])[] = [];
  const handler: JobHandler = {
    name: 'survive-workers',
    async handle({ which }, { attempt }) {
      seen.push([which, attempt]);
    },
  };
  for (const which of ['third', 'twelfth'])
    await addJob(server.context.db, { name: handler.name, payload: { which }, attempts: 3, key: which });
  const held = { third: 3, twelfth: 12 };
  for (const [key, attempts] of Object.entries(held)) {
    await server.sql(
      `update graphile_worker._private_jobs set attempts = $2, max_attempts = greatest(max_attempts, $2),
         locked_by = 'a-pool-that-died', locked_at = now() - interval '1 minute' where key = $1`,
      [key, attempts],
    );
  }
  const worker = await startWorker(server.context, { servingUrl: server.context.servingUrl, handlers: [handler] });
  try {
    await expect.poll(() => seen, { timeout: 20_000 }).toEqual([['third', 4]]);
    const left = () =>
      server.sql('select key, attempts, max_attempts, locked_at from graphile_worker.jobs where key = any($1)', [
        Object.keys(held),
      ]);
    await expect
      .poll(left, { timeout: 10_000 })
      .toEqual([{ key: 'twelfth', attempts: 12, max_attempts: 12, locked_at: null }]);
  } finally {
    await worker.stop();
  }
}, 30_000);

test('jobs whose completion could not be saved are run again, and the process keeps running', async () => {
  const begun = Promise.withResolvers<void>();
  const away = Promise.withResolvers<void>();
  let begunCount = 0;
  let done = 0;
  const handler: JobHandler = {
    name: 'outlive-database',
    async handle() {
      begunCount += 1;
      if (begunCount === 2) begun.resolve();
      await away.promise;
      done += 1;
    },
  };
  for (let nth = 0; nth < 2; nth += 1) await addJob(server.context.db, { name: handler.name, payload: {} });
  const warnings: unknown[] = [];
  const log = Object.assign(Object.create(server.context.log), {
    warn: (...words: unknown[]) => void warnings.push(words.at(-1)),
  });
  const worker = await startWorker(
    { ...server.context, log },
    { servingUrl: server.context.servingUrl, handlers: [handler] },
  );
  try {
    await begun.promise;
    await withClosedDatabase(server.context, async () => {
      away.resolve();
      await expect.poll(() => done).toBe(2);
      await expect.poll(() => warnings, { timeout: 10_000 }).toContain('the workers ended and are being restarted');
    });
    await expect.poll(() => done, { timeout: 30_000 }).toBe(4);
    const left = () => server.sql('select from graphile_worker.jobs where task_identifier = $1', [handler.name]);
    await expect.poll(left, { timeout: 10_000 }).toEqual([]);
  } finally {
    await worker.stop();
  }
}, 60_000);
