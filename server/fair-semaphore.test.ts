import { expect, test } from 'vitest';
import { fairSemaphore } from './fair-semaphore.ts';

const inTurn = fairSemaphore({ atOnceMax: 2, waitingPerUserMax: 20 });

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

test('who sends many waits for themselves: another is done after no more than two of them', async () => {
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

test('whoever had to wait is told so', async () => {
  const waited: boolean[] = [];
  const make = (userId: string) =>
    inTurn(userId, async ({ hasWaited }) => {
      await pause();
      waited.push(hasWaited);
    });
  await Promise.all([make('first'), make('first'), make('second')]);
  expect(waited).toEqual([false, false, true]);
});

test('a failure lets the next begin, and nobody has more than twenty waiting', async () => {
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
