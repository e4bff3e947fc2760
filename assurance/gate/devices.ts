import { expect } from 'vitest';
import { after, before, type GateCheck, type GateRows, hash, isHeld, now } from './rows.ts';

const day = 86_400_000;
const later = (days: number): string => new Date(Date.parse(now) + days * day).toISOString();

const deviceOf = async ({ put }: GateRows, userId: string, row: Readonly<Record<string, unknown>> = {}) => {
  const token = hash();
  const seen = { created_at: before, last_seen_at: before };
  const { id } = await put('devices', {
    user_id: userId,
    token_hash: token,
    user_agent: '',
    address: '',
    ...seen,
    ...row,
  });
  return { id, token };
};
const trusted = { trusted_at: now, trusted_until: later(30) };

/** Devices are known by their cookie and their user, and are trusted while the strictest board allows it. */
export const deviceChecks: Readonly<Record<string, GateCheck>> = {
  trust_days: async (gate) => {
    const [user, other] = [await gate.user(), await gate.user()];
    const days = (who: string) => gate.tell('trust_days($1)', [who]);
    expect(await days(user)).toBe(30);
    await gate.member(await gate.board({ trust_days: 40 }), user);
    expect(await days(user)).toBe(40);
    const strict = await gate.board({ trust_days: 3 });
    await gate.member(strict, other);
    expect(await days(user)).toBe(40);
    const left = await gate.board({ trust_days: 1 });
    await gate.member(left, user, { status: 'inactive' });
    expect(await days(user)).toBe(40);
    await gate.member(strict, user);
    expect(await days(user)).toBe(3);
  },
  is_trusted_device: async (gate) => {
    const [user, other] = [await gate.user(), await gate.user()];
    const own = await deviceOf(gate, user, trusted);
    const plain = await deviceOf(gate, user);
    const is = (hashes: readonly Buffer[], who = user, at = now) =>
      gate.tell('is_trusted_device($1, $2, $3)', [who, hashes, at]);
    expect(await is([hash(), own.token])).toBe(true);
    expect(await is([own.token], other)).toBe(false);
    expect(await is([plain.token])).toBe(false);
    expect(await is([hash()])).toBe(false);
    expect(await is([])).toBe(false);
    expect(await is([own.token], user, later(29.9))).toBe(true);
    expect(await is([own.token], user, later(30))).toBe(false);
    // Not longer than it was said when it was trusted.
    const briefly = await deviceOf(gate, user, { trusted_at: now, trusted_until: later(1) });
    expect(await is([briefly.token], user, later(0.9))).toBe(true);
    expect(await is([briefly.token], user, later(1))).toBe(false);
    await gate.member(await gate.board({ trust_days: 2 }), user);
    expect(await is([own.token], user, later(1.9))).toBe(true);
    expect(await is([own.token], user, later(2))).toBe(false);
  },
  note_device: async (gate) => {
    const [user, other] = [await gate.user(), await gate.user()];
    const own = await deviceOf(gate, user);
    const theirs = await deviceOf(gate, other);
    const note = async (hashes: readonly Buffer[], most = 20) =>
      (await gate.ask('note_device($1, $2, $3, $4, $5, $6)', [user, hashes, 'x'.repeat(400), '::1', now, most]))[0];
    const stored = async (id: unknown) => (await gate.query('select * from devices where id = $1', [id]))[0];
    const known = { device_id: own.id, device_hash: own.token, is_new: false };
    expect(await note([own.token, hash()])).toEqual(known);
    expect(await stored(own.id)).toMatchObject({
      ...{ user_agent: 'x'.repeat(300), address: '::1', last_seen_at: new Date(now), created_at: new Date(before) },
    });
    // The cookie of somebody else's device is that of a new one.
    const fresh = hash();
    const made = await note([theirs.token, fresh]);
    expect(made).toMatchObject({ device_hash: fresh, is_new: true });
    expect(await stored(made?.device_id)).toMatchObject({
      user_id: user,
      trusted_at: null,
      last_seen_at: new Date(now),
    });
    expect(await stored(theirs.id)).toMatchObject({ user_id: other, address: '' });
    // Of two that are known the account's own, which stands last.
    expect(await note([fresh, own.token])).toEqual(known);
    const session = { user_id: user, token_hash: hash(), remember: false, user_agent: '', expires_at: after };
    const { id } = await gate.put('sessions', { ...session, device_id: own.id });
    const onTheirs = { ...session, user_id: other, token_hash: hash(), device_id: theirs.id };
    const { id: kept } = await gate.put('sessions', onTheirs);
    const bystander = await gate.user();
    await gate.query('update devices set last_seen_at = $2 where id = $1', [own.id, before]);
    const newest = await note([hash()], 2);
    const left = await gate.query('select id from devices where user_id = $1 order by created_at, id', [user]);
    expect(left.map((row) => row.id).toSorted()).toEqual([made?.device_id, newest?.device_id].toSorted());
    expect(await gate.query('select device_id from sessions where id = $1', [id])).toEqual([{ device_id: null }]);
    expect(await stored(theirs.id)).toBeDefined();
    expect(await gate.query('select device_id from sessions where id = $1', [kept])).toEqual([
      { device_id: theirs.id },
    ]);
    expect(await isHeld(gate, bystander)).toBe(false);
  },
};

/** On a device of the same user; by trust only while it lasts, and then with two factors. */
export async function startsOnDevice(gate: GateRows): Promise<void> {
  const [user, other] = [await gate.user(), await gate.user()];
  const [own, plain, theirs] = [
    await deviceOf(gate, user, trusted),
    await deviceOf(gate, user),
    await deviceOf(gate, other, trusted),
  ];
  const start = (device: unknown, byTrust: boolean, at = now) =>
    gate.tell(`start_session($1, 'old', null, null, false, $2, null, true, '', $3, $4, $5, $6)`, [
      ...[user, hash(), at, later(90), device, byTrust],
    ]);
  const begun = async (id: unknown) =>
    (await gate.query('select device_id, strength from sessions where id = $1', [id]))[0];
  expect(await begun(await start(plain.id, false))).toEqual({ device_id: plain.id, strength: 1 });
  expect(await begun(await start(own.id, false))).toEqual({ device_id: own.id, strength: 1 });
  expect(await begun(await start(own.id, true))).toEqual({ device_id: own.id, strength: 2 });
  for (const [device, byTrust] of [
    [theirs.id, false],
    [theirs.id, true],
    [plain.id, true],
    [null, true],
  ] as const) {
    expect(await start(device, byTrust)).toBeNull();
  }
  expect(await start(own.id, true, later(30))).toBeNull();
}
