import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { asked, begun, inHours, lost, passkeyOf, stateOf } from './recovery-rows.ts';
import { attempt, type GateCheck, hash, now } from './rows.ts';

/** Who lost their way in: mailbox and board; what is under way, ends and is swept. */
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
    await gate.user({ email: 'off@example.org', disabled_at: now });
    const request = async (email: string) => String(await gate.tell('request_recovery($1)', [email]));
    const open = (id: string) => attempt(gate, () => gate.tell('open_recovery($1, $2)', [id, hash()]));
    const isThere = async (id: string) => (await gate.query('select from recoveries where id = $1', [id])).length;
    const own = await request('lena@EXAMPLE.org');
    // The only one that waits is opened, or dropped, by nothing but its own id.
    expect(await open(user)).toBeNull();
    // Of another board nothing is opened by an address.
    const { id: further } = await gate.put('recoveries', { kind: 'board', email: 'lena@example.org' });
    expect([await open(further), await isThere(further)]).toEqual([null, 1]);
    expect(await open(own)).toBe(user);
    expect(await open(own)).toBeNull();
    expect(
      await gate.query("select expires_at = now() + interval '1 hour' as hour from recoveries where id = $1", [own]),
    ).toEqual([{ hour: true }]);
    for (const email of ['off@example.org', 'nobody@example.org']) {
      const id = await request(email);
      expect(await open(id)).toBeNull();
      expect(await isThere(id)).toBe(0);
    }
  },
  find_recovery: async (gate) => {
    const person = await lost(gate);
    const find = (token: Buffer, browser: Buffer | null = null) => gate.ask('find_recovery($1, $2)', [token, browser]);
    await gate.query("update users set email = 'zq-lost@example.org' where id = $1", [person.user]);
    const handle = hash();
    for (const [user, of] of [
      [person.officers[0], hash()],
      [person.user, handle],
    ])
      await gate.query('insert into passkey_handles (user_id, handle) values ($1, $2)', [user, of]);
    const open = await asked(gate, person);
    expect(await find(open.token)).toMatchObject([
      {
        ...{ recovery_id: open.id, user_id: person.user, email: 'zq-lost@example.org', handle },
        ...{ is_begun: false, is_here: true, board_id: null },
      },
    ]);
    const own = await begun(gate, person, await passkeyOf(gate, 1));
    expect(await find(own.token, own.browser)).toMatchObject([
      { is_begun: true, is_here: true, is_ready: false, board_id: person.board },
    ]);
    for (const browser of [null, hash()]) expect(await find(own.token, browser)).toMatchObject([{ is_here: false }]);
    await gate.query('update recoveries set opens_at = now() where id = $1', [own.id]);
    expect(await find(own.token, own.browser)).toMatchObject([{ is_ready: true }]);
    expect(await find(hash())).toEqual([]);
    await gate.query('update recoveries set expires_at = now() where id = $1', [own.id]);
    expect(await find(own.token, own.browser)).toEqual([]);
    await gate.query('update users set disabled_at = now() where id = $1', [person.user]);
    // Neither what was asked for before nor what is asked for since.
    for (const { token } of [open, await asked(gate, person)]) expect(await find(token)).toEqual([]);
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
    const begin = (token: Buffer, board: string) =>
      attempt(gate, () => gate.tell('begin_recovery($1, $2, $3)', [token, hash(), board]));
    const before = await begun(gate, person);
    // Another's, one for one more board, one that is over, and one that has not begun go on as they are.
    const others = [
      await begun(gate, await lost(gate)),
      await begun(gate, person, { kind: 'board', token_hash: null, browser_hash: null }),
      await begun(gate, person, { state: 'used', ended_at: await inHours(gate, -1) }),
      await asked(gate, person),
    ];
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
    const states = [];
    for (const { id } of others) states.push(await stateOf(gate, id));
    expect(states).toEqual(['asked', 'asked', 'used', 'asked']);
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
    for (const { token } of [shut, await asked(gate, person)]) expect(await begin(token, person.board)).toBe('ended');
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
    expect(await attempt(gate, begin)).toEqual({ id: first?.id, is_new: false });
    await gate.query('update recoveries set expires_at = now() where id = $1', [first?.id]);
    expect((await begin())?.is_new).toBe(true);
    expect(await stateOf(gate, String(first?.id))).toBe('expired');
    const alone = await lost(gate, 1);
    await gate.query('update members set unvouched_since = now() where user_id = $1', [alone.user]);
    expect(await begin(alone.user, alone.board)).toBeUndefined();
    await gate.query('update users set disabled_at = now() where id = $1', [person.user]);
    expect(await begin()).toBeUndefined();
  },
  stop_recovery: async (gate) => {
    const person = await lost(gate);
    const stop = (id: string, by: string | null) => gate.tell('stop_recovery($1, $2)', [id, by]);
    const [{ id }, other] = [await begun(gate, person), await begun(gate, await lost(gate))];
    expect(await stop(id, person.officers[0] ?? '')).toBe(false);
    expect(await stop(randomUUID(), null)).toBe(false);
    expect(await stop(id, person.user)).toBe(true);
    expect(await stop(id, person.user)).toBe(false);
    expect(await stateOf(gate, other.id)).toBe('asked');
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
  sweep_recoveries: async (gate) => {
    const person = await lost(gate);
    const old = await begun(gate, person, { state: 'stopped', ended_at: await inHours(gate, -24 * 91) });
    const past = await inHours(gate, -1);
    const recently = { ended_at: await inHours(gate, -24 * 89), expires_at: past };
    const recent = await begun(gate, person, { state: 'stopped', ...recently });
    const unused = await asked(gate, person, { expires_at: past });
    const fresh = await asked(gate, person);
    // One that runs out at this very moment is swept next time, and never said to have been under way.
    const unusedNow = await asked(gate, person);
    await gate.query('update recoveries set expires_at = now() where id = $1', [unusedNow.id]);
    const late = await begun(gate, person, { expires_at: past });
    const underWay = await begun(gate, await lost(gate));
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
    const left = await gate.query('select id, state from recoveries');
    const states = new Map(left.map((row) => [row.id, row.state]));
    expect([old, unused].map(({ id }) => states.get(id))).toEqual([undefined, undefined]);
    expect([recent, fresh, late].map(({ id }) => states.get(id))).toEqual(['stopped', 'asked', 'expired']);
    expect([unusedNow, underWay].map(({ id }) => states.get(id))).toEqual(['asked', 'asked']);
    expect([unopened, waiting].map((id) => states.get(id))).toEqual([undefined, 'asked']);
  },
};
