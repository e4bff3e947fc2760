import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { attempt, type GateCheck, type GateRows, hash, now } from './rows.ts';

/** A board with officers, and a member of it who has lost every way in. */
async function lost(gate: GateRows, officerCount = 2) {
  const [board, user] = [await gate.board(), await gate.user()];
  await gate.member(board, user);
  const officers: string[] = [];
  for (let nth = 0; nth < officerCount; nth += 1) {
    const officer = await gate.user();
    await gate.member(board, officer, { is_board_admin: true });
    officers.push(officer);
  }
  return { board, user, officers };
}

const inHours = async (gate: GateRows, hours: number): Promise<unknown> =>
  (await gate.query(`select now() + make_interval(hours => $1) as at`, [hours]))[0]?.at;

async function asked(gate: GateRows, person: { readonly user: string }, row: Readonly<Record<string, unknown>> = {}) {
  const token = hash();
  const expires_at = await inHours(gate, 1);
  const { id } = await gate.put('recoveries', {
    kind: 'account',
    user_id: person.user,
    token_hash: token,
    expires_at,
    ...row,
  });
  return { id, token };
}

async function begun(
  gate: GateRows,
  person: { readonly user: string; readonly board: string },
  row: Readonly<Record<string, unknown>> = {},
) {
  const browser = hash();
  const begun_at = await inHours(gate, 0);
  return {
    ...(await asked(gate, person, { board_id: person.board, begun_at, browser_hash: browser, ...row })),
    browser,
  };
}

const vouched = async (gate: GateRows, recovery: string, officers: readonly string[]): Promise<void> => {
  const vouched_at = await inHours(gate, 0);
  for (const user_id of officers) await gate.put('vouches', { recovery_id: recovery, user_id, vouched_at });
};

const passkeyOf = async (gate: GateRows, hours: number) => ({
  ...{
    passkey_name: 'Phone',
    credential_id: hash(),
    public_key: hash(),
    counter: 1,
    transports: [],
    is_backed_up: false,
  },
  opens_at: await inHours(gate, hours),
  expires_at: await inHours(gate, hours + 100),
});

const stateOf = async (gate: GateRows, id: string): Promise<unknown> =>
  (await gate.query('select state from recoveries where id = $1', [id]))[0]?.state;

const sessionOf = async (gate: GateRows, user: string, strength: 1 | 2): Promise<string> => {
  const row = { user_id: user, token_hash: hash(), remember: false, user_agent: '', strength };
  return (await gate.put('sessions', { ...row, expires_at: await inHours(gate, 1) })).id;
};

/** Who lost their way in: mailbox, board, two officers, a passkey, twelve hours. */
export const recoveryChecks: Readonly<Record<string, GateCheck>> = {
  request_recovery: async (gate) => {
    const id = await gate.tell('request_recovery($1)', ['a@example.org']);
    const [row] = await gate.query('select kind, email, user_id, token_hash, state from recoveries where id = $1', [
      id,
    ]);
    expect(row).toEqual({ kind: 'account', email: 'a@example.org', user_id: null, token_hash: null, state: 'asked' });
  },
  open_recovery: async (gate) => {
    const user = await gate.user({ email: 'Lena@example.org' });
    const disabled = await gate.user({ email: 'off@example.org', disabled_at: now });
    const request = async (email: string) => String(await gate.tell('request_recovery($1)', [email]));
    const open = (id: string) => gate.tell('open_recovery($1, $2)', [id, hash()]);
    const own = await request('lena@EXAMPLE.org');
    expect(await open(own)).toBe(user);
    expect(await open(own)).toBeNull();
    expect(
      await gate.query("select expires_at = now() + interval '1 hour' as hour from recoveries where id = $1", [own]),
    ).toEqual([{ hour: true }]);
    for (const email of ['off@example.org', 'nobody@example.org']) {
      const id = await request(email);
      expect(await open(id)).toBeNull();
      expect(await gate.query('select from recoveries where id = $1', [id])).toEqual([]);
    }
    expect(disabled).not.toBe(user);
  },
  find_recovery: async (gate) => {
    const person = await lost(gate);
    const find = async (token: Buffer, browser: Buffer | null = null) =>
      (await gate.ask('find_recovery($1, $2)', [token, browser]))[0];
    const open = await asked(gate, person);
    expect(await find(open.token)).toMatchObject({
      recovery_id: open.id,
      user_id: person.user,
      is_begun: false,
      is_here: true,
    });
    const own = await begun(gate, person, await passkeyOf(gate, 1));
    expect(await find(own.token, own.browser)).toMatchObject({ is_begun: true, is_here: true, is_ready: false });
    for (const browser of [null, hash()]) expect(await find(own.token, browser)).toMatchObject({ is_here: false });
    await gate.query('update recoveries set opens_at = now() where id = $1', [own.id]);
    expect(await find(own.token, own.browser)).toMatchObject({ is_ready: true });
    expect(await find(hash())).toBeUndefined();
    await gate.query('update recoveries set expires_at = now() where id = $1', [own.id]);
    expect(await find(own.token, own.browser)).toBeUndefined();
    await gate.query('update users set disabled_at = now() where id = $1', [person.user]);
    expect(await find(open.token)).toBeUndefined();
  },
  recovery_boards: async (gate) => {
    const person = await lost(gate);
    await gate.member(await gate.board({ suspended_at: now }), person.user);
    await gate.member(await gate.board(), person.user, { status: 'inactive' });
    await gate.member(person.board, await gate.user());
    await gate.member(person.board, await gate.user(), { is_officer: true });
    await gate.member(person.board, await gate.user(), { is_officer: true, status: 'inactive' });
    await gate.member(person.board, await gate.user({ disabled_at: now }), { is_board_admin: true });
    await gate.member(person.board, await gate.user(), { is_board_admin: true, unvouched_since: now });
    const boards = async (who: string) =>
      (await gate.ask('recovery_boards($1)', [who])).map(({ board_id, officers }) => [board_id, Number(officers)]);
    expect(await boards(person.user)).toEqual([[person.board, 3]]);
    expect(await boards(person.officers[0] ?? '')).toEqual([[person.board, 2]]);
  },
  begin_recovery: async (gate) => {
    const person = await lost(gate);
    const begin = (token: Buffer, board: string) => gate.tell('begin_recovery($1, $2, $3)', [token, hash(), board]);
    const before = await begun(gate, person);
    const open = await asked(gate, person);
    expect(await begin(hash(), person.board)).toBe('ended');
    expect(await begin(open.token, await gate.board())).toBe('ended');
    const small = await gate.board();
    await gate.member(small, person.user, { is_board_admin: true });
    await gate.member(small, await gate.user(), { is_board_admin: true });
    expect(await begin(open.token, small)).toBe('few');
    expect(await stateOf(gate, before.id)).toBe('asked');
    expect(await begin(open.token, person.board)).toBe('begun');
    expect(await stateOf(gate, before.id)).toBe('stopped');
    expect(
      await gate.query("select expires_at = now() + interval '48 hours' as days from recoveries where id = $1", [
        open.id,
      ]),
    ).toEqual([{ days: true }]);
    expect(await begin(open.token, person.board)).toBe('ended');
    const late = await asked(gate, person, { expires_at: await inHours(gate, 0) });
    expect(await begin(late.token, person.board)).toBe('ended');
    const shut = await asked(gate, person);
    await gate.query('update users set disabled_at = now() where id = $1', [person.user]);
    expect(await begin(shut.token, person.board)).toBe('ended');
  },
  begin_further: async (gate) => {
    const person = await lost(gate);
    const begin = async (who = person.user, board = person.board) =>
      (await gate.ask('begin_further($1, $2)', [who, board]))[0];
    expect(await begin()).toBeUndefined();
    await gate.query('update members set unvouched_since = now() where user_id = $1', [person.user]);
    const known = await gate.user();
    await gate.member(person.board, known);
    expect(await begin(known)).toBeUndefined();
    const elsewhere = await lost(gate);
    await gate.member(elsewhere.board, person.user);
    expect(await begin(person.user, elsewhere.board)).toBeUndefined();
    await gate.query("update members set status = 'inactive' where user_id = $1 and board_id = $2", [
      ...[person.user, person.board],
    ]);
    expect(await begin()).toBeUndefined();
    await gate.query("update members set status = 'active' where user_id = $1 and board_id = $2", [
      ...[person.user, person.board],
    ]);
    const further = async (of: { readonly user: string; readonly board: string }, expires: unknown, state = 'asked') =>
      gate.put('recoveries', {
        ...{ kind: 'board', user_id: of.user, board_id: of.board, state },
        ...{ begun_at: await inHours(gate, -50), expires_at: expires },
        ...(state === 'stopped' ? { ended_at: await inHours(gate, 0) } : {}),
      });
    const [past, later] = [await inHours(gate, -1), await inHours(gate, 1)];
    const others = [
      await further({ user: known, board: person.board }, past),
      await further({ user: person.user, board: elsewhere.board }, past),
      await further(person, past, 'stopped'),
      await begun(gate, person, { expires_at: past }),
    ];
    const open = [
      await further({ user: elsewhere.user, board: person.board }, later),
      await further({ user: person.user, board: (await lost(gate)).board }, later),
    ];
    const first = await begin();
    expect(first).toMatchObject({ is_new: true });
    expect([...others, ...open].map(({ id }) => id)).not.toContain(first?.id);
    for (const { id } of others) expect(await stateOf(gate, String(id))).not.toBe('expired');
    expect(await begin()).toEqual({ id: first?.id, is_new: false });
    await gate.query('update recoveries set expires_at = now() where id = $1', [first?.id]);
    expect((await begin())?.is_new).toBe(true);
    expect(await stateOf(gate, String(first?.id))).toBe('expired');
    const alone = await lost(gate, 1);
    await gate.query('update members set unvouched_since = now() where user_id = $1', [alone.user]);
    expect(await begin(alone.user, alone.board)).toBeUndefined();
    await gate.query('update users set disabled_at = now() where id = $1', [person.user]);
    expect(await begin()).toBeUndefined();
  },
  read_recovery: async (gate) => {
    const person = await lost(gate);
    const { id } = await begun(gate, person);
    const [officer = ''] = person.officers;
    const read = async (reader: string, session: string | null = null, of = id) =>
      (await gate.ask('read_recovery($1, $2, $3)', [of, reader, session]))[0];
    expect(await read(person.user)).toMatchObject({ is_own: true, is_officer: false, is_strong: false });
    expect(await read(officer, await sessionOf(gate, officer, 2))).toMatchObject({
      is_officer: true,
      is_strong: true,
      tries_left: 3,
    });
    expect(await read(officer, await sessionOf(gate, officer, 1))).toMatchObject({ is_strong: false });
    expect(await read(officer, await sessionOf(gate, person.user, 2))).toMatchObject({ is_strong: false });
    const plain = await gate.user();
    await gate.member(person.board, plain);
    const elsewhere = await lost(gate);
    for (const reader of [plain, elsewhere.officers[0] ?? '']) expect(await read(reader)).toBeUndefined();
    const open = await asked(gate, elsewhere);
    expect(await read(elsewhere.user, null, open.id)).toBeUndefined();
    await gate.query('update recoveries set tries = 5, expires_at = now() where id = $1', [id]);
    expect(await read(officer)).toMatchObject({ tries_left: 1, is_under_way: false, state: 'expired' });
  },
  vouch: async (gate) => {
    const person = await lost(gate, 3);
    const [first = '', second = '', third = ''] = person.officers;
    const sessions = new Map<string, string>();
    for (const officer of [...person.officers, person.user]) sessions.set(officer, await sessionOf(gate, officer, 2));
    const vouch = async (of: string, officer: string, isRight = true, session = sessions.get(officer)) =>
      (await gate.ask('vouch($1, $2, $3, $4)', [of, officer, session, isRight]))[0];
    const { id } = await begun(gate, person);
    const plain = await gate.user();
    await gate.member(person.board, plain);
    expect(await vouch(id, plain)).toMatchObject({ outcome: 'missing' });
    expect(await vouch(randomUUID(), first)).toMatchObject({ outcome: 'missing' });
    expect(await vouch(id, person.user)).toMatchObject({ outcome: 'yourself' });
    expect(await vouch(id, first, true, await sessionOf(gate, first, 1))).toMatchObject({ outcome: 'weak' });
    expect(await vouch(id, first, true, sessions.get(second))).toMatchObject({ outcome: 'weak' });
    expect(await vouch(id, first, false)).toEqual({ outcome: 'wrong', tries_left: 2 });
    expect(await vouch(id, first)).toMatchObject({ outcome: 'half-vouched' });
    expect(await vouch(id, first)).toMatchObject({ outcome: 'already' });
    for (const left of [2, 1, 0])
      expect(await vouch(id, second, false)).toEqual({ outcome: 'wrong', tries_left: left });
    expect(await vouch(id, second)).toMatchObject({ outcome: 'ended' });
    expect(await vouch(id, third, false)).toEqual({ outcome: 'wrong', tries_left: 1 });
    expect(await vouch(id, third, false)).toEqual({ outcome: 'stopped', tries_left: 0 });
    expect(await stateOf(gate, id)).toBe('stopped');
    const next = await begun(gate, person);
    await vouch(next.id, first);
    expect(await vouch(next.id, second)).toMatchObject({ outcome: 'vouched' });
    expect(await vouch(next.id, third)).toMatchObject({ outcome: 'ended' });
    await gate.query('update recoveries set state = $2, ended_at = now() where id = $1', [next.id, 'stopped']);
    const late = await begun(gate, person, { expires_at: await inHours(gate, 0) });
    expect(await vouch(late.id, first)).toMatchObject({ outcome: 'ended' });
    await gate.query('update members set unvouched_since = now() where user_id = $1', [person.user]);
    const further = await begun(gate, person, { kind: 'board', token_hash: null, browser_hash: null });
    await vouch(further.id, first);
    expect(
      await gate.query('select from members where user_id = $1 and unvouched_since is null', [person.user]),
    ).toEqual([]);
    expect(await vouch(further.id, second)).toMatchObject({ outcome: 'used' });
    expect(
      await gate.query('select from members where user_id = $1 and unvouched_since is null', [person.user]),
    ).toHaveLength(1);
  },
  keep_recovery_passkey: async (gate) => {
    const person = await lost(gate);
    const own = await begun(gate, person, { state: 'half-vouched' });
    const keep = (token: Buffer, browser: Buffer | null) =>
      gate.tell("keep_recovery_passkey($1, $2, 'Phone', $3, 'key', 1, '{}', true)", [token, browser, hash()]);
    expect(await keep(own.token, own.browser)).toBe('unvouched');
    await gate.query("update recoveries set state = 'vouched' where id = $1", [own.id]);
    for (const browser of [null, hash()]) expect(await keep(own.token, browser)).toBe('ended');
    expect(await keep(hash(), own.browser)).toBe('ended');
    expect(await keep(own.token, own.browser)).toBe('kept');
    const times = await gate.query(
      `select opens_at = now() + interval '12 hours' as opens, expires_at = now() + interval '12 hours 7 days' as ends
       from recoveries where id = $1`,
      [own.id],
    );
    expect(times).toEqual([{ opens: true, ends: true }]);
    expect(await keep(own.token, own.browser)).toBe('ended');
  },
  use_recovery: async (gate) => {
    const person = await lost(gate, 3);
    await gate.member(await gate.board(), person.user);
    const inactive = await gate.board();
    await gate.member(inactive, person.user, { status: 'inactive' });
    await gate.query('update users set is_site_admin = true where id = $1', [person.user]);
    const used = async (
      of: { readonly token: Buffer; readonly browser: Buffer },
      browser: Buffer | null = of.browser,
    ) => (await gate.ask('use_recovery($1, $2, 7, $3)', [of.token, browser, now]))[0];
    const use = async (...given: Parameters<typeof used>) => (await used(...given))?.passkey_id ?? null;
    const own = await begun(gate, person, { state: 'vouched', ...(await passkeyOf(gate, 0)) });
    expect(await use(own)).toBeNull();
    await vouched(gate, own.id, [person.officers[0] ?? '', person.user]);
    expect(await use(own)).toBeNull();
    await vouched(gate, own.id, [person.officers[1] ?? '']);
    for (const browser of [null, hash()]) expect(await use(own, browser)).toBeNull();
    const set = (what: string) => gate.query(`update recoveries set ${what} where id = $1`, [own.id]);
    for (const [without, again] of [
      ["opens_at = now() + interval '1 second'", 'opens_at = now()'],
      ['expires_at = now()', "expires_at = now() + interval '1 hour'"],
      ["state = 'half-vouched'", "state = 'vouched'"],
      ["state = 'stopped', ended_at = now()", "state = 'vouched', ended_at = null"],
    ] as const) {
      await set(without);
      expect(await use(own)).toBeNull();
      await set(again);
    }
    const session = await sessionOf(gate, person.user, 2);
    const others = await sessionOf(gate, person.officers[0] ?? '', 2);
    const app = { sealed_secret: hash(), last_used_step: 1, created_at: now, confirmed_at: now };
    await gate.put('two_factors', { user_id: person.user, ...app });
    await gate.put('recovery_codes', { user_id: person.user, code_hash: hash() });
    const { passkey_id: made, was_site_admin: wasSiteAdmin } = (await used(own)) ?? {};
    expect(wasSiteAdmin).toBe(true);
    for (const table of ['two_factors', 'recovery_codes']) {
      expect(await gate.query(`select from ${table} where user_id = $1`, [person.user])).toEqual([]);
    }
    expect(await gate.query('select id, counter from passkeys where user_id = $1', [person.user])).toEqual([
      { id: made, counter: expect.anything() },
    ]);
    expect(await use(own)).toBeNull();
    expect(await gate.query('select id from sessions where id = any ($1::uuid[])', [[session, others]])).toEqual([
      { id: others },
    ]);
    const open = await gate.query('select board_id from members where user_id = $1 and unvouched_since is null', [
      person.user,
    ]);
    expect(open).toEqual([{ board_id: person.board }]);
    expect(await gate.query('select from members where board_id = $1 and unvouched_since is null', [inactive])).toEqual(
      [],
    );
    const [user] = await gate.query('select password_hash, is_site_admin from users where id = $1', [person.user]);
    expect(user).toEqual({ password_hash: null, is_site_admin: false });
    const thief = await lost(gate);
    const taken = { ...(await passkeyOf(gate, 0)), credential_id: hash() };
    await gate.put('passkeys', {
      ...{
        user_id: person.officers[0],
        credential_id: taken.credential_id,
        public_key: 'x',
        counter: 0,
        transports: [],
      },
      ...{ is_backed_up: false, name: 'x', created_at: now },
    });
    const theirs = await begun(gate, thief, { state: 'vouched', ...taken });
    await vouched(gate, theirs.id, thief.officers);
    expect(await attempt(gate, () => use(theirs))).toBe('P0001');
    await gate.query('update users set disabled_at = now() where id = $1', [thief.user]);
    expect(await use(theirs)).toBeNull();
  },
  stop_recovery: async (gate) => {
    const person = await lost(gate);
    const stop = (id: string, by: string | null) => gate.tell('stop_recovery($1, $2)', [id, by]);
    const { id } = await begun(gate, person);
    expect(await stop(id, person.officers[0] ?? '')).toBe(false);
    expect(await stop(id, person.user)).toBe(true);
    expect(await stop(id, person.user)).toBe(false);
    const byMail = await begun(gate, person, { state: 'vouched' });
    expect(await stop(byMail.id, null)).toBe(true);
    expect(await stateOf(gate, byMail.id)).toBe('stopped');
    const late = await begun(gate, person, { expires_at: await inHours(gate, 0) });
    expect(await stop(late.id, null)).toBe(false);
  },
  recovery_to_stop: async (gate) => {
    const person = await lost(gate);
    const find = async (id: string) => (await gate.ask('recovery_to_stop($1)', [id]))[0];
    const { id } = await begun(gate, person);
    expect(await find(id)).toMatchObject({ kind: 'account', user_id: person.user, board_id: person.board });
    expect(await find((await asked(gate, person)).id)).toMatchObject({ user_id: person.user, board_id: null });
    expect(await find(randomUUID())).toBeUndefined();
    await gate.tell('stop_recovery($1, null)', [id]);
    expect(await find(id)).toBeUndefined();
  },
  own_recovery: async (gate) => {
    const person = await lost(gate);
    const own = (who: string) => gate.tell('own_recovery($1)', [who]);
    await asked(gate, person);
    expect(await own(person.user)).toBeNull();
    const { id } = await begun(gate, person);
    expect(await own(person.user)).toBe(id);
    expect(await own(person.officers[0] ?? '')).toBeNull();
    await gate.query('update recoveries set expires_at = now() where id = $1', [id]);
    expect(await own(person.user)).toBeNull();
    await begun(gate, person, { kind: 'board', token_hash: null, browser_hash: null });
    expect(await own(person.user)).toBeNull();
  },
  recovery_officers: async (gate) => {
    const person = await lost(gate);
    await gate.query('update members set is_board_admin = true where user_id = $1', [person.user]);
    await gate.member(person.board, await gate.user());
    const { id } = await begun(gate, person);
    const found = (await gate.ask('recovery_officers($1)', [id])).map(({ member_id }) => member_id);
    const officers = await gate.query('select id from members where user_id = any ($1::uuid[])', [person.officers]);
    expect(found.toSorted()).toEqual(officers.map((row) => row.id).toSorted());
    expect(await gate.ask('recovery_officers($1)', [randomUUID()])).toEqual([]);
  },
  open_unvouched_boards: async (gate) => {
    const [few, many] = [await lost(gate, 1), await lost(gate, 2)];
    await gate.query('update members set unvouched_since = now() where user_id = any ($1::uuid[])', [
      [few.user, many.user],
    ]);
    for (const { user } of [few, many]) await gate.ask('open_unvouched_boards($1)', [user]);
    const open = await gate.query(
      'select user_id from members where user_id = any ($1::uuid[]) and unvouched_since is null',
      [[few.user, many.user]],
    );
    expect(open).toEqual([{ user_id: few.user }]);
  },
  sweep_recoveries: async (gate) => {
    const person = await lost(gate);
    const old = await begun(gate, person, { state: 'stopped', ended_at: await inHours(gate, -24 * 91) });
    const recent = await begun(gate, person, { state: 'stopped', ended_at: await inHours(gate, -24 * 89) });
    const unused = await asked(gate, person, { expires_at: await inHours(gate, -1) });
    const fresh = await asked(gate, person);
    const late = await begun(gate, person, { expires_at: await inHours(gate, -1) });
    const { id: unopened } = await gate.put('recoveries', {
      kind: 'account',
      email: 'x',
      asked_at: await inHours(gate, -49),
    });
    const { id: waiting } = await gate.put('recoveries', {
      kind: 'account',
      email: 'x',
      asked_at: await inHours(gate, -47),
    });
    await gate.ask('sweep_recoveries()');
    const left = await gate.query('select id, state from recoveries where user_id = $1 or email = $2', [
      person.user,
      'x',
    ]);
    const states = new Map(left.map((row) => [row.id, row.state]));
    expect([old, unused].map(({ id }) => states.get(id))).toEqual([undefined, undefined]);
    expect([recent, fresh, late].map(({ id }) => states.get(id))).toEqual(['stopped', 'asked', 'expired']);
    expect([unopened, waiting].map((id) => states.get(id))).toEqual([undefined, 'asked']);
  },
};
