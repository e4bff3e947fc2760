import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { MadeBoard } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';
import { type DueItem, eachDueJobs } from './each-due.ts';

const server = testApp();

test('each due item gets one job, and a failing job does not block the others', async () => {
  const boards: readonly MadeBoard[] = [await server.make.board(), await server.make.board()];
  const [first, second] = boards.map(({ id }) => ({ board_id: id, id }));
  const done: string[] = [];
  const [find, act] = eachDueJobs(server.context, {
    finder: 'find-tests',
    runner: 'do-test',
    schedule: '* * * * *',
    selectDue: () =>
      sql<DueItem>`select id::text as board_id, id::text as id from unnest(${boards.map(({ id }) => id)}::uuid[]) id`,
    evenSuspended: false,
    async run(scope, { id }) {
      if (id === first?.id) throw new Error('This one fails.');
      done.push(`${scope.board.id} ${id}`);
      return [];
    },
  });
  const attempt = { attempt: 1, isLast: false };
  await find.handle({}, attempt);
  await find.handle({}, attempt);
  const waiting = await server.sql<{ key: string }>(
    `select key from graphile_worker.jobs where task_identifier = 'do-test' order by key`,
  );
  expect(waiting.map(({ key }) => key)).toEqual(boards.map(({ id }) => `do-test:${id}`).toSorted());
  await expect(act.handle(first ?? {}, attempt)).rejects.toThrow('This one fails.');
  await act.handle(second ?? {}, attempt);
  expect(done).toEqual([`${second?.board_id} ${second?.id}`]);
});
