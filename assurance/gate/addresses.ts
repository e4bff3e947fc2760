import { expect } from 'vitest';
import { provider as putProvider } from './providers.ts';
import { after, before, type GateCheck, type GateRows, hash, now, type Row } from './rows.ts';

/** A member, whose board, account or self may be out of action. */
const settle = async (
  gate: GateRows,
  rows: { readonly board?: Row; readonly user?: Row; readonly member?: Row } = {},
) => {
  const board = await gate.board(rows.board);
  const user = await gate.user(rows.user);
  return { board, user, member: await gate.member(board, user, rows.member) };
};
type Settled = Awaited<ReturnType<typeof settle>>;
const shut = [
  { board: { suspended_at: before } },
  { user: { disabled_at: before } },
  { member: { status: 'inactive' } },
];

const held = async ({ put }: GateRows, board: string) => {
  const audience = await put('audiences', { board_id: board, whole_board: true });
  return { board_id: board, audience_id: audience.id, title: 'T' };
};
const meetingLink = async (gate: GateRows, { board, member }: Settled, meeting: Row = {}, link: Row = {}) => {
  const state = { state: 'published', published_at: before, starts_at: before, ends_at: now };
  const { id } = await gate.put('meetings', { ...(await held(gate, board)), type: 'remote', ...state, ...meeting });
  const token = hash();
  await gate.put('invitees', { board_id: board, meeting_id: id, member_id: member });
  await gate.put('magic_links', { board_id: board, member_id: member, meeting_id: id, uid_hash: token, ...link });
  return { id, token };
};
const newsLink = async (gate: GateRows, { board, member }: Settled, news: Row = {}) => {
  const state = { body: '{}', body_text: '', state: 'published', publish_on: before };
  const { id } = await gate.put('announcements', { ...(await held(gate, board)), ...state, ...news });
  const token = hash();
  const times = { first_opened_at: before, last_visited_at: before };
  await gate.put('announcement_readers', {
    board_id: board,
    announcement_id: id,
    member_id: member,
    uid_hash: token,
    ...times,
  });
  return { id, token };
};

const dayMs = 86_400_000;
const dayFrom = (days: number): string => new Date(Date.parse(String(now)) + days * dayMs).toISOString().slice(0, 10);
const at = (hours: number): string => new Date(Date.parse(String(now)) + (hours * dayMs) / 24).toISOString();
/** Of the whole board, unless a row names a meeting. */
const actionLink = async (gate: GateRows, { board, member }: Settled, row: Row = {}) => {
  const token = hash();
  const days = { due_on: dayFrom(30), reminders_from: dayFrom(-30), created_at: before };
  const made = { board_id: board, body_id: board, owner_id: member, title: 'T', uid_hash: token, ...days, ...row };
  return { id: (await gate.put('action_items', made)).id, token };
};

/** Secret addresses, and what is asked before a board is known. */
export const addressChecks: Readonly<Record<string, GateCheck>> = {
  find_magic_link: async (gate) => {
    const find = (token: Buffer) => gate.ask('find_magic_link($1, $2)', [token, now]);
    const own = await settle(gate);
    const fellow = await gate.member(own.board, await gate.user());
    const other = await settle(gate);
    const [mine, news] = [await meetingLink(gate, own), await newsLink(gate, own)];
    // Others of everything, which none of these opens.
    await meetingLink(gate, { ...own, member: fellow });
    await newsLink(gate, { ...own, member: fellow });
    await meetingLink(gate, other);
    await newsLink(gate, other);
    const who = { board_id: own.board, member_id: own.member, user_id: own.user };
    expect(await find(mine.token)).toEqual([{ ...who, meeting_id: mine.id, announcement_id: null }]);
    expect(await find(news.token)).toEqual([{ ...who, meeting_id: null, announcement_id: news.id }]);
    expect(await find(hash())).toEqual([]);
    const old = { starts_at: '2026-10-01T12:00:00Z', ends_at: '2026-10-17T12:00:00Z' };
    const closed = [
      await meetingLink(gate, own, {}, { revoked_at: before }),
      await meetingLink(gate, own, { deleted_at: before }),
      await meetingLink(gate, own, { state: 'draft' }),
      await meetingLink(gate, own, old),
      await newsLink(gate, own, { deleted_at: before }),
      await newsLink(gate, own, { state: 'scheduled' }),
      await newsLink(gate, own, { publish_on: old.ends_at }),
    ];
    for (const rows of [...shut, { board: { magic_links: 'off' } }]) {
      const out = await settle(gate, rows);
      closed.push(await meetingLink(gate, out), await newsLink(gate, out));
    }
    for (const [index, { token }] of closed.entries()) expect(await find(token), `closed ${index}`).toEqual([]);
  },
  find_action_link: async (gate) => {
    const find = (token: Buffer) => gate.ask('find_action_link($1, $2)', [token, now]);
    const own = await settle(gate);
    const mine = await actionLink(gate, own);
    await actionLink(gate, { ...own, member: await gate.member(own.board, await gate.user()) });
    await actionLink(gate, await settle(gate));
    const found = { board_id: own.board, user_id: own.user, action_item_id: mine.id };
    expect(await find(mine.token)).toEqual([found]);
    expect(await find(hash())).toEqual([]);
    const onMeeting = async (row: Row) => {
      const meeting = await meetingLink(gate, own, row);
      return actionLink(gate, own, { meeting_id: meeting.id, body_id: null });
    };
    expect(await find((await onMeeting({})).token)).toHaveLength(1);
    // Done lately: still shown.
    expect(await find((await actionLink(gate, own, { state: 'done', ended_at: before })).token)).toHaveLength(1);
    const closed = [
      await actionLink(gate, own, { state: 'dropped', ended_at: before }),
      await actionLink(gate, own, { state: 'done', ended_at: '2026-10-01T12:00:00Z' }),
      await onMeeting({ deleted_at: before }),
      await onMeeting({ state: 'draft' }),
    ];
    for (const rows of [...shut, { board: { magic_links: 'off' } }]) {
      closed.push(await actionLink(gate, await settle(gate, rows)));
    }
    for (const [index, { token }] of closed.entries()) expect(await find(token), `closed ${index}`).toEqual([]);
  },
  action_reminders_due: async (gate) => {
    const due = async (row: Row, rows: Parameters<typeof settle>[1] = {}) => {
      const own = await settle(gate, rows);
      await actionLink(gate, own, row);
      return own.member;
    };
    const before7 = { due_on: dayFrom(7), reminders_from: dayFrom(-1) };
    const reminded = { due_on: dayFrom(40), reminders_from: dayFrom(-1), reminded_on: dayFrom(0) };
    // Each board has days of its own.
    const before30 = { due_on: dayFrom(20), reminders_from: dayFrom(-11) };
    const early = await settle(gate);
    await gate.query(`update deciding_settings set action_reminder_days = '{30}' where board_id = $1`, [early.board]);
    await actionLink(gate, early, before30);
    // A fellow was reminded today; of another item, whoever it is was, too.
    const [fellow, again] = [await settle(gate), await settle(gate)];
    await actionLink(gate, fellow, before7);
    await actionLink(gate, { ...fellow, member: await gate.member(fellow.board, await gate.user()) }, reminded);
    for (const row of [before7, reminded]) await actionLink(gate, again, row);
    const found = [
      early.member,
      fellow.member,
      await due(before7),
      await due({ due_on: dayFrom(-7), reminders_from: dayFrom(-8) }),
      await due({ due_on: dayFrom(0), reminders_from: dayFrom(-9), reminded_on: dayFrom(-7) }),
    ];
    const others = [
      again.member,
      await due(before30),
      await due({ ...before7, reminders_from: dayFrom(0) }),
      await due({ ...before7, reminded_on: dayFrom(0) }),
      await due({ ...before7, due_on: dayFrom(8) }),
      await due({ ...before7, state: 'done', ended_at: before }),
      await due({ due_on: dayFrom(-57), reminders_from: dayFrom(-60), reminded_on: dayFrom(-1) }),
      await due(before7, { board: { suspended_at: before } }),
      // Where it is not 08:00 yet.
      await due(before7, { board: { time_zone: 'Pacific/Honolulu' } }),
    ];
    const rows = await gate.ask('action_reminders_due($1, 100000)', [now]);
    const all = [...found, ...others];
    const reported = rows.map((row) => row.member_id).filter((id) => all.includes(String(id)));
    expect(reported.toSorted()).toEqual(found.toSorted());
  },
  action_reports_due: async (gate) => {
    const tomorrow = { starts_at: at(24), ends_at: at(25) };
    const meets = async (meeting: Row, item: Row = {}, rows: Parameters<typeof settle>[1] = {}) => {
      const own = await settle(gate, rows);
      await actionLink(gate, own, { due_on: dayFrom(-1), ...item });
      return { ...own, ...(await meetingLink(gate, own, { ...tomorrow, ...meeting })) };
    };
    const [earlier, reported] = [await meets({}), await meets({})];
    // Reported yesterday; and another meeting of a board, of which one was reported today.
    const due = [await meets({}), earlier, await meetingLink(gate, reported, tomorrow)];
    for (const [{ board, id }, day] of [
      [earlier, dayFrom(-1)],
      [reported, dayFrom(0)],
    ] as const) {
      await gate.put('action_item_reports', { board_id: board, meeting_id: id, day });
    }
    const others = [
      reported,
      await meets({ starts_at: at(48), ends_at: at(49) }),
      await meets({ deleted_at: before }),
      await meets({ state: 'cancelled', cancelled_at: before }),
      await meets({}, { due_on: dayFrom(0) }),
      await meets({}, { state: 'done', ended_at: before }),
      await meets({}, {}, { board: { suspended_at: before } }),
      // Where it is not 08:00 yet.
      await meets({}, {}, { board: { time_zone: 'Pacific/Honolulu' } }),
    ];
    const rows = await gate.ask('action_reports_due($1, 100000)', [now]);
    const ids = due.map(({ id }) => id);
    const all = [...ids, ...others.map(({ id }) => id)];
    const listed = rows.map((row) => String(row.meeting_id)).filter((id) => all.includes(id));
    expect(listed.toSorted()).toEqual(ids.toSorted());
  },
  find_feed: async (gate) => {
    const feed = async ({ board, member }: Settled) => {
      const token = hash();
      await gate.put('calendar_feeds', { board_id: board, member_id: member, uid_hash: token });
      return gate.ask('find_feed($1)', [token]);
    };
    const [own, other] = [await settle(gate), await settle(gate)];
    await gate.member(own.board, other.user);
    await feed(other);
    expect(await feed(own)).toEqual([{ board_id: own.board, user_id: own.user }]);
    for (const rows of shut) expect(await feed(await settle(gate, rows))).toEqual([]);
    expect(await gate.ask('find_feed($1)', [hash()])).toEqual([]);
  },
  members_without_feed: async (gate) => {
    const [first, second] = [await settle(gate), await settle(gate, shut[0])];
    const fed = await settle(gate);
    await gate.put('calendar_feeds', { board_id: fed.board, member_id: fed.member, uid_hash: hash() });
    const fellow = { ...fed, member: await gate.member(fed.board, await gate.user()) };
    await gate.member(first.board, null);
    await settle(gate, { member: { status: 'inactive' } });
    const listed = await gate.ask('members_without_feed($1)', [10]);
    expect(new Set(listed)).toEqual(
      new Set([first, second, fellow].map(({ board, member }) => ({ board_id: board, member_id: member }))),
    );
    expect(await gate.ask('members_without_feed($1)', [1])).toHaveLength(1);
  },
  find_invitation: async (gate) => {
    const invite = async (row: Row = {}, board?: string) => {
      const of = board ?? (await gate.board());
      const person = {
        email: 'guest@example.org',
        first_name: 'G',
        last_name: 'G',
        token_hash: hash(),
        expires_at: after,
      };
      const member = await gate.member(of, null);
      return gate.put('invitations', { board_id: of, member_id: member, ...person, ...row });
    };
    const find = async ({ token_hash }: Row) => gate.ask('find_invitation($1, $2)', [token_hash, now]);
    const own = await invite();
    await invite();
    await gate.user();
    expect(await find({ token_hash: hash() })).toEqual([]);
    const found = { invitation_id: own.id, board_id: own.board_id, state: 'open', account_exists: false };
    const open = await find(own);
    expect(open).toHaveLength(1);
    expect(open).toMatchObject([found]);
    await gate.user({ email: 'GUEST@example.org' });
    expect(await find(own)).toMatchObject([{ ...found, account_exists: true }]);
    expect(await find(await invite({ redeemed_at: before }))).toMatchObject([{ state: 'redeemed' }]);
    expect(await find(await invite({ revoked_at: before }))).toMatchObject([{ state: 'revoked' }]);
    expect(await find(await invite({ expires_at: before }))).toMatchObject([{ state: 'expired' }]);
    const suspended = await gate.board({ suspended_at: before });
    expect(await find(await invite({}, suspended))).toMatchObject([{ state: 'suspended' }]);
    const { id } = await putProvider(gate);
    await putProvider(gate, { name: 'Other ID' });
    const [opens, offers] = [
      await gate.board({ provider_id: id, provider_required: true }),
      await gate.board({ provider_id: id }),
    ];
    expect(await find(await invite({}, opens))).toMatchObject([{ opens_by: id, opens_by_name: 'Harbour ID' }]);
    expect(await find(await invite({}, offers))).toMatchObject([{ opens_by: null, opens_by_name: null }]);
  },
  current_shortname: async (gate) => {
    const [own, other] = [await gate.board({ shortname: 'zq-own' }), await gate.board({ shortname: 'zq-other' })];
    const current = async (name: string) =>
      (await gate.query('select gate.current_shortname($1) as name', [name])).map(({ name: found }) => found);
    await gate.query('delete from former_shortnames');
    await gate.put('former_shortnames', { shortname: 'zq-old', board_id: own });
    // The only former name that there is leads nobody else to its board.
    expect(await current('zq-never')).toEqual([null]);
    await gate.put('former_shortnames', { shortname: 'zq-older', board_id: other });
    expect(await current('ZQ-own')).toEqual(['zq-own']);
    expect(await current('ZQ-old')).toEqual(['zq-own']);
    expect(await current('zq-older')).toEqual(['zq-other']);
    expect(await current('zq-never')).toEqual([null]);
  },
  find_board_face: async (gate) => {
    const board_id = await gate.board({ shortname: 'zq-own', title: 'Own' });
    await gate.board({ title: 'Other' });
    const { id: provider } = await putProvider(gate);
    const faces = () => gate.ask('find_board_face($1)', ['zq-own']);
    expect(await faces()).toMatchObject([{ board_id, title: 'Own', provider_id: null }]);
    await gate.query('update boards set provider_id = $2 where id = $1', [board_id, provider]);
    expect(await faces()).toMatchObject([{ board_id, provider_id: provider }]);
    await gate.query('update providers set switched_off_at = $2 where id = $1', [provider, before]);
    expect(await faces()).toMatchObject([{ board_id, provider_id: null, provider_name: null }]);
    expect(await gate.ask('find_board_face($1)', ['zq-never'])).toEqual([]);
  },
  keep_shortname: async (gate) => {
    // A new board has had no name before.
    await expect(gate.board({ shortname: 'zq-first' })).resolves.toBeTypeOf('string');
    const [own, other] = [await gate.board({ shortname: 'zq-own' }), await gate.board({ shortname: 'zq-other' })];
    const rename = (board: string, name: string) =>
      gate.query('update boards set shortname = $1 where id = $2', [name, board]);
    const former = async () =>
      (
        await gate.query('select shortname from former_shortnames where board_id = any($1) order by 1', [[own, other]])
      ).map(({ shortname }) => shortname);
    expect(await former()).toEqual([]);
    await rename(own, 'zq-new');
    // Another board’s former name is in nobody’s way but of who wants just that one.
    await expect(rename(other, 'zq-renamed')).resolves.toEqual([]);
    expect(await former()).toEqual(['zq-other', 'zq-own']);
    await expect(rename(own, 'zq-own')).resolves.toEqual([]);
    expect(await former()).toEqual(['zq-new', 'zq-other']);
    await gate.query('savepoint kept');
    await expect(rename(other, 'zq-new')).rejects.toThrow('another board has had this shortname');
    await gate.query('rollback to savepoint kept');
  },
  find_visible_picture: async (gate) => {
    const [reader, fellow, far] = [
      await gate.user({ img_url: '/zq/me' }),
      await gate.user({ img_url: '/zq/a' }),
      await gate.user({ img_url: '/zq/b' }),
    ];
    const [own, other, left] = [await gate.board(), await gate.board(), await gate.board()];
    const suspended = await gate.board({ suspended_at: before });
    const sees = (url: string, who = reader) => gate.tell('find_visible_picture($1, $2)', [url, who]);
    await gate.member(other, far);
    await gate.member(suspended, far);
    await gate.member(suspended, reader);
    await gate.member(left, far);
    await gate.member(left, reader, { status: 'inactive' });
    expect(await sees('/zq/me')).toBe(reader);
    await gate.member(own, reader);
    await gate.member(own, fellow);
    expect(await sees('/zq/a')).toBe(fellow);
    expect(await sees('/zq/b')).toBeNull();
    expect(await sees('/zq/never')).toBeNull();
    expect(await sees('/zq/a', far)).toBeNull();
  },
};
