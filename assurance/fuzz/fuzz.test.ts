import { pino } from 'pino';
import { expect, test } from 'vitest';
import { testApp } from '#tests/support/test-app.ts';
import { fuzz } from './fuzz.ts';

/** `npm run fuzz` sets both variables. The defaults are a small sample for the tests. */
const { FUZZ_SEED, FUZZ_REQUESTS } = process.env;
const plan = { seed: Number(FUZZ_SEED ?? 22), requests: Number(FUZZ_REQUESTS ?? 800) };

const timeout = FUZZ_REQUESTS === undefined ? 300_000 : 36_000_000;

let lastError = 'no line in the log';
const keep = (line: string): void => {
  lastError = line.slice(0, 1_500);
};
const log = pino({ level: 'error' }, { write: keep });
const server = testApp({ SUPPORT_CHAT_SRC: 'https://chat.example/widget.js' }, { log });

test('random requests cause no server errors, data leaks or inconsistent rows', { timeout }, async () => {
  const { context, app } = server;
  const { failures, operations, neverReached } = await fuzz({ context, app, lastError: () => lastError }, plan);
  const reached = operations.length - neverReached.length;
  console.log(
    `seed ${plan.seed}, ${plan.requests} requests: ${reached} of ${operations.length} endpoints answered somebody with success; never: ${neverReached.join(', ') || 'none'}`,
  );
  const reported = failures.map(({ what, count, steps }) => `${count} × ${what}\n${steps}`).join('\n\n');
  expect(reported, `seed ${plan.seed}`).toBe('');
  expect(reached).toBeGreaterThan(80);
});
