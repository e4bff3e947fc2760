import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { makeUser } from '#tests/support/factories.ts';
import { countLockWaiters } from '#tests/support/lock-waiters.ts';
import { testApp } from '#tests/support/test-app.ts';
import { gateChecks } from './gate-checks.ts';
import { checkGate } from './rows.ts';

const server = testApp();
const gateFunctions = Object.keys(gateChecks).toSorted();
const queueFunctions = ['add_job', 'add_jobs', 'has_job', 'job_health'];
const ownerOf = (name: string): string => (queueFunctions.includes(name) ? 'dais_queue' : 'dais_gate');

test.each(Object.entries(gateChecks))(
  'gate.%s returns and changes only what its check expects',
  async (_name, check) => {
    await checkGate(server.context, check);
  },
);

describe('the catalogue of gate functions', () => {
  const read = (sql: string): Promise<readonly unknown[]> =>
    asSuperuser(server.context, async (client) =>
      (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows.flat(),
    );

  test('contains exactly the functions that these tests check', async () => {
    const found = await read(`select proname from pg_proc where pronamespace = 'gate'::regnamespace order by 1`);
    expect(found).toEqual(gateFunctions);
  });

  test('every function runs as its owner with a fixed search path that ends in the temporary schema', async () => {
    const found = await read(
      `select concat_ws(', ', proname, prosecdef, proowner::regrole, array_to_string(proconfig, ', ')) from pg_proc
       where pronamespace = 'gate'::regnamespace order by proname`,
    );
    const settingsOf = (name: string): string => {
      if (queueFunctions.includes(name)) return 'search_path=pg_catalog, pg_temp';
      // Setting `enable_seqscan` is harmless, because it affects only the query plan.
      return `search_path=pg_catalog, public, pg_temp${name === 'similar_words' ? ', enable_seqscan=off' : ''}`;
    };
    expect(found).toEqual(gateFunctions.map((name) => `${name}, t, ${ownerOf(name)}, ${settingsOf(name)}`));
  });

  test('functions can be called only by the serving role and their owner', async () => {
    const found = await read(
      `select concat_ws(': ', proname, array(
         select distinct case acl.grantee when 0 then 'public' else acl.grantee::regrole::text end from aclexplode(proacl) acl order by 1
       )) from pg_proc where pronamespace = 'gate'::regnamespace order by proname`,
    );
    expect(found).toEqual(gateFunctions.map((name) => `${name}: {${ownerOf(name)},dais_serving}`));
  });

  test('no function outside the gate runs with its owner’s rights', async () => {
    const found = await read(
      `select proname from pg_proc where prosecdef and pronamespace not in
       ('gate'::regnamespace, 'pg_catalog'::regnamespace, 'graphile_worker'::regnamespace)`,
    );
    expect(found).toEqual([]);
  });
});

describe('two site admins acting at the same time', () => {
  const set = async (client: pg.ClientBase, ...values: readonly (string | boolean | null)[]) => {
    const call = 'select gate.set_user_access($1, $2, $3, $4, now()) as answer';
    return (await client.query<{ answer: string }>(call, [...values])).rows[0]?.answer;
  };
  const asTwo = async (
    work: (first: pg.ClientBase, second: pg.ClientBase, users: readonly [string, string]) => Promise<void>,
  ) => {
    const users = [(await makeUser(server.context)).id, (await makeUser(server.context)).id] as const;
    await asSuperuser(server.context, (first) =>
      asSuperuser(server.context, async (second) => {
        await second.query('update users set is_site_admin = true where id = any($1)', [users]);
        await first.query('begin');
        await work(first, second, users);
      }),
    );
  };

  test('a site admin who is being demoted cannot demote another site admin', () =>
    asTwo(async (first, second, [one, other]) => {
      expect(await set(first, one, other, null, false)).toBe('done');
      let isAnswered = false;
      const back = set(second, other, one, null, false).finally(() => {
        isAnswered = true;
      });
      const isSettled = async () => isAnswered || (await countLockWaiters(server.context)) === 1;
      await expect.poll(isSettled, { timeout: 10_000 }).toBe(true);
      await first.query('commit');
      expect(await back).toBe('refused');
    }));

  test('a change to one user does not wait for a lock on an unrelated user', () =>
    asTwo(async (first, second, [admin]) => {
      const [user, uninvolved] = [(await makeUser(server.context)).id, (await makeUser(server.context)).id];
      await first.query('select from users where id = $1 for update', [uninvolved]);
      await second.query("set lock_timeout = '1s'");
      await expect(set(second, admin, user, true, null)).resolves.toBe('done');
    }));
});
