import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashToken, randomToken } from '#server/secrets.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { makeUser } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const now = () => server.context.clock.now();
const later = () => new Date(now().getTime() + 3_600_000);
const past = () => new Date(now().getTime() - 5 * 86_400_000);
const gate = (call: string, values: readonly unknown[]) =>
  server.context.pool.query(`select gate.${call}`, [...values]);

const changeOf = (userId: string, hash: Buffer, until: Date) =>
  asSuperuser(server.context, (client) =>
    client.query(
      `insert into email_changes (user_id, new_email, token_hash, created_at, expires_at) values ($1, $2, $3, $4, $5)`,
      [userId, `${randomUUID()}@example.org`, hash, now(), until],
    ),
  );
const resetOf = (userId: string, hash: Buffer, until: Date) =>
  asSuperuser(server.context, (client) =>
    client.query(
      `insert into password_resets (email, user_id, token_hash, requested_at, expires_at) values ('a@b.example', $1, $2, $3, $4)`,
      [userId, hash, now(), until],
    ),
  );

test('everything that changes an account at once ends: nothing waits for each other in a circle', async () => {
  for (let round = 0; round < 15; round += 1) {
    const { id } = await makeUser(server.context);
    const [change, reset] = [hashToken(randomToken()), hashToken(randomToken())];
    await changeOf(id, change, round % 2 === 0 ? later() : past());
    await resetOf(id, reset, later());
    // One expired link for the sweep, one to be used.
    await resetOf(id, hashToken(randomToken()), past());
    await Promise.all([
      gate('confirm_email_change($1, $2)', [change, now()]),
      gate('use_password_reset($1, $2, $3)', [reset, 'another hash', now()]),
      gate('change_password($1, $2, $3, $4, $5)', [id, id, 'no password', 'a third hash', now()]),
      gate('drop_email_change($1)', [id]),
      gate('sweep_account_links($1)', [now()]),
    ]);
  }
});

test('the sweep waits for nobody who is using a link, and takes it the next time', async () => {
  const { id } = await makeUser(server.context);
  await changeOf(id, hashToken(randomToken()), past());
  await asSuperuser(server.context, async (client) => {
    await client.query('begin');
    await client.query('select from email_changes where user_id = $1 for update', [id]);
    // Would block until the test times out.
    await gate('sweep_account_links($1)', [now()]);
    await client.query('rollback');
    const left = async () => (await client.query('select from email_changes where user_id = $1', [id])).rowCount;
    expect(await left()).toBe(1);
    await gate('sweep_account_links($1)', [now()]);
    expect(await left()).toBe(0);
  });
});
