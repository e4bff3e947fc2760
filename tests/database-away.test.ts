import { expect, test } from 'vitest';
import { awaitDatabase, isUnreachable } from '#server/db/availability.ts';
import { withClosedDatabase } from './support/closed-database.ts';
import { testApp } from './support/test-app.ts';

const product = testApp();

test('API calls and /health return 503 while the database rejects connections, and 200 afterwards', async () => {
  const board = await product.make.board();
  const meeting = await product.make.meeting({ board });
  const client = await product.signIn(await product.make.member({ board, isBoardAdmin: true }));
  const path = `/ajax/meetings/${meeting.id}`;
  await withClosedDatabase(product.context, async () => {
    const asked = await client.get(path);
    expect([asked.status, asked.json, asked.headers['retry-after']]).toEqual([503, { status: 'error', msg: '' }, '2']);
    expect((await client.get('/health')).status).toBe(503);
  });
  expect((await client.get('/health')).status).toBe(200);
  expect((await client.get(path)).status).toBe(200);
});

test('if the connection is lost during a transaction, the next statement fails and the process continues', async () => {
  const { db } = product.context;
  const failed = db.transaction().execute(async (tx) => {
    await tx.selectFrom('boards').select('id').execute();
    await withClosedDatabase(product.context, async () => undefined);
    return tx.selectFrom('boards').select('id').execute();
  });
  const error = await failed.catch((reason: unknown) => reason);
  expect(isUnreachable(error)).toBe(true);
  expect(await db.selectFrom('users').select('id').execute()).toEqual(expect.any(Array));
});

test('startup waits for an unreachable database, but fails immediately if the password is wrong', async () => {
  const logged: unknown[] = [];
  const log = { warn: (...words: unknown[]) => void logged.push(words.at(-1)) };
  const { servingUrl } = product.context;
  let isIn = false;
  const waiting = await withClosedDatabase(product.context, async () => {
    const entering = awaitDatabase(servingUrl, log).then(() => {
      isIn = true;
    });
    await expect.poll(() => logged).toEqual(['The database does not accept connections yet; trying for a minute.']);
    expect(isIn).toBe(false);
    return { entering };
  });
  await waiting.entering;
  const wrong = new URL(servingUrl);
  wrong.password = 'guess';
  await expect(awaitDatabase(wrong.href, log)).rejects.toThrow('password authentication failed');
});
