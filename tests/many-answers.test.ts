import { expect, test } from 'vitest';
import { answerAll, countStored, inviteMany } from './support/many-answers.ts';
import { testApp } from './support/test-app.ts';

const server = testApp();

/** bench/answers.ts sets this to 1,300 and has the time printed. */
const { ANSWERS } = process.env;
const clients = 50;

test('many answers to one meeting at once are all stored and counted', {
  timeout: 60_000,
}, async () => {
  const many = await inviteMany(server.context, Number(ANSWERS ?? 120));
  const { refused, milliseconds } = await answerAll(
    many,
    Array.from({ length: clients }, () => server.stranger()),
  );
  if (ANSWERS) console.log(`${ANSWERS} answers, ${clients} clients: ${Math.round(milliseconds)} ms`);
  expect(refused).toEqual([]);
  expect(await countStored(server.context, many.meeting)).toEqual(many.expected);
});
