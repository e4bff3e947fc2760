import { expect, test } from 'vitest';
import { fairSemaphore, fairSemaphoreOf, shareOf } from './fair-semaphore.ts';

const inTurn = fairSemaphore({ atOnceMax: 2, waitingPerKeyMax: 20 });

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

test('a user with many waiting requests does not make other users wait for all of them', async () => {
  const done: string[] = [];
  let most = 0;
  let working = 0;
  const make = (userId: string) =>
    inTurn(userId, async () => {
      working += 1;
      most = Math.max(most, working);
      await pause();
      working -= 1;
      done.push(userId);
    });
  await Promise.all([...Array.from({ length: 12 }, () => make('many')), make('one'), make('other')]);
  expect(done.indexOf('one')).toBeLessThanOrEqual(2);
  expect(done.indexOf('other')).toBeLessThanOrEqual(4);
  expect(done).toHaveLength(14);
  expect(most).toBe(2);
});

test('the semaphore tells each request whether it had to wait', async () => {
  const waited: boolean[] = [];
  const make = (userId: string) =>
    inTurn(userId, async ({ hasWaited }) => {
      await pause();
      waited.push(hasWaited);
    });
  await Promise.all([make('first'), make('first'), make('second')]);
  expect(waited).toEqual([false, false, true]);
});

test('the next waiting request starts even if one fails, and each user can have at most twenty waiting requests', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: 30 }, (_, nth) =>
      inTurn('failing', async () => {
        await pause();
        if (nth === 0) throw new Error('The first fails.');
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  expect(answers.slice(21).map((answer) => answer.status === 'rejected' && answer.reason.code)).toEqual(
    Array(9).fill('too-many'),
  );
});

test('the limit on simultaneous requests is divided among the processes, and each process gets at least one', async () => {
  expect([1, 2, 8].map((processes) => shareOf(2, { connectionsMax: 10, processes }))).toEqual([2, 1, 1]);
  const ofProcess = fairSemaphoreOf((capacity) => ({ atOnceMax: shareOf(2, capacity), waitingPerKeyMax: 20 }));
  const [alone, oneOfTwo] = [1, 2].map((processes) => ({ capacity: { connectionsMax: 10, processes } }));
  for (const [context, most] of [
    [alone, 2],
    [oneOfTwo, 1],
  ] as const) {
    let begun = 0;
    const ended = Promise.withResolvers<void>();
    const made = ['one', 'other', 'third'].map((userId) =>
      ofProcess(context as NonNullable<typeof context>)(userId, () => {
        begun += 1;
        return ended.promise;
      }),
    );
    await pause();
    expect(begun).toBe(most);
    ended.resolve();
    await Promise.all(made);
  }
});
