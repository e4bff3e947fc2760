import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { startsOnDevice } from './devices.ts';
import { connection, endsWithItsTwelveHours, opensAsModelled, provider, startsByConnection } from './providers.ts';
import { after, attempt, before, type GateCheck, type GateRows, hash, now, type Row } from './rows.ts';

const session = async ({ put }: GateRows, userId: string, row: Row = {}) => {
  const token = hash();
  const made = { user_id: userId, token_hash: token, remember: false, user_agent: '', expires_at: after };
  const { id } = await put('sessions', { ...made, created_at: before, last_seen_at: before, ...row });
  return { id, token };
};
const pending = async ({ put }: GateRows, userId: string, row: Row = {}) => {
  const token = hash();
  const made = { user_id: userId, token_hash: token, remember: true, next: '/home', created_at: before };
  const { id } = await put('pending_sign_ins', { ...made, expires_at: after, ...row });
  return { id, token };
};
const stored = async ({ query }: GateRows, id: string) =>
  (await query('select * from sessions where id = $1', [id]))[0] ?? null;
const isThere = async ({ query }: GateRows, table: string, id: string) =>
  (await query(`select from ${table} where id = $1`, [id])).length === 1;

async function meetingOn({ put }: GateRows, board_id: string) {
  const audience = await put('audiences', { board_id, whole_board: true });
  const made = { board_id, audience_id: audience.id, title: 'Quarter', type: 'remote' };
  return { id: (await put('meetings', made)).id, boardId: board_id };
}

async function documentOf({ put }: GateRows, meeting: { readonly id: string; readonly boardId: string }) {
  const made = { board_id: meeting.boardId, meeting_id: meeting.id, title: 'Paper', position: 1 };
  return (await put('documents', { ...made, extension: 'pdf', mime_type: 'application/pdf' })).id;
}

/** Sessions and sign-ins that wait for a code: of that user, while they last, and of nobody who is disabled. */
export const sessionChecks: Readonly<Record<string, GateCheck>> = {
  find_session: async (gate) => {
    const [user, other] = [await gate.user(), await gate.user()];
    const [own, theirs] = [await session(gate, user), await session(gate, other)];
    const find = (token: Buffer) => gate.ask(`find_session($1, '2 hours', $2)`, [token, now]);
    expect(await find(own.token)).toMatchObject([{ session_id: own.id, user_id: user, has_second_factor: false }]);
    expect(await find(hash())).toEqual([]);
    const seen = { last_seen_at: new Date(now), expires_at: new Date('2026-11-16T14:00:00Z') };
    expect(await stored(gate, own.id)).toMatchObject(seen);
    expect(await stored(gate, theirs.id)).toMatchObject({ last_seen_at: new Date(before) });
    const old = await session(gate, user, { expires_at: before });
    expect(await find(old.token)).toEqual([]);
    expect(await stored(gate, old.id)).toMatchObject({ last_seen_at: new Date(before) });
    const kept = await session(gate, user, { remember: true });
    await find(kept.token);
    expect(await stored(gate, kept.id)).toMatchObject({ last_seen_at: new Date(now), expires_at: new Date(after) });
    const recent = await session(gate, user, { last_seen_at: '2026-11-16T11:59:00Z' });
    expect(await find(recent.token)).toHaveLength(1);
    expect(await stored(gate, recent.id)).toMatchObject({ last_seen_at: new Date('2026-11-16T11:59:00Z') });
    const out = await session(gate, await gate.user({ disabled_at: before }));
    expect(await find(out.token)).toEqual([]);
    const factor = { sealed_secret: hash(), last_used_step: 1, created_at: before };
    await gate.put('two_factors', { user_id: other, ...factor, confirmed_at: before });
    await gate.put('two_factors', { user_id: user, ...factor });
    expect(await find(own.token)).toMatchObject([{ has_second_factor: false }]);
    expect(await find(theirs.token)).toMatchObject([{ has_second_factor: true }]);
    await endsWithItsTwelveHours(gate, find);
  },
  enter: async (gate) => {
    const [user, board] = [await gate.user(), await gate.board()];
    const member = await gate.member(board, user);
    const other = await gate.board();
    const own = await session(gate, user, { board_id: board });
    const meeting = await meetingOn(gate, board);
    const [document, foreign] = [await documentOf(gate, meeting), await meetingOn(gate, other)];
    const enter = async (token: Buffer, access: string, from: string, wanted: string | null) =>
      attempt(
        gate,
        async () =>
          (await gate.tell('enter($1, null, $2, $3, $4, $5::uuid)', [token, now, access, from, wanted])) as Row,
      );
    const entered = { session_id: own.id, user_id: user, board_id: board, member_id: member, is_board_admin: false };
    for (const [from, wanted] of [
      ['board', null],
      ['board', board],
      ['meeting', meeting.id],
      ['document', document],
    ] as const) {
      expect(await enter(own.token, 'member', from, wanted)).toMatchObject({
        ...entered,
        is_use_due: true,
        groups: [],
      });
    }
    const set = await gate.query(
      `select current_setting('dais.board_id') as board, current_setting('dais.user_id') as user,
         current_setting('dais.member_id') as member, current_setting('dais.rights') as rights`,
    );
    expect(set).toEqual([{ board, user, member, rights: 'member' }]);
    // It reads: the session's last use is written afterwards.
    expect(await stored(gate, own.id)).toMatchObject({ last_seen_at: new Date(before) });
    expect(await enter(own.token, 'board-admin', 'board', null)).toBe('DA403');
    for (const [from, wanted] of [
      ['board', other],
      ['meeting', foreign.id],
      ['document', foreign.id],
      ['elsewhere', board],
      ['elsewhere', document],
    ] as const) {
      expect(await enter(own.token, 'member', from, wanted)).toBe('DA404');
    }
    expect(await enter(hash(), 'member', 'board', board)).toBe('DA419');
    // Later in the request, when the token may have been renewed.
    const enterAgain = (id: string) =>
      attempt(
        gate,
        async () => (await gate.tell('enter(null, $1, $2, $3, $4, $5)', [id, now, 'member', 'board', board])) as Row,
      );
    expect(await enterAgain(own.id)).toMatchObject(entered);
    expect(await enterAgain(user)).toBe('DA419');
    const old = await session(gate, user, { board_id: board, expires_at: before });
    expect(await enter(old.token, 'member', 'board', null)).toBe('DA419');
    expect(await enterAgain(old.id)).toBe('DA419');
    const out = await gate.user({ disabled_at: before });
    await gate.member(board, out);
    expect(await enter((await session(gate, out)).token, 'member', 'board', board)).toBe('DA419');
    const left = await gate.user();
    await gate.member(board, left, { status: 'inactive' });
    expect(await enter((await session(gate, left)).token, 'member', 'board', board)).toBe('DA404');
    const chair = await gate.user();
    const chairs = await gate.member(board, chair);
    const { id: group } = await gate.put('groups', { board_id: board, name: 'Finance' });
    const { id: second } = await gate.put('groups', { board_id: board, name: 'Works' });
    const admits = { board_id: board, member_id: chairs };
    await gate.put('group_members', { ...admits, group_id: group, is_group_admin: true });
    await gate.put('group_members', { ...admits, group_id: second });
    expect(await enter((await session(gate, chair)).token, 'member', 'board', board)).toMatchObject({
      groups: [
        { id: group, is_group_admin: true },
        { id: second, is_group_admin: false },
      ],
    });
    const settings =
      'select current_rights() as rights, current_group_ids() as ids, current_administered_group_ids() as administered';
    expect(await gate.query(settings)).toEqual([
      { rights: 'group-admin', ids: [group, second], administered: [group] },
    ]);
    const admin = await gate.user();
    await gate.member(board, admin, { is_board_admin: true });
    const admins = await session(gate, admin, { last_seen_at: '2026-11-16T11:59:00Z' });
    expect(await enter(admins.token, 'board-admin', 'board', board)).toMatchObject({
      is_use_due: false,
      is_board_admin: true,
    });
    expect(await gate.query(settings)).toEqual([{ rights: 'board-admin', ids: [], administered: [] }]);
    await gate.query('update boards set two_factor_required = true where id = $1', [board]);
    expect(await enter(own.token, 'member', 'board', null)).toBe('DA2FA');
    const factor = { sealed_secret: hash(), last_used_step: 1, created_at: before };
    await gate.put('two_factors', { user_id: user, ...factor, confirmed_at: before });
    expect(await enter(own.token, 'member', 'board', null)).toMatchObject(entered);
    await gate.query('update boards set suspended_at = $2 where id = $1', [board, before]);
    expect(await enter(own.token, 'member', 'board', null)).toBe('DA404');
    await opensAsModelled(gate);
  },
  note_session_uses: async (gate) => {
    const user = await gate.user();
    const [own, kept, recent, old, other] = [
      await session(gate, user),
      await session(gate, user, { remember: true }),
      await session(gate, user, { last_seen_at: '2026-11-16T11:59:00Z' }),
      await session(gate, user, { expires_at: before }),
      await session(gate, user),
    ];
    const used = [own, kept, recent, old];
    await gate.tell(`note_session_uses($1, $2, '2 hours')`, [used.map(({ token }) => token), used.map(() => now)]);
    const until = new Date('2026-11-16T14:00:00Z');
    expect(await stored(gate, own.id)).toMatchObject({ last_seen_at: new Date(now), expires_at: until });
    expect(await stored(gate, kept.id)).toMatchObject({ last_seen_at: new Date(now), expires_at: new Date(after) });
    expect(await stored(gate, recent.id)).toMatchObject({ last_seen_at: new Date('2026-11-16T11:59:00Z') });
    expect(await stored(gate, old.id)).toMatchObject({ last_seen_at: new Date(before) });
    expect(await stored(gate, other.id)).toMatchObject({ last_seen_at: new Date(before) });
    await endsWithItsTwelveHours(gate, (token) => gate.tell(`note_session_uses($1, $2, '2 hours')`, [[token], [now]]));
  },
  note_room_connections: async (gate) => {
    const board = await gate.board();
    const [own, other] = [await gate.member(board, await gate.user()), await gate.member(board, await gate.user())];
    const meeting = await meetingOn(gate, board);
    const hear = (boardId: string, meetingId = meeting.id, memberId = own) =>
      gate.tell('note_room_connections($1, $2, $3)', [[boardId], [meetingId], [memberId]]);
    const heard = () =>
      gate.query('select member_id, seen_at from room_connections where meeting_id = $1', [meeting.id]);
    // Of another board's meeting or member, and of what has gone meanwhile, nothing is kept, and nothing is in the way.
    const elsewhere = await gate.board();
    const stranger = await gate.member(elsewhere, await gate.user());
    const gone = randomUUID();
    for (const [boardId, meetingId, memberId] of [
      [elsewhere, meeting.id, own],
      [elsewhere, meeting.id, stranger],
      [board, meeting.id, stranger],
      [board, gone, own],
      [board, meeting.id, gone],
    ] as const) {
      await expect(hear(boardId, meetingId, memberId)).resolves.toBeNull();
    }
    expect(await heard()).toEqual([]);
    await hear(board);
    const [first, ...rest] = await heard();
    expect([first?.member_id, rest]).toEqual([own, []]);
    await hear(board);
    const [again] = await heard();
    expect(Number(again?.seen_at)).toBeGreaterThanOrEqual(Number(first?.seen_at));
    expect((await heard()).map(({ member_id: id }) => id)).not.toContain(other);
  },
  note_meeting_visits: async (gate) => {
    const board = await gate.board();
    const [visitor, other] = [await gate.member(board, await gate.user()), await gate.member(board, await gate.user())];
    const [meeting, later] = [await meetingOn(gate, board), await meetingOn(gate, board)];
    for (const [meeting_id, member_id] of [
      [meeting.id, visitor],
      [meeting.id, other],
      [later.id, visitor],
    ]) {
      await gate.put('invitees', { board_id: board, meeting_id, member_id });
    }
    const visit = (at: string, boardId = board) =>
      gate.tell(`note_meeting_visits($1, $2, $3, $4, '30 minutes', '1 minute')`, [
        [boardId],
        [meeting.id],
        [visitor],
        [at],
      ]);
    const seen = async (member: string, meetingId = meeting.id) => {
      const [row] = await gate.query(
        'select last_visited_at, previous_visited_at from invitees where meeting_id = $1 and member_id = $2',
        [meetingId, member],
      );
      return Object.values(row ?? {}).map((at) => (at as Date | null)?.toISOString().slice(11, 19) ?? null);
    };
    await visit('2026-11-16T12:00:00Z', await gate.board());
    expect(await seen(visitor)).toEqual([null, null]);
    await visit('2026-11-16T12:00:00Z');
    expect(await seen(visitor)).toEqual(['12:00:00', null]);
    await visit('2026-11-16T12:00:30Z');
    expect(await seen(visitor)).toEqual(['12:00:00', null]);
    await visit('2026-11-16T12:29:00Z');
    expect(await seen(visitor)).toEqual(['12:29:00', null]);
    await visit('2026-11-16T13:00:00Z');
    expect(await seen(visitor)).toEqual(['13:00:00', '12:29:00']);
    expect(await seen(other)).toEqual([null, null]);
    expect(await seen(visitor, later.id)).toEqual([null, null]);
  },
  find_sign_in: async (gate) => {
    const [user, other] = [await gate.user({ email: 'Zq-Ada@example.org' }), await gate.user()];
    const out = await gate.user({ email: 'zq-out@example.org', disabled_at: before });
    const factor = { sealed_secret: hash(), last_used_step: 1, created_at: before };
    await gate.put('two_factors', { user_id: other, ...factor, confirmed_at: before });
    await gate.put('two_factors', { user_id: user, ...factor });
    const find = (email: string) => gate.ask('find_sign_in($1)', [email]);
    const found = { user_id: user, password_hash: 'old', is_disabled: false, has_second_factor: false, opens_at: null };
    expect(await find('zq-ADA@example.org')).toEqual([found]);
    expect(await find('zq-out@example.org')).toEqual([{ ...found, user_id: out, is_disabled: true }]);
    expect(await find('zq-nobody@example.org')).toEqual([]);
    await gate.query('update two_factors set confirmed_at = $2 where user_id = $1', [user, before]);
    await gate.query('update users set opens_at = $2 where id = $1', [user, after]);
    expect(await find('zq-ada@example.org')).toEqual([
      { ...found, has_second_factor: true, opens_at: new Date(after) },
    ]);
  },
  user_boards: async (gate) => {
    const [user, other] = [await gate.user(), await gate.user()];
    const [plain, strict] = [
      await gate.board({ title: 'A' }),
      await gate.board({ title: 'B', two_factor_required: true }),
    ];
    const left = await gate.board();
    for (const board of [plain, strict, left]) await gate.member(board, other);
    const [own] = [await gate.member(plain, user), await gate.member(strict, user)];
    await gate.member(left, user, { status: 'inactive' });
    const factor = { sealed_secret: hash(), last_used_step: 1, created_at: before };
    await gate.put('two_factors', { user_id: other, ...factor, confirmed_at: before });
    await gate.put('two_factors', { user_id: user, ...factor });
    const boards = async () =>
      (await gate.ask('user_boards($1, null)', [user])).map((row) => [row.board_id, row.two_factor_missing]);
    expect(await boards()).toEqual([
      [plain, false],
      [strict, true],
    ]);
    expect((await gate.ask('user_boards($1, null)', [user]))[0]).toMatchObject({ member_id: own, status: 'active' });
    await gate.query('update two_factors set confirmed_at = $2 where user_id = $1', [user, before]);
    expect(await boards()).toEqual([
      [plain, false],
      [strict, false],
    ]);
    await opensAsModelled(gate);
  },
  set_session_board: async (gate) => {
    const [user, other] = [await gate.user(), await gate.user()];
    const [own, theirs, closed] = [await gate.board(), await gate.board(), await gate.board()];
    await gate.member(own, user);
    await gate.member(own, other);
    await gate.member(theirs, other);
    await gate.member(closed, user, { status: 'inactive' });
    const [mine, not] = [await session(gate, user), await session(gate, other)];
    const set = (board: string, token = mine.token) => gate.tell('set_session_board($1, $2)', [token, board]);
    for (const board of [theirs, closed]) expect(await set(board)).toBe(false);
    expect(await set(own, hash())).toBe(false);
    expect(await set(own)).toBe(true);
    expect(await stored(gate, mine.id)).toMatchObject({ board_id: own });
    expect(await stored(gate, not.id)).toMatchObject({ board_id: null });
  },
  confirm_session: async (gate) => {
    const user = await gate.user();
    const token = hash();
    await gate.query('delete from sessions');
    const own = await session(gate, user);
    // The only one that there is is confirmed by nothing but its own token.
    expect(await gate.tell('confirm_session($1, $2, $3)', [hash(), hash(), now])).toBe(false);
    const other = await session(gate, user);
    expect(await gate.tell('confirm_session($1, $2, $3)', [own.token, token, now])).toBe(true);
    expect(await stored(gate, own.id)).toMatchObject({ token_hash: token, confirmed_at: new Date(now) });
    expect(await stored(gate, other.id)).toMatchObject({ token_hash: other.token, confirmed_at: null });
  },
  end_session: async (gate) => {
    const user = await gate.user();
    const [own, other] = [await session(gate, user), await session(gate, user)];
    await gate.tell('end_session($1)', [own.token]);
    expect([await isThere(gate, 'sessions', own.id), await isThere(gate, 'sessions', other.id)]).toEqual([false, true]);
  },
  end_sign_ins: async (gate) => {
    const [user, other] = [await gate.user(), await gate.user()];
    const rows = [
      ['sessions', await session(gate, user)],
      ['pending_sign_ins', await pending(gate, user)],
      ['sessions', await session(gate, other)],
      ['pending_sign_ins', await pending(gate, other)],
    ] as const;
    expect(await gate.tell('end_sign_ins($1)', [user])).toBe(1);
    const left = [];
    for (const [table, { id }] of rows) left.push(await isThere(gate, table, id));
    expect(left).toEqual([false, false, true, true]);
  },
  leave_board: async (gate) => {
    const [user, other] = [await gate.user(), await gate.user()];
    const [left, kept, still] = [await gate.board(), await gate.board(), await gate.board()];
    await gate.member(left, user, { status: 'inactive' });
    await gate.member(left, other);
    await gate.member(kept, user);
    await gate.member(still, user);
    const [gone, elsewhere, theirs] = [
      await session(gate, user, { board_id: left }),
      await session(gate, user, { board_id: kept }),
      await session(gate, other, { board_id: left }),
    ];
    await gate.tell('leave_board($1, $2)', [user, left]);
    await gate.tell('leave_board($1, $2)', [user, still]);
    const boards = [];
    for (const { id } of [gone, elsewhere, theirs]) boards.push((await stored(gate, id))?.board_id);
    expect(boards).toEqual([null, kept, left]);
    await gate.tell('leave_board($1, $2)', [user, kept]);
    expect(await stored(gate, elsewhere.id)).toMatchObject({ board_id: kept });
  },
  start_pending_sign_in: (gate) =>
    startsFor(gate, 'start_pending_sign_in', (user, checked) => [
      ...[user, checked, null, hash(), true, '/home', null, now, after],
    ]),
  start_session: async (gate) => {
    await startsFor(gate, 'start_session', (user, checked) => [
      ...[user, checked, null, null, false, hash(), null, true, '', now, after],
    ]);
    await startsByPasskey(gate);
    await startsByConnection(gate);
    await startsOnDevice(gate);
  },
  is_pending_sign_in: async (gate) => {
    const user = await gate.user();
    const is = (token: Buffer) => gate.tell('is_pending_sign_in($1, $2)', [token, now]);
    expect(await is((await pending(gate, user)).token)).toBe(true);
    expect(await is(hash())).toBe(false);
    expect(await is((await pending(gate, user, { expires_at: before })).token)).toBe(false);
    expect(await is((await pending(gate, await gate.user({ disabled_at: before }))).token)).toBe(false);
  },
  try_pending_sign_in: async (gate) => {
    const user = await gate.user();
    const attempt = (token: Buffer) => gate.ask('try_pending_sign_in($1, $2, 5)', [token, now]);
    const own = await pending(gate, user);
    expect(await attempt(own.token)).toMatchObject([{ user_id: user, checked_hash: 'old' }]);
    // Who came by a provider showed no password.
    const { id: connection_id } = await connection(gate, user, (await provider(gate)).id);
    const byProvider = await pending(gate, user, { connection_id });
    expect(await attempt(byProvider.token)).toMatchObject([{ user_id: user, checked_hash: null, connection_id }]);
    expect(await attempt(hash())).toEqual([]);
    expect(await attempt((await pending(gate, user, { expires_at: before })).token)).toEqual([]);
    expect(await attempt((await pending(gate, user, { tries: 5 })).token)).toEqual([]);
    expect(await attempt((await pending(gate, await gate.user({ disabled_at: before }))).token)).toEqual([]);
    expect(await gate.query('select tries from pending_sign_ins where id = $1', [own.id])).toEqual([{ tries: 1 }]);
  },
  end_pending_sign_in: async (gate) => {
    const user = await gate.user();
    const [own, other] = [await pending(gate, user), await pending(gate, user)];
    expect(await gate.tell('end_pending_sign_in($1)', [hash()])).toBe(false);
    expect(await gate.tell('end_pending_sign_in($1)', [own.token])).toBe(true);
    expect(await isThere(gate, 'pending_sign_ins', other.id)).toBe(true);
  },
};

/** By a passkey of that user, which is there still; and by one proof alone. */
async function startsByPasskey(gate: GateRows): Promise<void> {
  const [user, other, out] = [await gate.user(), await gate.user(), await gate.user({ disabled_at: before })];
  const made = {
    public_key: hash(),
    counter: 0,
    transports: [],
    is_backed_up: false,
    name: 'Desk',
    created_at: before,
  };
  const passkeyOf = async (user_id: string) =>
    (await gate.put('passkeys', { user_id, credential_id: hash(), ...made })).id;
  const [own, theirs, shut] = [await passkeyOf(user), await passkeyOf(other), await passkeyOf(out)];
  const start = (who: string, checked: string | null, passkey: string | null) =>
    attempt(gate, () =>
      gate.tell(`start_session($1, $2, $3, null, false, $4, null, true, '', $5, $6)`, [
        ...[who, checked, passkey, hash(), now, after],
      ]),
    );
  expect(await start(user, null, theirs)).toBeNull();
  expect(await start(out, null, shut)).toBeNull();
  expect(await start(user, null, null)).toBeNull();
  expect(await start(user, 'old', own)).toBeNull();
  const opensAt = (at: unknown) => gate.query('update users set opens_at = $2 where id = $1', [user, at]);
  await opensAt(after);
  expect(await start(user, null, own)).toBeNull();
  await opensAt(now);
  const started = await start(user, null, own);
  const begun = 'select begun_by, strength, own_factor, remember, passkey_id from sessions where id::text = $1';
  expect(await gate.query(begun, [started])).toEqual([
    { begun_by: 'passkey', strength: 2, own_factor: true, remember: true, passkey_id: own },
  ]);
  await gate.query('delete from passkeys where id = $1', [own]);
  expect(await start(user, null, own)).toBeNull();
}

/** For the user whose password was checked, if it is still that one, and they are not disabled. */
async function startsFor(
  gate: GateRows,
  name: string,
  valuesOf: (user: string, checked: string) => readonly unknown[],
): Promise<void> {
  const [user, disabled] = [await gate.user({ password_hash: 'own' }), await gate.user({ disabled_at: before })];
  // Somebody else has the same hash.
  await gate.user();
  const start = async (who: string, checked: string) => {
    const values = valuesOf(who, checked);
    const call = `select started from gate.${name}(${values.map((_, n) => `$${n + 1}`)}) started`;
    const answer = await attempt(gate, () => gate.query(call, values));
    return typeof answer === 'string' ? [{ started: answer }] : answer;
  };
  const none = [{ started: null }];
  expect(await start(user, 'another')).toEqual(none);
  expect(await start(disabled, 'old')).toEqual(none);
  const opensAt = (at: unknown) => gate.query('update users set opens_at = $2 where id = $1', [user, at]);
  await opensAt(after);
  expect(await start(user, 'own')).toEqual(none);
  await opensAt(now);
  const table = name === 'start_session' ? 'sessions' : 'pending_sign_ins';
  const [made] = await start(user, 'own');
  const begun = name === 'start_session' ? ', begun_by, strength, own_factor, provider_id' : '';
  expect(await gate.query(`select user_id${begun} from ${table} where id::text = $1`, [made?.started])).toEqual([
    {
      user_id: user,
      ...(begun === '' ? {} : { begun_by: 'password', strength: 1, own_factor: false, provider_id: null }),
    },
  ]);
}
