import { expect } from 'vitest';
import { before, type GateCheck, type GateRows, hash, isHeld, now, type Row } from './rows.ts';

const admin = (gate: GateRows, row: Row = {}) => gate.user({ is_site_admin: true, ...row });
/** Who is no site admin, or none any more. */
const others = async (gate: GateRows) => [await gate.user(), await admin(gate, { disabled_at: before }), null];
const flagsOf = async ({ query }: GateRows, id: string) =>
  (await query('select is_site_admin, disabled_at is not null as is_disabled from users where id = $1', [id]))[0];

/** What site admins alone read and do. */
export const siteChecks: Readonly<Record<string, GateCheck>> = {
  set_user_access: async (gate) => {
    await gate.query('update users set is_site_admin = false');
    const [by, user, other] = [await admin(gate), await gate.user(), await gate.user()];
    const bystander = await gate.user();
    for (const id of [user, other]) {
      const row = { user_id: id, token_hash: hash(), expires_at: '2027-01-01', remember: false };
      await gate.put('sessions', { ...row, user_agent: '' });
      await gate.put('pending_sign_ins', { ...row, next: '/', created_at: before });
    }
    const signIns = async () =>
      (
        await gate.query(
          `select (select count(*)::int from sessions where user_id = u) + (select count(*)::int from pending_sign_ins where user_id = u) as n
           from unnest($1::uuid[]) u`,
          [[user, other]],
        )
      ).map(({ n }) => n);
    const set = (as: string | null, whom: string, disable: boolean | null, makeAdmin: boolean | null) =>
      gate.tell('set_user_access($1, $2, $3, $4, $5)', [as, whom, disable, makeAdmin, now]);
    for (const stranger of await others(gate)) expect(await set(stranger, user, true, null)).toBe('refused');
    expect(await set(by, hash().toString('hex').slice(0, 32), true, null)).toBe('missing');
    expect(await set(by, user, false, false)).toBe('same');
    expect(await set(by, user, null, null)).toBe('same');
    expect(await set(by, by, true, null)).toBe('last');
    expect(await set(by, by, null, false)).toBe('last');
    // Who is one, but disabled, does not count; what takes nothing from them is no last of theirs.
    expect(await flagsOf(gate, by)).toEqual({ is_site_admin: true, is_disabled: false });
    expect(await signIns()).toEqual([2, 2]);
    expect(await set(by, user, null, true)).toBe('done');
    expect(await signIns()).toEqual([2, 2]);
    expect(await flagsOf(gate, user)).toEqual({ is_site_admin: true, is_disabled: false });
    expect(await set(by, user, true, null)).toBe('done');
    expect(await signIns()).toEqual([0, 2]);
    expect(await flagsOf(gate, user)).toEqual({ is_site_admin: true, is_disabled: true });
    expect(await set(by, user, true, false)).toBe('done');
    expect(await set(by, user, false, null)).toBe('done');
    expect(await flagsOf(gate, user)).toEqual({ is_site_admin: false, is_disabled: false });
    expect(await flagsOf(gate, other)).toEqual({ is_site_admin: false, is_disabled: false });
    const [second, third] = [await admin(gate), await admin(gate)];
    expect(await set(by, second, null, false)).toBe('done');
    // Site admins wait for each other, so that the last never goes; nobody else waits.
    expect([await isHeld(gate, third), await isHeld(gate, bystander)]).toEqual([true, false]);
    const disabled = await admin(gate, { disabled_at: before });
    expect(await set(by, disabled, null, false)).toBe('done');
  },
  site_boards: async (gate) => {
    const by = await admin(gate);
    const word = `zq${hash().toString('hex').slice(0, 12)}`;
    const own = await gate.board({ title: `The ${word.toUpperCase()} trust`, shortname: `a-${word}` });
    const named = await gate.board({ title: 'Choir', shortname: `b-${word}` });
    const suspended = await gate.board({ title: `${word} band`, suspended_at: before });
    const list = async (as: string | null, find: string, state = 'all') =>
      gate.ask('site_boards($1, $2, $3, 0, 100000)', [as, find, state]);
    const ids = async (find: string, state?: string) => (await list(by, find, state)).map(({ id }) => id).toSorted();
    for (const stranger of await others(gate)) expect(await list(stranger, '')).toEqual([]);
    expect(await ids(word)).toEqual([own, named, suspended].toSorted());
    expect(await ids(`the ${word}`)).toEqual([own]);
    expect(await ids(word, 'suspended')).toEqual([suspended]);
    expect(await ids(word, 'active')).toEqual([own, named].toSorted());
    expect(await ids('')).toHaveLength((await gate.query('select from boards')).length);
    const face = async () => (await list(by, `the ${word}`))[0];
    // On each of two boards; what does not count of it, on the first.
    const nothing = { active_members: 0, invited_members: 0, has_admin: false, documents: 0, meetings: 0 };
    expect(await face()).toMatchObject({ ...nothing, found: 1 });
    const users = [await gate.user(), await gate.user({ disabled_at: before })] as const;
    await gate.member(named, users[0], { is_board_admin: true });
    await gate.member(named, null);
    await gate.member(own, users[0]);
    expect(await face()).toMatchObject({ active_members: 1, invited_members: 0, has_admin: false });
    await gate.member(own, users[1], { is_board_admin: true });
    expect(await face()).toMatchObject({ active_members: 2, invited_members: 0, has_admin: false });
    await gate.member(own, await gate.user(), { is_board_admin: true, status: 'inactive', removed_at: before });
    expect(await face()).toMatchObject({ active_members: 2, invited_members: 0, has_admin: false });
    await gate.member(own, null);
    await gate.member(own, await gate.user(), { is_board_admin: true });
    expect(await face()).toMatchObject({ active_members: 3, invited_members: 1, has_admin: true });
    for (const board of [own, named]) {
      for (const deleted_at of [null, before]) {
        const audience = await gate.put('audiences', { board_id: board, whole_board: true });
        const held = { board_id: board, audience_id: audience.id, title: 'T', type: 'remote' };
        const meeting = await gate.put('meetings', { ...held, deleted_at });
        const kind = { title: 'P', extension: 'pdf', mime_type: 'application/pdf', meeting_id: meeting.id };
        const paper = await gate.put('documents', { board_id: board, ...kind, deleted_at });
        const file = { number: 1, filename: 'p.pdf', storage_key: paper.id, byte_size: 100, sha256: hash() };
        await gate.put('document_versions', { board_id: board, document_id: paper.id, ...file });
      }
      const at = board === own ? before : now;
      await gate.put('audit_entries', { board_id: board, action: 'x', subject_kind: 'x', at });
    }
    const full = { documents: 1, stored_bytes: 200, meetings: 1, last_active_at: new Date(before) };
    expect(await face()).toMatchObject({ ...full, active_members: 3, found: 1 });
  },
  site_users: async (gate) => {
    const by = await admin(gate);
    const word = `zq${hash().toString('hex').slice(0, 12)}`;
    const own = await gate.user({ first_name: 'Ada', last_name: word.toUpperCase() });
    const out = await gate.user({ last_name: word, disabled_at: before });
    const chief = await admin(gate, { email: `${word}@example.org` });
    const [board, elsewhere, left] = [await gate.board({ title: 'Own' }), await gate.board(), await gate.board()];
    await gate.member(board, own);
    await gate.member(left, own, { status: 'inactive', removed_at: before });
    await gate.member(elsewhere, chief);
    const list = (as: string | null, find: string, state = 'all', on: string | null = null) =>
      gate.ask('site_users($1, $2, $3, $4, 0, 100000)', [as, find, state, on]);
    const ids = async (state?: string, on?: string | null, find = word) =>
      (await list(by, find, state, on)).map(({ id }) => id).toSorted();
    for (const stranger of await others(gate)) expect(await list(stranger, '')).toEqual([]);
    expect(await ids()).toEqual([own, out, chief].toSorted());
    expect(await ids('all', null, `ada ${word}`)).toEqual([own, out].toSorted());
    expect(await ids('disabled')).toEqual([out]);
    expect(await ids('site-admins')).toEqual([chief]);
    expect(await ids('all', board)).toEqual([own]);
    expect(await ids('all', elsewhere)).toEqual([chief]);
    expect(await ids('all', left)).toEqual([]);
    expect(await ids('all', null, '')).toHaveLength((await gate.query('select from users')).length);
    const listed = async () => (await list(by, word)).find(({ id }) => id === own);
    const factor = { sealed_secret: hash(), last_used_step: 1, created_at: before };
    const session = (user: string, at: string) => {
      const token = { token_hash: hash(), expires_at: '2027-01-01', remember: false, user_agent: '' };
      return gate.put('sessions', { user_id: user, ...token, last_seen_at: at });
    };
    await gate.put('two_factors', { user_id: chief, ...factor, confirmed_at: before });
    await gate.put('two_factors', { user_id: own, ...factor });
    await session(chief, now);
    const boards = [{ title: 'Own', status: 'active' }];
    const shown = await listed();
    expect(shown).toMatchObject({ has_two_factor: false, sessions: 0, last_seen_at: null, boards });
    expect(shown?.boards).toHaveLength(1);
    await gate.query('update two_factors set confirmed_at = $1 where user_id = $2', [before, own]);
    await session(own, before);
    expect(await listed()).toMatchObject({ has_two_factor: true, sessions: 1, last_seen_at: new Date(before) });
  },
};
