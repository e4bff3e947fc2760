import { expect, test } from 'vitest';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp({
  UPLOAD_MAX_MB: '7',
  UPLOAD_TYPES: 'pdf,png',
  ATTENDANCE_OPENS_MINUTES_BEFORE: '45',
  EDITS_CLOSE_MINUTES_AFTER: '60',
  VIEWER_LICENSE: 'a licence',
  PASSWORD_RESET_URL: 'https://accounts.example.org/reset',
});

test('S3.1 the user comes with names, role, slug and memberships on the current board', async () => {
  const member = await server.make.member({ firstName: 'Ruth', lastName: 'Okafor', isBoardAdmin: true });
  const { user } = (await (await server.signIn(member)).get('/ajax/start')).json.data;
  expect(user).toEqual({
    id: member.userId,
    first_name: 'Ruth',
    last_name: 'Okafor',
    name: 'Ruth Okafor',
    email: member.email,
    slug: member.slug,
    img_url: null,
    theme: 'system',
    viewer_size: 'normal',
    is_site_admin: false,
    boardInfo: { member_id: member.id, is_board_admin: true, status: 'active' },
    office: null,
    boardMemberStatus: 'active',
    groupMemberships: [],
  });
});

test('S1.1 S3.2 each board of the user comes with its face, its zone and its own address', async () => {
  const user = await server.make.user();
  const one = await server.make.board({
    title: 'Anchor Club',
    shortname: 'anchor',
    timeZone: 'Europe/London',
    peopleHidden: true,
  });
  const two = await server.make.board({ title: 'Beacon Trust', shortname: 'beacon', suspended: true });
  await server.make.board({ title: 'Somebody else’s' });
  await server.make.member({ board: one, user });
  await server.make.member({ board: two, user });
  const start = (await (await server.signIn({ userId: user.id, boardId: one.id })).get('/ajax/start')).json.data;
  expect(start.current_board_id).toBe(one.id);
  expect(start.boards).toEqual([
    {
      board_info: { board_id: one.id },
      title: 'Anchor Club',
      shortname: 'anchor',
      logo_url: null,
      primary_color: '#124e52',
      time_zone: 'Europe/London',
      people_hidden: true,
      suspended: false,
      two_factor_missing: false,
      opens_by: null,
      baseUrl: 'https://dais.example',
      groups: [],
    },
    expect.objectContaining({ title: 'Beacon Trust', suspended: true }),
  ]);
});

test('S3.15 settings come from the environment: types, sizes, minutes, licence, engine, reset address', async () => {
  const { settings } = (await server.stranger().get('/ajax/start')).json.data;
  expect(settings).toMatchObject({
    upload_types: ['pdf', 'png'],
    upload_bytes_max: 7 * 1024 * 1024,
    attendance_opens_minutes_before: 45,
    edits_close_minutes_after: 60,
    viewer_engine: 'pdfjs',
    viewer_license: 'a licence',
    password_reset_url: 'https://accounts.example.org/reset',
  });
});

test('a stranger sees the face of the board that the address names, and of no other', async () => {
  await server.make.board({ title: 'Capstan Society', shortname: 'capstan' });
  const face = async (query: string) => (await server.stranger().get(`/ajax/start${query}`)).json.data.face;
  expect(await face('?board=capstan')).toEqual({
    ...{ title: 'Capstan Society', logo_url: null, primary_color: '#124e52', provider: null },
  });
  expect(await face('?board=nobody')).toBe(null);
  expect(await face('')).toBe(null);
});

test('M25e whoever names many boards that are none finds no more; the page and the login go on', async () => {
  await server.context.pool.query('delete from rate_limits');
  await server.make.board({ title: 'Davit Society', shortname: 'davit' });
  const ask = (board: string) => server.app.inject({ url: `/ajax/start?board=${board}`, remoteAddress: '192.0.2.30' });
  for (let nth = 0; nth < 40; nth += 1) expect((await ask('davit')).statusCode).toBe(200);
  for (let nth = 0; nth < 30; nth += 1) expect((await ask(`guess-${nth}`)).statusCode).toBe(200);
  const limited = await ask('davit');
  expect([limited.statusCode, limited.json().data.face]).toEqual([200, null]);
  const page = (from: string) =>
    server.app.inject({ url: '/login?board=davit', remoteAddress: from, headers: { accept: 'text/html' } });
  const [here, elsewhere] = [await page('192.0.2.30'), await page('192.0.2.31')];
  expect([here.statusCode, elsewhere.statusCode]).toEqual([200, 200]);
  expect(here.body).not.toContain('Davit');
  expect(elsewhere.body).toContain('Davit');
  expect((await server.app.inject({ url: '/ajax/start', remoteAddress: '192.0.2.30' })).statusCode).toBe(200);
});

test('M25e the board that a browser was on last has its face there; a cookie that names none is nobody’s try', async () => {
  await server.context.pool.query('delete from rate_limits');
  const board = await server.make.board({ title: 'Fender Society', shortname: 'fender' });
  const member = await server.make.member({ board });
  const home = await (await server.signIn(member)).get('/home', { accept: 'text/html' });
  const set = [home.headers['set-cookie'] ?? []].flat().map(String);
  const [remembered = ''] = set.find((each) => each.startsWith('__Host-dais_board='))?.split(';') ?? [];
  const ask = (url: string, cookie: string) =>
    server.app.inject({ url, remoteAddress: '192.0.2.40', headers: { cookie, accept: 'text/html' } });
  expect((await ask('/login', remembered)).body).toContain('Fender');
  expect((await ask('/ajax/start', remembered)).json().data.face.title).toBe('Fender Society');
  await server.asSuperuser((database) =>
    database.query("update boards set shortname = 'fender-trust' where id = $1", [board.id]),
  );
  expect((await ask('/login', remembered)).body).toContain('Fender');
  // What names nothing is taken away and is nobody's try; nor is a name that somebody wrote into the cookie a way to try names.
  for (const made of ['fender', 'fender.', `fender.${'q'.repeat(43)}`, 'nobody']) {
    for (let nth = 0; nth < 10; nth += 1) {
      for (const url of ['/login', '/ajax/start']) {
        const answer = await ask(url, `__Host-dais_board=${made}`);
        expect([answer.statusCode, answer.body.includes('Fender')]).toEqual([200, false]);
        expect(String(answer.headers['set-cookie'])).toMatch(/__Host-dais_board=; Max-Age=0/);
      }
    }
  }
  expect((await ask('/login?board=fender', '')).body).toContain('Fender');
});

test('M8 a letter that no link holds leads to a page that is not there', async () => {
  const page = async (path: string) =>
    (await server.app.inject({ url: path, headers: { accept: 'text/html' } })).statusCode;
  for (const letter of ['m', 'y', 'p', 'r', 'n']) expect(await page(`/attendance/m-bqwerty/${letter}`)).toBe(200);
  for (const letter of ['x', 'Y', 'yy', '', 'toString'])
    expect(await page(`/attendance/m-bqwerty/${letter}`)).toBe(404);
});

test('two tabs on two boards never mix: the call names the board that its page was loaded for', async () => {
  const user = await server.make.user();
  const [one, two] = [await server.make.board({ title: 'Drift' }), await server.make.board({ title: 'Eddy' })];
  await server.make.member({ board: one, user, isBoardAdmin: true });
  await server.make.member({ board: two, user, isBoardAdmin: true });
  const client = await server.signIn({ userId: user.id, boardId: one.id });
  const made = {
    title: 'In the second tab',
    type: 'remote',
    start: '2026-12-01T10:00:00Z',
    end: '2026-12-01T11:00:00Z',
  };
  const body = { ...made, location: '', join_url: '', description: '' };
  expect((await client.post('/ajax/meetings', body, { 'x-board': two.id })).status).toBe(200);
  const drafts = async (boardId: string) =>
    (await client.get('/ajax/meetings', { 'x-board': boardId })).json.data.drafts.length;
  expect(await drafts(one.id)).toBe(0);
  expect(await drafts(two.id)).toBe(1);
});

/** What came with a page, by the address of the call that it answers. */
const answersIn = (page: string): ReadonlyMap<string, { readonly data: Record<string, never> }> =>
  new Map(
    [...page.matchAll(/<script type="application\/json" data-answer="([^"]*)">([^<]*)<\/script>/g)].map(
      ([, address = '', json = '']) => [address, JSON.parse(json)],
    ),
  );

test('a page carries the answers to its first calls, as the calls give them', async () => {
  const board = await server.make.board();
  const member = await server.make.member({ board });
  const meeting = await server.make.meeting({ board, title: '</script><b>Rollover</b>' });
  await server.make.invitee({ meeting, member, lastVisitedAt: '2026-01-01T10:00:00Z' });
  const client = await server.signIn(member);
  const page = async (path: string) => answersIn((await client.get(path, { accept: 'text/html' })).text);
  for (const [path, ...calls] of [
    ['/home', '/ajax/dashboard'],
    [`/meetings/${meeting.id}`, `/ajax/meetings/${meeting.id}`],
    ['/meetings?year=2025', '/ajax/meetings?year=2025'],
    ['/announcements', '/ajax/announcements'],
    ['/library', '/ajax/library'],
  ] as const) {
    const carried = await page(path);
    expect([...carried.keys()]).toEqual(calls);
    for (const call of calls) expect(carried.get(call)).toEqual((await client.get(call)).json);
  }
  // It begins like a meeting's address.
  expect((await page('/meetings/create')).size).toBe(0);
});

test('a page carries nothing that its reader does not see, and nothing where nobody reads it', async () => {
  const [board, other] = [await server.make.board(), await server.make.board()];
  const [member, stranger] = [await server.make.member({ board }), await server.make.member({ board: other })];
  const meeting = await server.make.meeting({ board, title: 'Behind closed doors' });
  await server.make.invitee({ meeting, member });
  const visits = async () =>
    (
      await server.asSuperuser((database) =>
        database.query('select last_visited_at from invitees where meeting_id = $1', [meeting.id]),
      )
    ).rows[0]?.last_visited_at;
  const own = await server.signIn(member);
  const path = `/meetings/${meeting.id}`;
  const foreign = await (await server.signIn(stranger)).get(path, { accept: 'text/html' });
  expect([foreign.status, answersIn(foreign.text).size]).toEqual([200, 0]);
  expect(foreign.text).not.toContain('Behind closed doors');
  const ahead = await own.get(path, { accept: 'text/html', 'sec-purpose': 'prefetch;prerender' });
  expect([ahead.status, answersIn(ahead.text).size, await visits()]).toEqual([200, 0, null]);
  const read = await own.get(path, { accept: 'text/html' });
  expect([answersIn(read.text).size, read.headers['cache-control']]).toEqual([1, 'no-store']);
  expect(await visits()).not.toBe(null);
});

test('a page that nobody opens changes neither the board of the session nor who signed in', async () => {
  const user = await server.make.user();
  const [here, there] = [await server.make.board(), await server.make.board()];
  for (const board of [here, there]) await server.make.member({ board, user });
  const client = await server.signIn({ userId: user.id, boardId: here.id });
  const page = `/home?board=${there.shortname}`;
  const found = async () => {
    const { rows } = await server.asSuperuser((database) =>
      database.query(
        `select (select board_id from sessions where user_id = $1) as board,
          (select count(*)::int from sign_ins where board_id = $2) as noted`,
        [user.id, there.id],
      ),
    );
    return rows[0];
  };
  for (const purpose of ['prefetch', 'prefetch;prerender'])
    expect((await client.get(page, { accept: 'text/html', 'sec-purpose': purpose })).status).toBe(200);
  expect((await client.head(page, { accept: 'text/html' })).status).toBe(200);
  expect(await found()).toEqual({ board: here.id, noted: 0 });
  expect((await client.get(page, { accept: 'text/html' })).status).toBe(200);
  expect(await found()).toEqual({ board: there.id, noted: 1 });
});
