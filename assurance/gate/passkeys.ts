import { expect } from 'vitest';
import { after, before, type GateCheck, type GateRows, hash, now } from './rows.ts';

const passkeyOf = async ({ put }: GateRows, userId: string) => {
  const credential = hash();
  const made = { user_id: userId, credential_id: credential, public_key: hash(), counter: 3, transports: [] };
  const { id } = await put('passkeys', { ...made, is_backed_up: false, name: 'Desk', created_at: before });
  return { id, credential };
};

const pendingOf = async ({ put }: GateRows, userId: string, expires_at = after) => {
  const token_hash = hash();
  const made = { user_id: userId, token_hash, remember: true, next: '/home', created_at: before };
  await put('pending_sign_ins', { ...made, expires_at });
  return token_hash;
};

/** What a passkey must sign, and whose it is. */
export const passkeyChecks: Readonly<Record<string, GateCheck>> = {
  add_passkey_challenge: async (gate) => {
    const [challenge, browser] = [hash(), hash()];
    await gate.tell(`add_passkey_challenge($1, $2, 'confirm', $3)`, [challenge, browser, after]);
    expect(await gate.query('select * from passkey_challenges where challenge = $1', [challenge])).toEqual([
      { challenge, browser_hash: browser, purpose: 'confirm', expires_at: new Date(after) },
    ]);
  },
  spend_passkey_challenge: async (gate) => {
    const [browser, other] = [hash(), hash()];
    const add = async (expires_at = after) => {
      const challenge = hash();
      const row = { challenge, browser_hash: browser, purpose: 'sign-in', expires_at };
      const names = Object.keys(row);
      await gate.query(
        `insert into passkey_challenges (${names.join(', ')}) values ($1, $2, $3, $4)`,
        Object.values(row),
      );
      return challenge;
    };
    const spend = (challenge: Buffer, by = browser, purpose = 'sign-in') =>
      gate.tell('spend_passkey_challenge($1, $2, $3, $4)', [challenge, by, purpose, now]);
    const [own, beside] = [await add(), await add()];
    expect(await spend(hash())).toBe(false);
    expect(await spend(own, other)).toBe(false);
    expect(await spend(own, browser, 'confirm')).toBe(false);
    expect(await spend(await add(before))).toBe(false);
    expect(await spend(own)).toBe(true);
    expect(await spend(own)).toBe(false);
    expect(await spend(beside)).toBe(true);
  },
  find_passkey: async (gate) => {
    const [user, out] = [await gate.user({ email: 'zq-ada@example.org' }), await gate.user({ disabled_at: before })];
    const handle = hash();
    await gate.query('insert into passkey_handles (user_id, handle) values ($1, $2), ($3, $4)', [
      user,
      handle,
      out,
      hash(),
    ]);
    const [own, theirs] = [await passkeyOf(gate, user), await passkeyOf(gate, out)];
    const find = (credential: Buffer) => gate.ask('find_passkey($1)', [credential]);
    expect(await find(own.credential)).toMatchObject([
      { passkey_id: own.id, user_id: user, email: 'zq-ada@example.org', is_disabled: false, opens_at: null, handle },
    ]);
    await gate.query('update users set opens_at = $2 where id = $1', [out, after]);
    expect(await find(theirs.credential)).toMatchObject([
      { user_id: out, is_disabled: true, opens_at: new Date(after) },
    ]);
    expect(await find(hash())).toEqual([]);
  },
  pending_factors: async (gate) => {
    const [user, other, out] = [await gate.user(), await gate.user(), await gate.user({ disabled_at: before })];
    const tokens = { own: await pendingOf(gate, user), late: await pendingOf(gate, user, before) };
    const find = (token: Buffer) => gate.ask('pending_factors($1, $2)', [token, now]);
    await passkeyOf(gate, other);
    await passkeyOf(gate, out);
    const factor = { sealed_secret: hash(), last_used_step: 1, created_at: before };
    await gate.put('two_factors', { user_id: user, ...factor });
    expect(await find(tokens.own)).toEqual([{ user_id: user, has_app: false, has_passkey: false }]);
    await gate.query('update two_factors set confirmed_at = $2 where user_id = $1', [user, before]);
    expect(await find(tokens.own)).toMatchObject([{ has_app: true, has_passkey: false }]);
    await passkeyOf(gate, user);
    expect(await find(tokens.own)).toMatchObject([{ has_app: true, has_passkey: true }]);
    for (const token of [tokens.late, await pendingOf(gate, out), hash()]) expect(await find(token)).toEqual([]);
  },
};
