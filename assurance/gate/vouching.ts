import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { provider } from './providers.ts';
import { asked, begun, inHours, lost, passkeyOf, sessionOf, stateOf, vouched } from './recovery-rows.ts';
import { attempt, type GateCheck, type GateRows, hash, now, type Row } from './rows.ts';

interface Ready {
  readonly id: string;
  readonly token: Buffer;
  readonly browser: Buffer | null;
}
type Lost = Awaited<ReturnType<typeof lost>>;

/** Vouched for by all officers; its passkey has waited. */
async function ready(gate: GateRows, person: Lost, row: Row = {}): Promise<Ready> {
  const made = await begun(gate, person, { state: 'vouched', ...(await passkeyOf(gate, 0)), ...row });
  await vouched(gate, made.id, person.officers);
  return made;
}

/** Each lacks one thing. */
const notReady: Readonly<Record<string, (gate: GateRows) => Promise<Ready>>> = {
  'a browser': async (gate) => ({ ...(await ready(gate, await lost(gate), { browser_hash: null })), browser: null }),
  'a passkey': async (gate) => {
    const { expires_at, ...passkey } = await passkeyOf(gate, 0);
    const none = Object.fromEntries(Object.keys(passkey).map((name) => [name, null]));
    return ready(gate, await lost(gate), { ...none, expires_at });
  },
  'an account that is not disabled': async (gate) => {
    const person = await lost(gate);
    await gate.query('update users set disabled_at = now() where id = $1', [person.user]);
    return ready(gate, person);
  },
  'a seat on the board': async (gate) => {
    const person = await lost(gate);
    await gate.query("update members set status = 'inactive' where user_id = $1", [person.user]);
    await gate.member(await gate.board(), person.user);
    return ready(gate, person);
  },
  'a board that is not suspended': async (gate) => {
    const person = await lost(gate);
    await gate.query('update boards set suspended_at = now() where id = $1', [person.board]);
    return ready(gate, person);
  },
  'a second who vouched for this one': async (gate) => {
    const person = await lost(gate);
    const [first = '', second = ''] = person.officers;
    const past = await begun(gate, person, { state: 'stopped', ended_at: now });
    await vouched(gate, past.id, [first]);
    return ready(gate, { ...person, officers: [second] });
  },
  'a second with the right code': async (gate) => {
    const person = await lost(gate);
    const made = await ready(gate, person);
    const tried = 'update vouches set tries = 1, vouched_at = null where recovery_id = $1 and user_id = $2';
    await gate.query(tried, [made.id, person.officers[0]]);
    return made;
  },
  'a second besides oneself': async (gate) => {
    const person = await lost(gate, 1);
    await gate.query('update members set is_board_admin = true where user_id = $1', [person.user]);
    return ready(gate, { ...person, officers: [...person.officers, person.user] });
  },
  'a second who still is an officer': async (gate) => {
    const person = await lost(gate);
    const made = await ready(gate, person);
    await gate.query('update members set is_board_admin = false where user_id = $1', [person.officers[0]]);
    return made;
  },
};

const waysIn = [
  ...(['sessions', 'pending_sign_ins', 'passkeys', 'two_factors', 'recovery_codes'] as const),
  ...(['provider_connections', 'password_resets', 'email_changes'] as const),
];

/** One of each, and a device that is trusted. */
async function fillWaysIn(gate: GateRows, user: string): Promise<void> {
  const user_id = user;
  const [token, times] = [() => ({ token_hash: hash() }), { created_at: now, expires_at: await inHours(gate, 1) }];
  const of: Readonly<Record<(typeof waysIn)[number], Row>> = {
    sessions: { ...token(), ...times, remember: false, user_agent: '' },
    pending_sign_ins: { ...token(), ...times, remember: false, next: '/' },
    passkeys: {
      ...{ credential_id: hash(), public_key: hash(), counter: 1, transports: [], is_backed_up: false },
      ...{ name: 'Desk', created_at: now },
    },
    two_factors: { sealed_secret: hash(), last_used_step: 1, created_at: now, confirmed_at: now },
    recovery_codes: { code_hash: hash() },
    provider_connections: {
      ...{ provider_id: (await provider(gate)).id, issuer: 'https://id.example', subject: user, created_at: now },
    },
    password_resets: { ...token(), email: 'a@example.org', requested_at: now, expires_at: times.expires_at },
    email_changes: { ...token(), ...times, new_email: 'new@example.org' },
  };
  for (const table of waysIn) await gate.put(table, { user_id, ...of[table] });
  const device = { user_agent: '', address: '', created_at: now, last_seen_at: now };
  await gate.put('devices', { user_id, ...token(), ...device, trusted_at: now, trusted_until: times.expires_at });
}

async function waysInOf(gate: GateRows, user: string): Promise<Readonly<Record<string, number>>> {
  const count = async (from: string) => (await gate.query(`select from ${from} user_id = $1`, [user])).length;
  const counts: Record<string, number> = {};
  for (const table of waysIn) counts[table] = await count(`${table} where`);
  return { ...counts, trusted: await count('devices where trusted_at is not null and') };
}

/** How who lost their way in comes back: two officers, a passkey, twelve hours. */
export const vouchingChecks: Readonly<Record<string, GateCheck>> = {
  read_recovery: async (gate) => {
    const person = await lost(gate);
    const [officer = '', second = ''] = person.officers;
    const over = { ended_at: await inHours(gate, 0), expires_at: await inHours(gate, -1) };
    const past = await begun(gate, person, { state: 'stopped', ...over });
    const { id } = await begun(gate, person);
    await gate.put('vouches', { recovery_id: past.id, user_id: officer, tries: 2 });
    await gate.put('vouches', { recovery_id: id, user_id: second, tries: 1, vouched_at: over.ended_at });
    const read = (reader: string, session: string | null = null, of = id) =>
      gate.ask('read_recovery($1, $2, $3)', [of, reader, session]);
    expect(await read(person.user)).toMatchObject([
      {
        ...{ user_id: person.user, board_id: person.board, is_own: true, is_officer: false, is_strong: false },
        ...{ state: 'asked', is_under_way: true },
      },
    ]);
    expect(await read(person.user, null, past.id)).toMatchObject([{ state: 'stopped', is_under_way: false }]);
    expect(await read(officer, await sessionOf(gate, officer, 2))).toMatchObject([
      { is_officer: true, is_strong: true, has_vouched: false, tries_left: 3 },
    ]);
    expect(await read(second)).toMatchObject([{ has_vouched: true, tries_left: 2 }]);
    expect(await read(officer, await sessionOf(gate, officer, 1))).toMatchObject([{ is_strong: false }]);
    expect(await read(officer, await sessionOf(gate, person.user, 2))).toMatchObject([{ is_strong: false }]);
    const plain = await gate.user();
    await gate.member(person.board, plain);
    const elsewhere = await lost(gate);
    for (const reader of [plain, elsewhere.officers[0] ?? '']) expect(await read(reader)).toEqual([]);
    const open = await asked(gate, elsewhere);
    expect(await read(elsewhere.user, null, open.id)).toEqual([]);
    await gate.query('update recoveries set tries = 5, expires_at = now() where id = $1', [id]);
    expect(await read(officer)).toMatchObject([{ tries_left: 1, is_under_way: false, state: 'expired' }]);
  },
  vouch: async (gate) => {
    const person = await lost(gate, 3);
    const [first = '', second = '', third = ''] = person.officers;
    const sessions = new Map<string, string>();
    for (const officer of [...person.officers, person.user]) sessions.set(officer, await sessionOf(gate, officer, 2));
    const vouch = (of: string, officer: string, isRight = true, session = sessions.get(officer)) =>
      attempt(gate, async () => (await gate.ask('vouch($1, $2, $3, $4)', [of, officer, session, isRight]))[0]);
    const other = await lost(gate);
    const beside = await begun(gate, other);
    const { id } = await begun(gate, person);
    const hours = 'select (extract(epoch from expires_at - now()) / 3600)::int as h from recoveries where id = $1';
    const endsIn = async (of: string) => (await gate.query(hours, [of]))[0]?.h;
    const plain = await gate.user();
    await gate.member(person.board, plain);
    expect(await vouch(id, plain)).toMatchObject({ outcome: 'missing' });
    expect(await vouch(randomUUID(), first)).toMatchObject({ outcome: 'missing' });
    expect(await vouch(id, person.user)).toMatchObject({ outcome: 'yourself' });
    const open = await asked(gate, person);
    expect(await vouch(open.id, person.user)).toMatchObject({ outcome: 'missing' });
    expect(await vouch(id, first, true, await sessionOf(gate, first, 1))).toMatchObject({ outcome: 'weak' });
    expect(await vouch(id, first, true, sessions.get(second))).toMatchObject({ outcome: 'weak' });
    expect(await vouch(id, first, false)).toEqual({ outcome: 'wrong', tries_left: 2 });
    expect(await vouch(id, first)).toMatchObject({ outcome: 'half-vouched' });
    expect(await endsIn(id)).toBe(1);
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
    expect(await endsIn(next.id)).toBe(48);
    expect(await vouch(next.id, third)).toMatchObject({ outcome: 'ended' });
    await gate.query('update recoveries set state = $2, ended_at = now() where id = $1', [next.id, 'stopped']);
    const late = await begun(gate, person, { expires_at: await inHours(gate, 0) });
    expect(await vouch(late.id, first)).toMatchObject({ outcome: 'ended' });
    expect(await gate.query('select state, tries from recoveries where id = $1', [beside.id])).toEqual([
      { state: 'asked', tries: 0 },
    ]);
    await gate.query('update recoveries set tries = 6 where id = $1', [beside.id]);
    const [theirs = ''] = other.officers;
    expect(await vouch(beside.id, theirs, true, await sessionOf(gate, theirs, 2))).toMatchObject({ outcome: 'ended' });
    // They wait for another board as well, and somebody else waits for this one.
    await gate.member(await gate.board(), person.user);
    await gate.member(person.board, await gate.user(), { unvouched_since: now });
    await gate.query('update members set unvouched_since = now() where user_id = $1', [person.user]);
    const vouchedFor = () =>
      gate.query(
        `select user_id, board_id from members
         where unvouched_since is null and (user_id = $1 or board_id = $2) and not is_board_admin and user_id <> $3`,
        [person.user, person.board, plain],
      );
    const further = await begun(gate, person, { kind: 'board', token_hash: null, browser_hash: null });
    await vouch(further.id, first);
    expect(await vouchedFor()).toEqual([]);
    expect(await vouch(further.id, second)).toMatchObject({ outcome: 'used' });
    expect(await vouchedFor()).toEqual([{ user_id: person.user, board_id: person.board }]);
  },
  keep_recovery_passkey: async (gate) => {
    const person = await lost(gate);
    const own = await begun(gate, person, { state: 'half-vouched' });
    const keep = (token: Buffer, browser: Buffer | null) =>
      attempt(gate, () =>
        gate.tell("keep_recovery_passkey($1, $2, 'Phone', $3, 'key', 1, '{}', true)", [token, browser, hash()]),
      );
    const beside = await begun(gate, await lost(gate), { state: 'vouched' });
    expect(await keep(own.token, own.browser)).toBe('unvouched');
    // What no browser has begun goes on in none.
    expect(await keep((await asked(gate, person)).token, null)).toBe('ended');
    await gate.query("update recoveries set state = 'vouched' where id = $1", [own.id]);
    for (const browser of [null, hash()]) expect(await keep(own.token, browser)).toBe('ended');
    expect(await keep(hash(), own.browser)).toBe('ended');
    const endsIn = (hours: number) =>
      gate.query('update recoveries set expires_at = now() + make_interval(hours => $2) where id = $1', [
        own.id,
        hours,
      ]);
    await endsIn(0);
    expect(await keep(own.token, own.browser)).toBe('ended');
    await endsIn(1);
    expect(await keep(own.token, own.browser)).toBe('kept');
    expect(await gate.query('select passkey_name from recoveries where id = $1', [beside.id])).toEqual([
      { passkey_name: null },
    ]);
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
    const used = (of: Ready, browser = of.browser) =>
      attempt(gate, async () => (await gate.ask('use_recovery($1, $2, 7, $3)', [of.token, browser, now]))[0]);
    const use = async (...given: Parameters<typeof used>) => {
      const answer = await used(...given);
      return typeof answer === 'string' ? answer : (answer?.passkey_id ?? null);
    };
    const stranger = await lost(gate);
    const beside = await ready(gate, stranger);
    for (const [what, make] of Object.entries(notReady)) expect(await use(await make(gate)), what).toBeNull();
    const over = await begun(gate, person, { state: 'expired', ended_at: now });
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
    const again = await asked(gate, person);
    for (const user of [person.user, stranger.user]) await fillWaysIn(gate, user);
    const before = await waysInOf(gate, stranger.user);
    const answer = await used(own);
    expect(answer).toEqual({ passkey_id: expect.any(String), was_site_admin: true });
    const passkeys = await gate.query('select id, counter::int from passkeys where user_id = $1', [person.user]);
    expect([{ passkey_id: passkeys[0]?.id, was_site_admin: true }]).toEqual([answer]);
    expect(passkeys).toMatchObject([{ counter: 7 }]);
    const nothing = Object.fromEntries(waysIn.map((table) => [table, 0]));
    expect(await waysInOf(gate, person.user)).toEqual({ ...nothing, passkeys: 1, trusted: 0 });
    expect(await waysInOf(gate, stranger.user)).toEqual(before);
    const states = [];
    for (const { id } of [own, again, over, beside]) states.push(await stateOf(gate, id));
    expect(states).toEqual(['used', 'stopped', 'expired', 'vouched']);
    expect(await use(own)).toBeNull();
    const open = await gate.query('select board_id from members where user_id = $1 and unvouched_since is null', [
      person.user,
    ]);
    expect(open).toEqual([{ board_id: person.board }]);
    expect(await gate.query('select from members where board_id = $1 and unvouched_since is null', [inactive])).toEqual(
      [],
    );
    expect(
      await gate.query('select from members where board_id = $1 and unvouched_since is not null', [stranger.board]),
    ).toEqual([]);
    const passwordOf = (user: string) =>
      gate.query('select password_hash, is_site_admin from users where id = $1', [user]);
    expect(await passwordOf(person.user)).toEqual([{ password_hash: null, is_site_admin: false }]);
    expect(await passwordOf(stranger.user)).toEqual([{ password_hash: 'old', is_site_admin: false }]);
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
    expect(await use(theirs)).toBe('P0001');
    await gate.query('update users set disabled_at = now() where id = $1', [thief.user]);
    expect(await use(theirs)).toBeNull();
  },
  recovery_officers: async (gate) => {
    const person = await lost(gate);
    await gate.query('update members set is_board_admin = true where user_id = $1', [person.user]);
    await gate.member(person.board, await gate.user());
    const { id } = await begun(gate, person);
    const officers = await gate.query('select id from members where user_id = any ($1::uuid[])', [person.officers]);
    // On another board they are members as well.
    for (const officer of person.officers) await gate.member(await gate.board(), officer, { is_board_admin: true });
    const found = (await gate.ask('recovery_officers($1)', [id])).map(({ member_id }) => member_id);
    expect(found.toSorted()).toEqual(officers.map((row) => row.id).toSorted());
    expect(await gate.ask('recovery_officers($1)', [randomUUID()])).toEqual([]);
  },
  open_unvouched_boards: async (gate) => {
    const [few, many] = [await lost(gate, 1), await lost(gate, 2)];
    await gate.query('update members set unvouched_since = now() where user_id = any ($1::uuid[])', [
      [few.user, many.user],
    ]);
    const other = await gate.user();
    await gate.member(few.board, other, { unvouched_since: now });
    for (const { user } of [few, many]) await gate.ask('open_unvouched_boards($1)', [user]);
    const open = await gate.query(
      'select user_id from members where user_id = any ($1::uuid[]) and unvouched_since is null',
      [[few.user, many.user, other]],
    );
    expect(open).toEqual([{ user_id: few.user }]);
  },
};
