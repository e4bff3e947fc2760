import { writeFileSync } from 'node:fs';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { createTestContext } from '#tests/support/context.ts';
import { fuzz } from './fuzz.ts';

/** `npm run fuzz` sets these variables; the defaults are a sample. */
const { FUZZ_SEED, FUZZ_REQUESTS, FUZZ_ONLY, FUZZ_TABLE } = process.env;
const plan = { seed: Number(FUZZ_SEED ?? 22), requests: Number(FUZZ_REQUESTS ?? 800), only: FUZZ_ONLY ?? null };

const timeout = FUZZ_REQUESTS === undefined ? 300_000 : 36_000_000;

test('no random request of any actor fails, leaks foreign data, or leaves inconsistent rows', { timeout }, async () => {
  const context = await createTestContext({ SUPPORT_CHAT_SRC: 'https://chat.example/widget.js' });
  let lastError = 'no line in the log';
  const keep = (line: string): void => {
    lastError = line.slice(0, 1_500);
  };
  const log = pino({ level: 'error' }, { write: keep });
  const say = (line: string): void => {
    if (FUZZ_TABLE) console.log(line);
  };
  const app = await createApp({ ...context, log });
  try {
    const { failures, tally, operations } = await fuzz({ context, app, lastError: () => lastError, say }, plan);
    const reached = operations.length - tally.neverReached(operations).length;
    const summary = `seed ${plan.seed}, ${plan.requests} requests: ${reached} of ${operations.length} endpoints answered somebody with success; never: ${tally.neverReached(operations).join(', ') || 'none'}`;
    console.log(summary);
    if (FUZZ_TABLE) writeFileSync(FUZZ_TABLE, `${summary}\n\n${tally.table(operations)}\n`);
    const reported = failures.map(({ what, count, steps }) => `${count} × ${what}\n${steps}`).join('\n\n');
    expect(reported, `seed ${plan.seed}`).toBe('');
    if (plan.only === null) expect(reached).toBeGreaterThan(80);
  } finally {
    await app.close();
    await context.stop();
  }
});
