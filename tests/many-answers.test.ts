import { expect, test } from 'vitest';
import { answerAll, countStored, inviteMany } from './support/many-answers.ts';
import { testApp } from './support/test-app.ts';

const server = testApp();

/** A sample, unless given: bench/answers.ts sends 1,300 and lets the time be printed. */
const { ANSWERS } = process.env;
const clients = 50;

test('answers of many at once to one meeting: none is lost, and the counts are right', {
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
