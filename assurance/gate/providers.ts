import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { after, attempt, before, type GateCheck, type GateRows, hash, isHeld, now, type Row } from './rows.ts';

const issuer = 'https://id.example';

export const provider = ({ put }: GateRows, row: Row = {}) =>
  put('providers', {
    ...{ id: randomUUID(), kind: 'other', name: 'Harbour ID', issuer, client_id: 'dais', sealed_secret: hash() },
    ...{ counts_as_two_factors: false, created_at: before, ...row },
  });
export const connection = ({ put }: GateRows, user_id: string, provider_id: string, row: Row = {}) =>
  put('provider_connections', { user_id, provider_id, issuer, subject: randomUUID(), created_at: before, ...row });
const session = ({ put }: GateRows, user_id: string, row: Row = {}) =>
  put('sessions', { user_id, token_hash: hash(), remember: false, user_agent: '', expires_at: after, ...row });
const begunBy = (made: Row) => ({ begun_by: 'provider', connection_id: made.id, provider_id: made.provider_id });
const underWay = async (gate: GateRows, provider_id: string, row: Row = {}) => {
  const made = { state_hash: hash(), browser_hash: hash(), purpose: 'sign-in', sealed: hash(), created_at: before };
  const { state_hash: state, browser_hash: browser } = await gate.put('provider_sign_ins', {
    ...{ ...made, provider_id, expires_at: after, ...row },
  });
  return { state, browser };
};
const admin = (gate: GateRows, row: Row = {}) => gate.user({ is_site_admin: true, ...row });
const others = async (gate: GateRows) => [await gate.user(), await admin(gate, { disabled_at: before }), null];
const isThere = async ({ query }: GateRows, table: string, id: unknown) =>
  (await query(`select from ${table} where id = $1`, [id])).length === 1;

/** Sign-in providers: their setup by site admins alone, and what begins by them. */
export const providerChecks: Readonly<Record<string, GateCheck>> = {
  site_providers: async (gate) => {
    const by = await admin(gate);
    const own = await provider(gate, { name: 'Zq', switched_off_at: before });
    await connection(gate, by, own.id);
    await connection(gate, by, (await provider(gate, { name: 'Aq' })).id);
    await gate.board({ provider_id: own.id, provider_required: true });
    await gate.board({ provider_id: own.id });
    for (const stranger of await others(gate)) expect(await gate.ask('site_providers($1)', [stranger])).toEqual([]);
    const found = await gate.ask('site_providers($1)', [by]);
    expect(found.map(({ name, is_off, connections, required_by }) => [name, is_off, connections, required_by])).toEqual(
      [
        ['Aq', false, 1, 0],
        ['Zq', true, 1, 1],
      ],
    );
    expect(JSON.stringify(found)).not.toContain('sealed');
  },
  save_provider: async (gate) => {
    const [by, user] = [await admin(gate), await gate.user()];
    const id = randomUUID();
    const save = (
      as: string | null,
      wanted: string,
      isNew: boolean,
      secret: Buffer | null,
      to = issuer,
      counts = true,
    ) =>
      gate.tell(`save_provider($1, $2, $3, 'other', 'New', $4, 'client', $5, null, $6, 2, $7)`, [
        ...[as, wanted, isNew, to, secret, counts, now],
      ]);
    const secret = hash();
    for (const stranger of await others(gate)) expect(await save(stranger, id, true, secret)).toBe('refused');
    expect(await save(by, id, false, secret)).toBe('missing');
    expect(await save(by, id, true, secret)).toBe('done');
    expect(await save(by, id, true, secret)).toBe('taken');
    const other = await provider(gate);
    expect(await save(by, randomUUID(), true, secret)).toBe('many');
    expect(await save(by, randomUUID(), false, secret)).toBe('missing');
    const [own, theirs] = [await connection(gate, user, id), await connection(gate, user, other.id)];
    const begun = (by_connection: Row, row: Row) => session(gate, user, { ...begunBy(by_connection), ...row });
    const sessions = [
      await begun(own, { strength: 2 }),
      await begun(own, { strength: 2, own_factor: true }),
      await begun(own, {}),
      await begun(theirs, { strength: 2 }),
    ];
    const alive = () => Promise.all(sessions.map((each) => isThere(gate, 'sessions', each.id)));
    expect(await save(by, id, false, null)).toBe('done');
    expect(await alive()).toEqual([true, true, true, true]);
    expect(await save(by, id, false, null, issuer, false)).toBe('done');
    expect(await alive()).toEqual([false, true, true, true]);
    expect(await save(by, id, false, null, 'https://other.example')).toBe('done');
    expect(await alive()).toEqual([false, false, false, true]);
    sessions.push(await begun(await connection(gate, user, id, { issuer: 'https://other.example' }), {}));
    expect(await save(by, id, false, null, 'https://other.example')).toBe('done');
    expect(await alive()).toEqual([false, false, false, true, true]);
    await gate.query(`update providers set hosted_domain = 'old.example'`, []);
    expect(await save(by, id, false, null, 'https://other.example')).toBe('done');
    expect(await alive()).toEqual([false, false, false, true, false]);
    const [row] = await gate.query('select * from providers where id = $1', [id]);
    expect(row).toMatchObject({ sealed_secret: secret, issuer: 'https://other.example', client_id: 'client' });
    expect((await gate.query('select issuer from providers where id = $1', [other.id]))[0]).toEqual({ issuer });
  },
  switch_provider: async (gate) => {
    const [by, user] = [await admin(gate), await gate.user()];
    const [own, other] = [await provider(gate), await provider(gate)];
    const sessions: Row[] = [];
    for (const { id } of [own, other])
      sessions.push(await session(gate, user, begunBy(await connection(gate, user, id))));
    const alive = () => Promise.all(sessions.map((each) => isThere(gate, 'sessions', each.id)));
    const turn = (as: string | null, id: string, off: boolean) =>
      gate.tell('switch_provider($1, $2, $3, $4)', [as, id, off, now]);
    for (const stranger of await others(gate)) expect(await turn(stranger, own.id, true)).toBe('refused');
    expect(await turn(by, randomUUID(), true)).toBe('missing');
    expect(await turn(by, own.id, false)).toBe('done');
    expect(await alive()).toEqual([true, true]);
    expect(await turn(by, own.id, true)).toBe('done');
    expect(await alive()).toEqual([false, true]);
    expect(await gate.query('select id from providers where switched_off_at = $1', [now])).toEqual([{ id: own.id }]);
    expect(await turn(by, own.id, false)).toBe('done');
    expect(await gate.query('select id from providers where switched_off_at is not null')).toEqual([]);
  },
  remove_provider: async (gate) => {
    const [by, user] = [await admin(gate), await gate.user()];
    const [own, other] = [await provider(gate), await provider(gate)];
    const begun = await session(gate, user, begunBy(await connection(gate, user, own.id)));
    const remove = (as: string | null) => gate.tell('remove_provider($1, $2)', [as, own.id]);
    for (const stranger of await others(gate)) expect(await remove(stranger)).toBe('refused');
    const [opens, offers] = [
      await gate.board({ provider_id: own.id, provider_required: true }),
      await gate.board({ provider_id: own.id }),
    ];
    await gate.board({ provider_id: other.id, provider_required: true });
    const ofBoards = () => gate.query('select provider_id from boards where id = any($1)', [[opens, offers]]);
    expect(await remove(by)).toBe('required');
    expect(await ofBoards()).toEqual([{ provider_id: own.id }, { provider_id: own.id }]);
    await gate.query('update boards set provider_required = false where id = $1', [opens]);
    expect(await remove(by)).toBe('done');
    expect(await ofBoards()).toEqual([{ provider_id: null }, { provider_id: null }]);
    expect(await remove(by)).toBe('missing');
    expect(await isThere(gate, 'providers', other.id)).toBe(true);
    expect(await isThere(gate, 'sessions', begun.id)).toBe(false);
  },
  came_by_two_factors: async (gate) => {
    const [own, other] = [await provider(gate, { counts_as_two_factors: true }), await provider(gate)];
    const came = (by: unknown, strength: number | null) =>
      gate.tell('came_by_two_factors($1, $2::smallint)', [by, strength]);
    expect(await came(own.id, 2)).toBe(true);
    for (const [by, strength] of [
      [own.id, 1],
      [own.id, null],
      [other.id, 2],
      [null, 2],
      [null, null],
    ] as const)
      expect(await came(by, strength)).toBe(false);
  },
  opens_by_provider: async (gate) => {
    const user = await gate.user();
    const [own, other] = [await provider(gate), await provider(gate)];
    const opens = (token: unknown) => gate.tell('opens_by_provider($1, $2)', [token, own.id]);
    const begun = async (row: Row) => (await session(gate, user, row)).token_hash;
    expect(await opens(await begun(begunBy(await connection(gate, user, own.id))))).toBe(true);
    expect(await opens(await begun(begunBy(await connection(gate, user, other.id))))).toBe(false);
    expect(await opens(await begun({ strength: 1 }))).toBe(false);
    expect(await opens(await begun({ begun_by: 'passkey', strength: 2 }))).toBe(true);
    expect(await opens(hash())).toBe(false);
  },
  shut_by_provider: async (gate) => {
    const user = await gate.user();
    const [own, other] = [await provider(gate), await provider(gate, { name: 'Other ID' })];
    const shut = (row: Row, who = user) =>
      session(gate, who, row).then(({ id }) => gate.ask('shut_by_provider($1, $2)', [user, id]));
    const board = async (row: Row, member: Row = {}) =>
      gate.member(await gate.board(row), user, { is_board_admin: true, ...member });
    const required = { provider_id: own.id, provider_required: true };
    // None of these is one.
    await board({ title: 'Offers', provider_id: own.id });
    await board({ title: 'Member', ...required }, { is_board_admin: false });
    await board({ title: 'Out', ...required }, { status: 'inactive' });
    await gate.member(await gate.board({ title: 'Another’s', ...required }), await gate.user(), {
      is_board_admin: true,
    });
    expect(await shut({ strength: 1 })).toEqual([]);
    await board({ title: 'Zion', ...required });
    const zion = [{ title: 'Zion', provider: 'Harbour ID' }];
    expect(await shut({ strength: 1 })).toEqual(zion);
    expect(await shut(begunBy(await connection(gate, user, other.id)))).toEqual(zion);
    expect(await shut(begunBy(await connection(gate, user, own.id)))).toEqual([]);
    expect(await shut({ begun_by: 'passkey', strength: 2 })).toEqual([]);
    // A session that is none of the user’s opens nothing.
    expect(await shut({ begun_by: 'passkey', strength: 2 }, await gate.user())).toEqual(zion);
    expect(await gate.ask('shut_by_provider($1, $2)', [user, randomUUID()])).toEqual(zion);
    await board({ title: 'Alder', provider_id: other.id, provider_required: true });
    expect(await shut({ strength: 1 })).toEqual([{ title: 'Alder', provider: 'Other ID' }]);
    expect(await shut(begunBy(await connection(gate, user, other.id)))).toEqual(zion);
  },
  find_provider: async (gate) => {
    const [own] = [await provider(gate), await provider(gate, { name: 'Other' })];
    const find = (id: string) => gate.ask('find_provider($1)', [id]);
    expect(await find(own.id)).toMatchObject([{ id: own.id, name: 'Harbour ID', is_off: false }]);
    expect(await find(randomUUID())).toEqual([]);
    await gate.query('update providers set switched_off_at = $1', [now]);
    expect(await find(own.id)).toMatchObject([{ is_off: true }]);
  },
  list_providers: async (gate) => {
    const own = await provider(gate, { name: 'B' });
    await provider(gate, { name: 'A', switched_off_at: before });
    expect(await gate.ask('list_providers()')).toEqual([{ id: own.id, name: 'B' }]);
  },
  begin_provider_sign_in: async (gate) => {
    const [user, own] = [await gate.user(), await provider(gate)];
    const off = await provider(gate, { switched_off_at: before });
    const begin = (id: string, purpose: string, inSession: unknown = null) =>
      gate.tell('begin_provider_sign_in($1, $2, $3, $4, $5, $6, $7, $8)', [
        ...[hash(), id, hash(), purpose, inSession, hash(), now, after],
      ]);
    expect(await begin(own.id, 'sign-in')).toBe(true);
    expect(await begin(off.id, 'sign-in')).toBe(false);
    expect(await begin(randomUUID(), 'sign-in')).toBe(false);
    expect(await begin(own.id, 'connect', (await session(gate, user)).id)).toBe(true);
    expect(await begin(own.id, 'connect', (await session(gate, user, { expires_at: before })).id)).toBe(false);
    expect(await begin(own.id, 'connect', randomUUID())).toBe(false);
  },
  take_provider_sign_in: async (gate) => {
    const [own, other] = [await provider(gate), await provider(gate)];
    const { state, browser } = await underWay(gate, own.id);
    await underWay(gate, own.id);
    const take = (wanted: unknown, id: string, by: unknown) =>
      gate.ask('take_provider_sign_in($1, $2, $3, $4)', [wanted, id, by, now]);
    expect(await take(hash(), own.id, browser)).toEqual([]);
    expect(await take(state, other.id, browser)).toEqual([]);
    expect(await take(state, own.id, hash())).toEqual([]);
    expect(await take(state, own.id, browser)).toMatchObject([{ purpose: 'sign-in', session_id: null }]);
    expect(await take(state, own.id, browser)).toEqual([]);
    const old = await underWay(gate, own.id, { expires_at: now });
    expect(await take(old.state, own.id, old.browser)).toEqual([]);
    expect(await gate.query('select count(*)::int as n from provider_sign_ins where used_at is not null')).toEqual([
      { n: 1 },
    ]);
  },
  fail_provider_sign_in: async (gate) => {
    const own = await provider(gate);
    const [one] = [await underWay(gate, own.id), await underWay(gate, own.id)];
    await gate.tell(`fail_provider_sign_in($1, 'failed', null)`, [one.state]);
    expect(await gate.query('select state_hash from provider_sign_ins where failure is not null')).toEqual([
      { state_hash: one.state },
    ]);
  },
  failed_provider_sign_in: async (gate) => {
    const [own, other] = [await provider(gate), await provider(gate, { name: 'Another' })];
    const failed = { used_at: before, failure: 'not-connected' };
    const { browser } = await underWay(gate, own.id, failed);
    const find = (of: unknown) => gate.ask('failed_provider_sign_in($1, $2)', [of, now]);
    const byOther = await underWay(gate, other.id, failed);
    expect(await find(byOther.browser)).toMatchObject([{ provider_id: other.id, name: 'Another' }]);
    expect(await find(browser)).toMatchObject([{ provider_id: own.id, name: 'Harbour ID', failure: 'not-connected' }]);
    expect(await find(hash())).toEqual([]);
    const old = await underWay(gate, own.id, { ...failed, expires_at: now });
    expect(await find(old.browser)).toEqual([]);
    await underWay(gate, own.id, { browser_hash: browser });
    expect(await find(browser)).toHaveLength(1);
    await underWay(gate, own.id, { browser_hash: browser, used_at: now });
    expect(await find(browser)).toEqual([]);
  },
  find_connection: async (gate) => {
    const [user, out] = [await gate.user(), await gate.user({ disabled_at: before })];
    const [own, other] = [await provider(gate), await provider(gate)];
    const made = await connection(gate, user, own.id, { subject: 'one' });
    await connection(gate, out, own.id, { subject: 'out' });
    await connection(gate, out, other.id, { subject: 'one' });
    await connection(gate, out, own.id, { subject: 'one', issuer: 'https://old.example' });
    const find = (id: string, from = issuer, subject = 'one') =>
      gate.ask('find_connection($1, $2, $3)', [id, from, subject]);
    const found = { connection_id: made.id, user_id: user, is_disabled: false, has_second_factor: false };
    expect(await find(own.id)).toMatchObject([{ ...found, counts_as_two_factors: false }]);
    expect(await find(own.id, issuer, 'out')).toMatchObject([{ user_id: out, is_disabled: true }]);
    expect(await find(own.id, issuer, 'two')).toEqual([]);
    expect(await find(own.id, 'https://old.example')).toEqual([]);
    expect(await find(randomUUID())).toEqual([]);
    const factor = { sealed_secret: hash(), last_used_step: 1, created_at: before, confirmed_at: before };
    await gate.put('two_factors', { user_id: user, ...factor });
    await gate.query('update providers set counts_as_two_factors = true');
    expect(await find(own.id)).toMatchObject([{ has_second_factor: true, counts_as_two_factors: true }]);
    await gate.query('update providers set switched_off_at = $1', [now]);
    expect(await find(own.id)).toEqual([]);
  },
  connections_of: async (gate) => {
    const [user, other] = [await gate.user(), await gate.user()];
    const [own, second] = [await provider(gate), await provider(gate, { name: 'Second', switched_off_at: before })];
    const made = [await connection(gate, user, own.id), await connection(gate, user, second.id)];
    await connection(gate, other, own.id);
    const old = await connection(gate, user, own.id, { issuer: 'https://old.example' });
    const found = await gate.ask('connections_of($1)', [user]);
    expect(found.map(({ id, is_off }) => [id, is_off])).toEqual([
      [made[0]?.id, false],
      [old.id, true],
      [made[1]?.id, true],
    ]);
  },
  has_password: async (gate) => {
    const [own, none] = [await gate.user(), await gate.user({ password_hash: null })];
    const has = (id: string) => gate.tell('has_password($1)', [id]);
    expect([await has(own), await has(none), await has(randomUUID())]).toEqual([true, false, false]);
  },
  ways_in: async (gate) => {
    const [user, other] = [await gate.user({ password_hash: null }), await gate.user()];
    const [own, off] = [await provider(gate), await provider(gate, { switched_off_at: before })];
    const made = await connection(gate, user, own.id);
    await connection(gate, user, off.id);
    await connection(gate, user, own.id, { issuer: 'https://old.example' });
    await connection(gate, other, own.id);
    const bystander = await gate.user();
    const ways = (id: string, beside: unknown) => gate.ask('ways_in($1, $2)', [id, beside]);
    expect(await ways(user, null)).toEqual([{ has_password: false, passkeys: 0, connections: 1 }]);
    expect(await ways(user, made.id)).toEqual([{ has_password: false, passkeys: 0, connections: 0 }]);
    const key = {
      credential_id: hash(),
      public_key: hash(),
      counter: 0,
      transports: [],
      is_backed_up: false,
      name: 'x',
    };
    await gate.put('passkeys', { user_id: other, created_at: before, ...key });
    expect(await ways(other, null)).toEqual([{ has_password: true, passkeys: 1, connections: 1 }]);
    expect(await ways(user, null)).toEqual([{ has_password: false, passkeys: 0, connections: 1 }]);
    expect(await isHeld(gate, bystander)).toBe(false);
  },
};

const yesAndNo = [false, true] as const;

/** Every way in which a session may have begun × what the board asks: all three that let somebody in say what a plain model says. */
export async function opensAsModelled(gate: GateRows): Promise<void> {
  const [user, board] = [await gate.user(), await gate.board()];
  const member = await gate.member(board, user);
  const [own, other] = [await provider(gate), await provider(gate)];
  const factor = { sealed_secret: hash(), last_used_step: 1, created_at: before };
  await gate.put('two_factors', { user_id: user, ...factor });
  const recently = { last_seen_at: now };
  const sessions = {
    password: await session(gate, user, recently),
    own: await session(gate, user, { ...begunBy(await connection(gate, user, own.id)), ...recently }),
    other: await session(gate, user, { ...begunBy(await connection(gate, user, other.id)), ...recently }),
  };
  const set = async (to: Combination): Promise<void> => {
    const ofBoard = 'provider_id = $2, provider_required = $3, two_factor_required = $4';
    await gate.query(`update boards set ${ofBoard} where id = $1`, [board, own.id, to.requires, to.isDuty]);
    await gate.query('update members set is_board_admin = $2 where id = $1', [member, to.isAdmin]);
    const since = to.hasFactor ? before : null;
    await gate.query('update two_factors set confirmed_at = $2 where user_id = $1', [user, since]);
    await gate.query('update providers set counts_as_two_factors = $1', [to.counts]);
    await gate.query('update sessions set strength = $1 where user_id = $2', [to.strength, user]);
  };
  for (const combination of combinations()) {
    await set(combination);
    const { requires, isDuty, isAdmin, hasFactor, counts, strength } = combination;
    for (const [by, { id, token_hash: token }] of Object.entries(sessions)) {
      const opens = !requires || by === 'own' || (isAdmin && strength === 2);
      const isMet = !isDuty || hasFactor || (by !== 'password' && counts && strength === 2);
      const said = `${by} ${JSON.stringify(combination)}`;
      const entered = await attempt(gate, async () => {
        await gate.tell(`enter($1, null, $2, 'member', 'board', $3)`, [token, now, board]);
        return 'in';
      });
      expect(entered, said).toBe(opens ? (isMet ? 'in' : 'DA2FA') : 'DAPRO');
      const [row] = await gate.query('select provider_missing, two_factor_missing from enter_board($1, $2, true, $3)', [
        board,
        user,
        id,
      ]);
      expect(row, said).toEqual({ provider_missing: !opens, two_factor_missing: !isMet });
      const shown = opens ? { opens_by: null, opens_by_name: null } : { opens_by: own.id, opens_by_name: 'Harbour ID' };
      const listed = await gate.ask('user_boards($1, $2)', [user, id]);
      expect(listed, said).toMatchObject([{ ...shown, two_factor_missing: !isMet }]);
    }
  }
  await set({ requires: true, isDuty: false, isAdmin: true, hasFactor: true, counts: true, strength: 2 });
  const stranger = await gate.user();
  const strangers = await session(gate, stranger, begunBy(await connection(gate, stranger, own.id)));
  for (const id of [null, strangers.id]) {
    expect(await gate.ask('user_boards($1, $2)', [user, id])).toMatchObject([{ opens_by: own.id }]);
    const row = await gate.query('select provider_missing from enter_board($1, $2, true, $3)', [board, user, id]);
    expect(row).toEqual([{ provider_missing: true }]);
  }
}

interface Combination {
  readonly requires: boolean;
  readonly isDuty: boolean;
  readonly isAdmin: boolean;
  readonly hasFactor: boolean;
  readonly counts: boolean;
  readonly strength: number;
}

function* combinations(): Generator<Combination> {
  for (const requires of yesAndNo)
    for (const isDuty of yesAndNo)
      for (const isAdmin of yesAndNo)
        for (const hasFactor of yesAndNo)
          for (const counts of yesAndNo)
            for (const strength of [1, 2]) yield { requires, isDuty, isAdmin, hasFactor, counts, strength };
}

/** By a connection of that user, while its provider is on and of the same issuer; and by one proof alone. */
export async function startsByConnection(gate: GateRows): Promise<void> {
  const [user, other, out] = [await gate.user(), await gate.user(), await gate.user({ disabled_at: before })];
  const [own, off, counting] = [
    await provider(gate),
    await provider(gate, { switched_off_at: before }),
    await provider(gate, { counts_as_two_factors: true }),
  ];
  const start = (who: string, checked: string | null, { id }: Row, hasCode = false) =>
    attempt(gate, () =>
      gate.tell(`start_session($1, $2, null, $3, $4, $5, null, true, '', $6, $7)`, [
        ...[who, checked, id, hasCode, hash(), now, after],
      ]),
    );
  const made = await connection(gate, user, own.id);
  expect(await start(user, null, await connection(gate, other, own.id))).toBeNull();
  expect(await start(out, null, await connection(gate, out, own.id))).toBeNull();
  expect(await start(user, null, await connection(gate, user, off.id))).toBeNull();
  expect(await start(user, null, await connection(gate, user, own.id, { issuer: 'https://old.example' }))).toBeNull();
  expect(await start(user, 'old', made)).toBeNull();
  const begun = async (id: unknown) =>
    (await gate.query('select begun_by, strength, remember, provider_id from sessions where id::text = $1', [id]))[0];
  const by = { begun_by: 'provider', remember: false, provider_id: own.id };
  expect(await begun(await start(user, null, made))).toEqual({ ...by, strength: 1 });
  expect(await begun(await start(user, null, made, true))).toEqual({ ...by, strength: 2 });
  const unused = await connection(gate, user, own.id);
  // A reset by a site admin holds back passwords and passkeys, not providers.
  await gate.query('update users set opens_at = $2 where id = $1', [user, after]);
  const counted = await start(user, null, await connection(gate, user, counting.id));
  expect(await begun(counted)).toEqual({ ...by, provider_id: counting.id, strength: 2 });
  const usedAt = async ({ id }: Row) =>
    (await gate.query('select last_used_at from provider_connections where id = $1', [id]))[0]?.last_used_at;
  expect([await usedAt(made), await usedAt(unused)]).toEqual([new Date(now), null]);
}

/** However a session is used that a provider began, it ends when it was to end. */
export async function endsWithItsTwelveHours(gate: GateRows, use: (token: Buffer) => Promise<unknown>): Promise<void> {
  const user = await gate.user();
  const made = await connection(gate, user, (await provider(gate)).id);
  const times = { created_at: before, last_seen_at: before };
  const { id, token_hash: token } = await session(gate, user, { ...begunBy(made), ...times });
  await use(token as Buffer);
  expect(await gate.query('select last_seen_at, expires_at from sessions where id = $1', [id])).toEqual([
    { last_seen_at: new Date(now), expires_at: new Date(after) },
  ]);
}
