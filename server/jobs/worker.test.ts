import { afterAll, beforeAll, expect, test } from 'vitest';
import { withBoardJobScope } from '#server/db/board-scope.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { withClosedDatabase } from '#tests/support/closed-database.ts';
import { createTestContext, type TestContext } from '#tests/support/context.ts';
import { makeBoard } from '#tests/support/factories.ts';
import { addJob } from './queue.ts';
import { type JobHandler, startWorker, taskList } from './worker.ts';

let context: TestContext;

beforeAll(async () => {
  context = await createTestContext();
});

afterAll(async () => {
  await context.stop();
});

const job = { attempts: 3, max_attempts: 17, key: 'mail:1' };

test('a suspended board’s job waits without using attempts and runs when the board is active again', async () => {
  const board = await makeBoard(context);
  let worked = 0;
  const handler: JobHandler = {
    name: 'touch-board',
    async handle({ board_id: boardId = '' }) {
      await withBoardJobScope(context, boardId, async () => {
        worked += 1;
      });
    },
  };
  const run = taskList(context, [handler])['touch-board'];
  const suspend = (at: Date | null) =>
    asSuperuser(context, (client) => client.query('update boards set suspended_at = $1 where id = $2', [at, board.id]));

  await suspend(context.clock.now());
  await run?.({ board_id: board.id }, { job });
  expect(worked).toBe(0);
  const waiting = await asSuperuser(context, (client) =>
    client.query(
      `select key, attempts, max_attempts, run_at - created_at between interval '59 minutes' and interval '61 minutes' as waits
      from graphile_worker.jobs where task_identifier = $1`,
      ['touch-board'],
    ),
  );
  // The queue uses the database's clock.
  expect(waiting.rows).toEqual([{ key: 'mail:1', attempts: 2, max_attempts: 17, waits: true }]);

  await suspend(null);
  await run?.({ board_id: board.id }, { job });
  expect(worked).toBe(1);
});

test('a quick job runs while slow jobs occupy all their workers', async () => {
  const slow = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  let slowBegun = 0;
  const { workers, slowWorkers } = context.config;
  const handlers: readonly JobHandler[] = [
    {
      name: 'make-slowly',
      lane: 'slow',
      async handle() {
        slowBegun += 1;
        if (slowBegun === slowWorkers) begun.resolve();
        await slow.promise;
      },
    },
    { name: 'send-quickly', handle: async () => done.resolve() },
  ];
  for (let index = 0; index < workers + slowWorkers; index += 1)
    await addJob(context.db, { name: 'make-slowly', payload: {} });
  const worker = await startWorker(context, { servingUrl: context.servingUrl, handlers });
  try {
    await begun.promise;
    await addJob(context.db, { name: 'send-quickly', payload: {} });
    await done.promise;
    expect(slowBegun).toBe(slowWorkers);
  } finally {
    slow.resolve();
    await worker.stop();
  }
});

test('a job whose worker died in the last attempt is retried, at most twelve times', async () => {
  const seen: (readonly [string | undefined, number])[] = [];
  const handler: JobHandler = {
    name: 'survive-workers',
    async handle({ which }, { attempt }) {
      seen.push([which, attempt]);
    },
  };
  for (const which of ['third', 'twelfth'])
    await addJob(context.db, { name: handler.name, payload: { which }, attempts: 3, key: which });
  const held = { third: 3, twelfth: 12 };
  await asSuperuser(context, async (client) => {
    for (const [key, attempts] of Object.entries(held)) {
      await client.query(
        `update graphile_worker._private_jobs set attempts = $2, max_attempts = greatest(max_attempts, $2),
           locked_by = 'a-pool-that-died', locked_at = now() - interval '1 minute' where key = $1`,
        [key, attempts],
      );
    }
  });
  const worker = await startWorker(context, { servingUrl: context.servingUrl, handlers: [handler] });
  try {
    await expect.poll(() => seen, { timeout: 20_000 }).toEqual([['third', 4]]);
    const left = async () =>
      (
        await asSuperuser(context, (client) =>
          client.query('select key, attempts, max_attempts, locked_at from graphile_worker.jobs where key = any($1)', [
            Object.keys(held),
          ]),
        )
      ).rows;
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
  for (let nth = 0; nth < 2; nth += 1) await addJob(context.db, { name: handler.name, payload: {} });
  const warnings: unknown[] = [];
  const log = Object.assign(Object.create(context.log), {
    warn: (...words: unknown[]) => void warnings.push(words.at(-1)),
  });
  const worker = await startWorker({ ...context, log }, { servingUrl: context.servingUrl, handlers: [handler] });
  try {
    await begun.promise;
    await withClosedDatabase(context, async () => {
      away.resolve();
      await expect.poll(() => done).toBe(2);
      await expect.poll(() => warnings, { timeout: 10_000 }).toContain('the workers ended and begin again');
    });
    await expect.poll(() => done, { timeout: 30_000 }).toBe(4);
    const left = () =>
      asSuperuser(context, async (client) => {
        const { rowCount } = await client.query('select from graphile_worker.jobs where task_identifier = $1', [
          handler.name,
        ]);
        return rowCount;
      });
    await expect.poll(left, { timeout: 10_000 }).toBe(0);
  } finally {
    await worker.stop();
  }
}, 60_000);
