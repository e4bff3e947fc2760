import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashToken, randomToken } from '#server/secrets.ts';
import { signInStage } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { rows } = signInStage(server);
const now = () => server.context.clock.now();
const inDays = (days: number) => new Date(now().getTime() + days * 86_400_000);
const gate = (call: string, values: readonly unknown[]) =>
  server.context.pool.query(`select gate.${call}`, [...values]);

async function linkOf(insert: string, userId: string, expiresAt: Date): Promise<Buffer> {
  const hash = hashToken(randomToken());
  await rows(`insert into ${insert} values ($1, $2, $3, $4, $5)`, [
    ...[userId, `${randomUUID()}@example.org`, hash, now(), expiresAt],
  ]);
  return hash;
}
const changeOf = (userId: string, expiresAt: Date) =>
  linkOf('email_changes (user_id, new_email, token_hash, created_at, expires_at)', userId, expiresAt);
const resetOf = (userId: string, expiresAt: Date) =>
  linkOf('password_resets (user_id, email, token_hash, requested_at, expires_at)', userId, expiresAt);

test('simultaneous changes to an account do not deadlock', async () => {
  for (let round = 0; round < 15; round += 1) {
    const { id } = await server.make.user();
    const change = await changeOf(id, inDays(round % 2 === 0 ? 1 : -5));
    const [reset] = [await resetOf(id, inDays(1)), await resetOf(id, inDays(-5))];
    await Promise.all([
      gate('confirm_email_change($1, $2)', [change, now()]),
      gate('use_password_reset($1, $2, $3)', [reset, 'another hash', now()]),
      gate('change_password($1, $2, $3, $4, $5)', [id, id, 'no password', 'a third hash', now()]),
      gate('drop_email_change($1)', [id]),
      gate('sweep_account_links($1)', [now()]),
    ]);
  }
});

test('the cleanup skips a locked email change and deletes it on the next run', async () => {
  const { id } = await server.make.user();
  await changeOf(id, inDays(-5));
  const left = () => rows('select from email_changes where user_id = $1', [id]);
  await server.asSuperuser(async (client) => {
    await client.query('begin');
    await client.query('select from email_changes where user_id = $1 for update', [id]);
    // If the cleanup waited for the locked row, this would block until the test times out.
    await gate('sweep_account_links($1)', [now()]);
    await client.query('rollback');
  });
  expect(await left()).toHaveLength(1);
  await gate('sweep_account_links($1)', [now()]);
  expect(await left()).toHaveLength(0);
});
