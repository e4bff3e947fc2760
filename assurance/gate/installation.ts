import { expect } from 'vitest';
import { provider } from './providers.ts';
import { after, before, type GateCheck, type GateRows, hash, now } from './rows.ts';

/** As before anybody set it up: no user, and so nothing that belongs to one. */
const empty = async ({ query }: GateRows) => {
  await query(`set local session_replication_role = 'replica'`);
  await query('delete from users');
  await query('delete from setup_tokens');
  await query(`set local session_replication_role = 'origin'`);
};
const token = async ({ put }: GateRows) => (await put('setup_tokens', { token_hash: hash() })).token_hash;

/** An installation before it is set up, and what is swept in one. */
export const installationChecks: Readonly<Record<string, GateCheck>> = {
  is_empty_installation: async (gate) => {
    await empty(gate);
    expect(await gate.tell('is_empty_installation()')).toBe(true);
    await gate.user();
    expect(await gate.tell('is_empty_installation()')).toBe(false);
  },
  is_setup_token: async (gate) => {
    await empty(gate);
    const own = await token(gate);
    expect(await gate.tell('is_setup_token($1)', [own])).toBe(true);
    expect(await gate.tell('is_setup_token($1)', [hash()])).toBe(false);
    await gate.user();
    expect(await gate.tell('is_setup_token($1)', [own])).toBe(false);
  },
  issue_setup_token: async (gate) => {
    await empty(gate);
    await expect(gate.tell('issue_setup_token($1)', [hash()])).resolves.toBe('');
    expect(await gate.query('select from setup_tokens')).toHaveLength(1);
    await gate.user();
    await gate.query('savepoint issued');
    await expect(gate.tell('issue_setup_token($1)', [hash()])).rejects.toThrow('the installation is in use');
    await gate.query('rollback to savepoint issued');
  },
  set_up: async (gate) => {
    await empty(gate);
    const first = { email: 'first@example.org', shortname: 'zq-first' };
    const setUp = (secret: unknown) =>
      gate.ask(`set_up($1, $2, 'Ada', 'Gill', 'hash', 'ada', $3, 'First', 'UTC', '#123456')`, [
        ...[secret, first.email, first.shortname],
      ]);
    const [own] = [await token(gate), await token(gate)];
    expect(await setUp(hash())).toEqual([]);
    expect(await gate.query('select from setup_tokens')).toHaveLength(2);
    const made = await setUp(own);
    expect(made).toHaveLength(1);
    const admins = await gate.query('select id as user_id from users where is_site_admin');
    expect(admins).toMatchObject([{ user_id: made[0]?.user_id }]);
    expect(await gate.query('select from setup_tokens')).toEqual([]);
    first.email = 'second@example.org';
    first.shortname = 'zq-second';
    expect(await setUp(await token(gate))).toEqual([]);
  },
  add_job: async (gate) => {
    const tries = async (used: number) => {
      const key = `zq-${used}`;
      await gate.tell(`add_job('zq-task', '{}', 5, $1, $2, $3)`, [now, key, used]);
      return gate.query('select attempts, max_attempts, run_at from graphile_worker.jobs where key = $1', [key]);
    };
    const added = { attempts: 0, max_attempts: 5, run_at: new Date(now) };
    expect(await tries(0)).toEqual([added]);
    expect(await tries(2)).toEqual([{ ...added, attempts: 2 }]);
  },
  add_jobs: async (gate) => {
    const keys = ['zq-one', 'zq-other'];
    const added = async (payloads: readonly object[]) => {
      await gate.tell(`add_jobs('zq-task', $1::text[]::json[], 5, $2)`, [
        payloads.map((each) => JSON.stringify(each)),
        keys,
      ]);
      return gate.query(
        'select key, payload, attempts, max_attempts from graphile_worker._private_jobs where key = any($1) order by key',
        [keys],
      );
    };
    for (const payloads of [
      [{ n: 1 }, { n: 2 }],
      [{ n: 3 }, { n: 4 }],
    ]) {
      expect(await added(payloads)).toEqual(
        payloads.map((payload, nth) => ({ key: keys[nth], payload, attempts: 0, max_attempts: 5 })),
      );
    }
  },
  sweep_expired: async (gate) => {
    const user_id = await gate.user();
    const [provider_id, browser_hash] = [(await provider(gate)).id, hash()];
    const ids = [];
    for (const expires_at of [before, after]) {
      const row = { user_id, token_hash: hash(), remember: false, expires_at };
      ids.push((await gate.put('sessions', { ...row, user_agent: '' })).id);
      ids.push((await gate.put('pending_sign_ins', { ...row, next: '/', created_at: before })).id);
      await gate.put('passkey_challenges', { challenge: hash(), browser_hash, purpose: 'confirm', expires_at });
      const begun = { state_hash: hash(), browser_hash, purpose: 'sign-in', sealed: hash(), created_at: before };
      await gate.put('provider_sign_ins', { ...begun, provider_id, expires_at });
    }
    await token(gate);
    await gate.tell('sweep_expired($1)', [now]);
    const left = await gate.query(
      'select id from sessions where user_id = $1 union all select id from pending_sign_ins where user_id = $1',
      [user_id],
    );
    expect(left.map(({ id }) => id)).toEqual(ids.slice(2));
    for (const table of ['passkey_challenges', 'provider_sign_ins']) {
      const begun = await gate.query(`select expires_at from ${table} where browser_hash = $1`, [browser_hash]);
      expect(begun.map(({ expires_at }) => expires_at)).toEqual([new Date(after)]);
    }
    expect(await gate.query('select from setup_tokens')).toEqual([]);
    await empty(gate);
    await token(gate);
    await gate.tell('sweep_expired($1)', [now]);
    expect(await gate.query('select from setup_tokens')).toHaveLength(1);
  },
  has_job: async (gate) => {
    const has = (key: string) => gate.tell('has_job($1)', [key]);
    const add = (key: string) => gate.tell(`add_job('zq', '{}', 3, $1, $2, 0)`, [now, key]);
    await add('zq-other');
    expect(await has('zq-own')).toBe(false);
    await add('zq-own');
    expect(await has('zq-own')).toBe(true);
    const set = (what: string) => gate.query(`update graphile_worker._private_jobs set ${what} where key = 'zq-own'`);
    await set('attempts = max_attempts');
    expect(await has('zq-own')).toBe(false);
    await set(`locked_at = now(), locked_by = 'w'`);
    expect(await has('zq-own')).toBe(true);
  },
  job_health: async (gate) => {
    const at = { due: before, later: after };
    const add = async (key: string, when: string, what?: string) => {
      await gate.tell(`add_job('zq', '{}', 3, $1, $2, 0)`, [when, key]);
      if (what) await gate.query(`update graphile_worker._private_jobs set ${what} where key = $1`, [key]);
    };
    const locked = `locked_at = now(), locked_by = 'w'`;
    await add('zq-a', now);
    await add('zq-b', at.later);
    // Before all that are due, and none of them.
    await add('zq-c', at.due, locked);
    await add('zq-d', at.due, 'attempts = max_attempts');
    await add('zq-e', at.later, 'attempts = 1');
    await add('zq-f', at.due, `attempts = max_attempts, ${locked}`);
    await add('zq-g', at.later, locked);
    await add('zq-h', at.later, 'attempts = max_attempts');
    const found = (await gate.ask('job_health($1)', [now])).find(({ name }) => name === 'zq');
    const counts = { due: 1, later: 2, running: 3, retrying: 1, given_up: 2 };
    expect(found).toEqual({ name: 'zq', ...counts, oldest: new Date(now) });
    await gate.query(`delete from graphile_worker._private_jobs where key = 'zq-a'`);
    const none = (await gate.ask('job_health($1)', [now])).find(({ name }) => name === 'zq');
    expect(none).toMatchObject({ due: 0, oldest: null });
  },
};
