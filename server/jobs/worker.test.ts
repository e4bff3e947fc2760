import { expect, test } from 'vitest';
import { withBoardJobScope } from '#server/db/board-scope.ts';
import { makeBoard } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';
import { addJob } from './queue.ts';
import { type JobHandler, startWorker, taskList } from './worker.ts';

const server = testApp();

const job = { attempts: 3, max_attempts: 17, key: 'mail:1' };

test('a suspended board’s job waits without using attempts and runs when the board is active again', async () => {
  const board = await makeBoard(server.context);
  let worked = 0;
  const handler: JobHandler = {
    name: 'touch-board',
    async handle({ board_id: boardId = '' }) {
      await withBoardJobScope(server.context, boardId, async () => {
        worked += 1;
      });
    },
  };
  const run = taskList(server.context, [handler])['touch-board'];
  const suspend = (at: Date | null) => server.sql('update boards set suspended_at = $1 where id = $2', [at, board.id]);

  await suspend(server.context.clock.now());
  await run?.({ board_id: board.id }, { job });
  expect(worked).toBe(0);
  const waiting = await server.sql(
    `select key, attempts, max_attempts, run_at - created_at between interval '59 minutes' and interval '61 minutes' as waits
    from graphile_worker.jobs where task_identifier = $1`,
    ['touch-board'],
  );
  expect(waiting).toEqual([{ key: 'mail:1', attempts: 2, max_attempts: 17, waits: true }]);

  await suspend(null);
  await run?.({ board_id: board.id }, { job });
  expect(worked).toBe(1);
});

test('a quick job runs while slow jobs occupy all their workers', async () => {
  const slow = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  let slowBegun = 0;
  const { workers, slowWorkers } = server.context.config;
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
    await addJob(server.context.db, { name: 'make-slowly', payload: {} });
  const worker = await startWorker(server.context, { servingUrl: server.context.servingUrl, handlers });
  try {
    await begun.promise;
    await addJob(server.context.db, { name: 'send-quickly', payload: {} });
    await done.promise;
    expect(slowBegun).toBe(slowWorkers);
  } finally {
    slow.resolve();
    await worker.stop();
  }
});
