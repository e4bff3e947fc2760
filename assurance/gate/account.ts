import { expect } from 'vitest';
import { after, attempt, before, type GateCheck, type GateRows, hash, isHeld, now, type Row } from './rows.ts';

const change = async ({ put }: GateRows, userId: string, row: Row = {}) => {
  const token = hash();
  const made = { user_id: userId, new_email: 'new@example.org', token_hash: token, created_at: before };
  await put('email_changes', { ...made, expires_at: after, ...row });
  return token;
};
const reset = async ({ put }: GateRows, userId: string, row: Row = {}) => {
  const token = hash();
  const made = { email: 'a@example.org', user_id: userId, token_hash: token, requested_at: before };
  const { id } = await put('password_resets', { ...made, expires_at: after, ...row });
  return { id, token };
};
const session = ({ put }: GateRows, userId: string) =>
  put('sessions', { user_id: userId, token_hash: hash(), remember: false, user_agent: '', expires_at: after });
const emailOf = async ({ query }: GateRows, id: string) =>
  (await query('select email from users where id = $1', [id]))[0]?.email;
const passwordOf = async ({ query }: GateRows, id: string) =>
  (await query('select password_hash from users where id = $1', [id]))[0]?.password_hash;
/** How much each of two users has open: sessions, resets, changes of address. */
const openFor = async ({ query }: GateRows, users: readonly string[]) => {
  const counts = [];
  for (const user of users) {
    const [row] = await query(
      `select (select count(*)::int from sessions where user_id = $1) as sessions,
         (select count(*)::int from password_resets where user_id = $1) as resets,
         (select count(*)::int from email_changes where user_id = $1) as changes`,
      [user],
    );
    counts.push(Object.values(row ?? {}));
  }
  return counts;
};
const twoWithAllOpen = async (gate: GateRows) => {
  const users = [await gate.user(), await gate.user()] as const;
  const resets = [];
  for (const user of users) {
    await session(gate, user);
    await change(gate, user);
    resets.push((await reset(gate, user)).token);
  }
  return { own: users[0], other: users[1], resets, users };
};

const passkeyOf = ({ put }: GateRows, userId: string, isBackedUp = false) =>
  put('passkeys', {
    ...{ user_id: userId, credential_id: hash(), public_key: hash(), counter: 0, transports: [] },
    ...{ is_backed_up: isBackedUp, name: 'Desk', created_at: before },
  });

/** Passwords and addresses: by the secret that was sent, once, in time, and of nobody else. */
export const accountChecks: Readonly<Record<string, GateCheck>> = {
  find_email_change: async (gate) => {
    const find = (token: Buffer) => gate.tell('find_email_change($1, $2)', [token, now]);
    await change(gate, await gate.user());
    expect(await find(await change(gate, await gate.user(), { new_email: 'own@example.org' }))).toBe('own@example.org');
    expect(await find(hash())).toBeNull();
    expect(await find(await change(gate, await gate.user(), { expires_at: before }))).toBeNull();
    expect(await find(await change(gate, await gate.user({ disabled_at: before })))).toBeNull();
    expect(await find(await change(gate, await gate.user({ password_changed_at: now })))).toBeNull();
  },
  confirm_email_change: async (gate) => {
    const { own, other, users } = await twoWithAllOpen(gate);
    const confirm = (token: Buffer) => gate.ask('confirm_email_change($1, $2)', [token, now]);
    const refused = [{ token: hash(), user: own }];
    for (const { of, row } of [
      { of: {}, row: { expires_at: before } },
      { of: { disabled_at: before }, row: {} },
      { of: { password_changed_at: now }, row: {} },
    ]) {
      const user = await gate.user(of);
      refused.push({ user, token: await change(gate, user, row) });
    }
    for (const { token, user } of refused) {
      const email = await emailOf(gate, user);
      await expect(confirm(token)).resolves.toEqual([]);
      expect(await emailOf(gate, user)).toBe(email);
    }
    expect(await openFor(gate, users)).toEqual([
      [1, 1, 1],
      [1, 1, 1],
    ]);
    await gate.query('delete from email_changes where user_id = $1', [own]);
    const token = await change(gate, own, { new_email: 'own@example.org' });
    const theirs = await emailOf(gate, other);
    await expect(confirm(token)).resolves.toMatchObject([{ user_id: own, new_email: 'own@example.org' }]);
    expect([await emailOf(gate, own), await emailOf(gate, other)]).toEqual(['own@example.org', theirs]);
    expect(await openFor(gate, users)).toEqual([
      [1, 0, 0],
      [1, 1, 1],
    ]);
    expect(await confirm(token)).toEqual([]);
  },
  waiting_email: async (gate) => {
    const [user, other, late] = [await gate.user(), await gate.user(), await gate.user()];
    await change(gate, other);
    await change(gate, late, { expires_at: before });
    const waiting = (who: string) => gate.tell('waiting_email($1, $2)', [who, now]);
    expect([await waiting(user), await waiting(other), await waiting(late)]).toEqual([null, 'new@example.org', null]);
  },
  drop_email_change: async (gate) => {
    const { own, users } = await twoWithAllOpen(gate);
    await gate.tell('drop_email_change($1)', [own]);
    expect(await openFor(gate, users)).toEqual([
      [1, 1, 0],
      [1, 1, 1],
    ]);
  },
  begin_email_change: async (gate) => {
    const [user, disabled] = [await gate.user(), await gate.user({ disabled_at: before })];
    const [own, other] = [await session(gate, user), await session(gate, disabled)];
    const begin = (who: string, { id }: { readonly id: string }, checked: string | null) =>
      gate.tell(`begin_email_change($1, $2, $3, 'new@example.org', $4, $5, $6)`, [
        ...[who, id, checked, hash(), now, after],
      ]);
    expect(await begin(user, own, 'another')).toBe(false);
    expect(await begin(user, other, 'old')).toBe(false);
    expect(await begin(disabled, other, 'old')).toBe(false);
    expect(await begin(own.id, own, 'old')).toBe(false);
    expect(await begin(user, own, null)).toBe(false);
    expect(await begin(user, own, 'old')).toBe(true);
    expect(await openFor(gate, [user, disabled])).toEqual([
      [1, 0, 1],
      [1, 0, 0],
    ]);
    // Without a password there is none to have been checked.
    await gate.query('update users set password_hash = null where id = $1', [user]);
    expect([await begin(user, own, 'old'), await begin(user, own, null)]).toEqual([false, true]);
  },
  can_remove_password: async (gate) => {
    const [user, other] = [await gate.user(), await gate.user()];
    const can = (who = user) => gate.tell('can_remove_password($1)', [who]);
    await passkeyOf(gate, other, true);
    expect(await can()).toBe(false);
    await passkeyOf(gate, user);
    expect(await can()).toBe(false);
    await passkeyOf(gate, user);
    expect(await can()).toBe(true);
    expect(await can(other)).toBe(true);
    await gate.query('update users set password_hash = null where id = $1', [other]);
    const disabled = await gate.user({ disabled_at: before });
    await passkeyOf(gate, disabled, true);
    expect([await can(other), await can(disabled)]).toEqual([false, false]);
  },
  remove_password: async (gate) => {
    const { own, other, users } = await twoWithAllOpen(gate);
    const bystander = await gate.user();
    const remove = (who: string) => gate.tell('remove_password($1, $2)', [who, now]);
    await passkeyOf(gate, own);
    expect(await remove(own)).toBe(false);
    expect([await passwordOf(gate, own), await openFor(gate, users)]).toEqual([
      'old',
      [
        [1, 1, 1],
        [1, 1, 1],
      ],
    ]);
    await passkeyOf(gate, own);
    expect([await remove(own), await remove(own)]).toEqual([true, false]);
    expect([await passwordOf(gate, own), await passwordOf(gate, other)]).toEqual([null, 'old']);
    expect(await openFor(gate, users)).toEqual([
      [1, 0, 0],
      [1, 1, 1],
    ]);
    expect(await isHeld(gate, bystander)).toBe(false);
    const given = async () => (await gate.query('select password_given_up_at from users where id = $1', [own]))[0];
    expect(await given()).toEqual({ password_given_up_at: new Date(now) });
    const [first, second] = await gate.query('select id from passkeys where user_id = $1', [own]);
    await gate.query('delete from passkeys where id = $1', [first?.id]);
    expect(await given()).toEqual({ password_given_up_at: new Date(now) });
    await gate.query('delete from passkeys where id = $1', [second?.id]);
    expect(await given()).toEqual({ password_given_up_at: null });
  },
  set_password: async (gate) => {
    const none = { password_hash: null };
    const [own, other] = [await gate.user({ ...none, password_given_up_at: before }), await gate.user(none)];
    const [has, disabled] = [await gate.user(), await gate.user({ ...none, disabled_at: before })];
    const set = (who: string) => gate.tell(`set_password($1, 'new', $2)`, [who, now]);
    expect([await set(has), await set(disabled), await set(own), await set(own)]).toEqual([false, false, true, false]);
    const passwords = [];
    for (const id of [own, other, has, disabled]) passwords.push(await passwordOf(gate, id));
    expect(passwords).toEqual(['new', null, 'old', null]);
    expect(
      await gate.query('select password_given_up_at, password_changed_at from users where id = $1', [own]),
    ).toEqual([{ password_given_up_at: null, password_changed_at: new Date(now) }]);
  },
  gave_password_up: async (gate) => {
    const given = { password_hash: null, password_given_up_at: before };
    const own = await gate.user({ email: 'zq-given@example.org', ...given });
    await gate.user({ email: 'zq-kept@example.org' });
    await gate.user({ email: 'zq-out@example.org', ...given, disabled_at: before });
    const asked = async (email: string) => (await gate.put('password_resets', { email, requested_at: before })).id;
    const who = (id: string) => gate.tell('gave_password_up($1)', [id]);
    const reset = await asked('ZQ-given@example.org');
    expect(await who(reset)).toBe(own);
    expect(await who(own)).toBeNull();
    for (const name of ['kept', 'out', 'nobody']) expect(await who(await asked(`zq-${name}@example.org`))).toBeNull();
    // What was opened is answered by its link.
    const opened = { user_id: own, token_hash: hash(), expires_at: after, requested_at: before };
    const { id } = await gate.put('password_resets', { email: 'zq-given@example.org', ...opened });
    expect(await who(id)).toBeNull();
    expect(await gate.tell('open_password_reset($1, $2, $3)', [reset, hash(), after])).toBeNull();
    expect(await who(reset)).toBeNull();
  },
  change_password: async (gate) => {
    const { own, other, users } = await twoWithAllOpen(gate);
    const disabled = await gate.user({ disabled_at: before });
    const kept = await session(gate, own);
    const become = (who: string, old: string) =>
      gate.tell(`change_password($1, $2, $3, 'new', $4)`, [who, kept.id, old, now]);
    expect(await become(own, 'another')).toBe(false);
    expect(await become(disabled, 'old')).toBe(false);
    expect(await openFor(gate, users)).toEqual([
      [2, 1, 1],
      [1, 1, 1],
    ]);
    expect(await become(own, 'old')).toBe(true);
    const passwords = [await passwordOf(gate, own), await passwordOf(gate, other), await passwordOf(gate, disabled)];
    expect(passwords).toEqual(['new', 'old', 'old']);
    expect(await openFor(gate, users)).toEqual([
      [1, 0, 0],
      [1, 1, 1],
    ]);
    expect(await gate.query('select id from sessions where user_id = $1', [own])).toEqual([{ id: kept.id }]);
  },
  open_password_reset: async (gate) => {
    const email = 'Ada@example.org';
    const user = await gate.user({ email: 'ada@example.org' });
    await gate.user({ email: 'out@example.org', disabled_at: before });
    await gate.user({ email: 'given@example.org', password_hash: null, password_given_up_at: before });
    const asked = async (address: string) =>
      (await gate.put('password_resets', { email: address, requested_at: before })).id;
    const open = (id: string) => gate.tell('open_password_reset($1, $2, $3)', [id, hash(), after]);
    const isThere = async (id: string) => (await gate.query('select from password_resets where id = $1', [id])).length;
    await gate.query('delete from password_resets');
    const own = await asked(email);
    // The only one that waits is opened by nothing but its own id.
    expect(await open(user)).toBeNull();
    const again = await asked(email);
    const refused = [
      await asked('nobody@example.org'),
      await asked('out@example.org'),
      await asked('given@example.org'),
    ];
    expect(await open(own)).toBe(user);
    expect(await gate.query('select id from password_resets where user_id = $1', [user])).toEqual([{ id: own }]);
    expect(await open(own)).toBeNull();
    for (const id of refused) {
      expect(await open(id)).toBeNull();
      expect(await isThere(id)).toBe(0);
    }
    expect([await isThere(own), await isThere(again)]).toEqual([1, 1]);
  },
  is_password_reset_open: async (gate) => {
    const is = (token: Buffer) => gate.tell('is_password_reset_open($1, $2)', [token, now]);
    const user = await gate.user();
    expect(await is((await reset(gate, user)).token)).toBe(true);
    expect(await is(hash())).toBe(false);
    expect(await is((await reset(gate, user, { expires_at: before })).token)).toBe(false);
    expect(await is((await reset(gate, await gate.user({ disabled_at: before }))).token)).toBe(false);
  },
  use_password_reset: async (gate) => {
    const { own: other, other: own, users, resets } = await twoWithAllOpen(gate);
    const use = (token: Buffer) => gate.tell(`use_password_reset($1, 'new', $2)`, [token, now]);
    const [late, disabled] = [await gate.user(), await gate.user({ disabled_at: before })];
    expect(await use(hash())).toBeNull();
    const expired = await reset(gate, late, { expires_at: before });
    expect(await use(expired.token)).toBeNull();
    // Nor by what was asked for since.
    await reset(gate, late);
    expect(await use(expired.token)).toBeNull();
    expect(await use((await reset(gate, disabled)).token)).toBeNull();
    expect(await use(resets[1] ?? hash())).toBe(own);
    expect(await use(resets[1] ?? hash())).toBeNull();
    const passwords = [];
    for (const id of [own, other, late, disabled]) passwords.push(await passwordOf(gate, id));
    expect(passwords).toEqual(['new', 'old', 'old', 'old']);
    expect(await openFor(gate, users)).toEqual([
      [1, 1, 1],
      [0, 0, 0],
    ]);
  },
  sweep_account_links: async (gate) => {
    const [late, open] = [await gate.user(), await gate.user()];
    await change(gate, late, { expires_at: before });
    await reset(gate, late, { expires_at: before });
    await change(gate, open);
    await reset(gate, open);
    const asked = (at: string) => gate.put('password_resets', { email: 'a@example.org', requested_at: at });
    const [old, recent] = [await asked('2026-11-10T12:00:00Z'), await asked(before)];
    await gate.tell('sweep_account_links($1)', [now]);
    expect(await openFor(gate, [late, open])).toEqual([
      [0, 0, 0],
      [0, 1, 1],
    ]);
    const left = await gate.query('select id from password_resets where id = any($1)', [[old.id, recent.id]]);
    expect(left).toEqual([{ id: recent.id }]);
  },
  name_member: async (gate) => {
    const [board, own] = [
      await gate.board(),
      await gate.user({ first_name: 'Ida', last_name: 'Own', img_url: '/zq/own' }),
    ];
    await gate.user({ first_name: 'Otto', last_name: 'Other' });
    const nameOf = async (id: string) =>
      (await gate.query('select first_name, last_name, img_url from members where id::text = $1', [id]))[0];
    const named = { first_name: 'Ida', last_name: 'Own', img_url: '/zq/own' };
    expect(await nameOf(await attempt(gate, () => gate.member(board, own)))).toEqual(named);
    const invited = await gate.member(await gate.board(), null, { first_name: 'Ida', last_name: 'Invited' });
    expect(await nameOf(invited)).toEqual({ first_name: 'Ida', last_name: 'Invited', img_url: null });
    await gate.query(`update members set user_id = $1, status = 'active' where id = $2`, [own, invited]);
    expect(await nameOf(invited)).toEqual(named);
  },
  name_account: async (gate) => {
    const [own, other] = [await gate.user(), await gate.user()];
    const members = [
      await gate.member(await gate.board(), own),
      await gate.member(await gate.board(), own, { status: 'inactive' }),
      await gate.member(await gate.board(), other),
      await gate.member(await gate.board(), null, { last_name: 'Invited' }),
    ];
    await gate.query(`update users set last_name = 'Renamed', email = 'zq-renamed@example.org' where id = $1`, [own]);
    const found = await gate.query(
      'select last_name, email from unnest($1::uuid[]) with ordinality asked (id, nth) join members using (id) order by nth',
      [members],
    );
    expect(found.map(({ last_name }) => last_name)).toEqual(['Renamed', 'Renamed', 'Gill', 'Invited']);
    expect(found.map(({ email }) => email === 'zq-renamed@example.org')).toEqual([true, true, false, false]);
  },
};
