import { expect, test } from 'vitest';
import { testApp } from '#tests/support/test-app.ts';

const html = { accept: 'text/html' };
const server = testApp({
  UPLOAD_MAX_MB: '7',
  UPLOAD_TYPES: 'pdf,png',
  ATTENDANCE_OPENS_MINUTES_BEFORE: '45',
  EDITS_CLOSE_MINUTES_AFTER: '60',
  VIEWER_LICENSE: 'a licence',
  PASSWORD_RESET_URL: 'https://accounts.example.org/reset',
});

const dataOf = async (who: Parameters<typeof server.signIn>[0]) =>
  (await (await server.signIn(who)).get('/ajax/start')).json.data;
test('the start data contain the title, colour, time zone and address of each of the user’s boards', async () => {
  const user = await server.make.user();
  const names = { title: 'Anchor Club', shortname: 'anchor' };
  const one = await server.make.board({ ...names, timeZone: 'Europe/London', peopleHidden: true });
  const two = await server.make.board({ title: 'Beacon Trust', shortname: 'beacon', suspended: true });
  await server.make.board({ title: 'Somebody else’s' });
  for (const board of [one, two]) await server.make.member({ board, user });
  const start = await dataOf({ userId: user.id, boardId: one.id });
  expect(start.current_board_id).toBe(one.id);
  expect(start.boards).toMatchObject([
    {
      ...names,
      board_info: { board_id: one.id },
      primary_color: '#124e52',
      time_zone: 'Europe/London',
      people_hidden: true,
      suspended: false,
      baseUrl: 'https://dais.example',
    },
    { title: 'Beacon Trust', suspended: true },
  ]);
});

test('the start data contain the limits, viewer and password reset page set in the environment', async () => {
  expect((await server.stranger().get('/ajax/start')).json.data.settings).toMatchObject({
    upload_types: ['pdf', 'png'],
    upload_bytes_max: 7 * 1024 * 1024,
    attendance_opens_minutes_before: 45,
    edits_close_minutes_after: 60,
    viewer_engine: 'pdfjs',
    viewer_license: 'a licence',
    password_reset_url: 'https://accounts.example.org/reset',
  });
});

test('a stranger sees the title, logo and colour of the board in the address, and of no other board', async () => {
  await server.make.board({ title: 'Capstan Society', shortname: 'capstan' });
  const face = async (query: string) => (await server.stranger().get(`/ajax/start${query}`)).json.data.face;
  const capstan = { title: 'Capstan Society', logo_url: null, primary_color: '#124e52', provider: null };
  expect([await face('?board=capstan'), await face('?board=nobody'), await face('')]).toEqual([capstan, null, null]);
});

test('a network address that guesses too many shortnames is shown no boards, but can still open pages', async () => {
  await server.context.pool.query('delete from rate_limits');
  await server.make.board({ title: 'Davit Society', shortname: 'davit' });
  const ask = (query: string) => server.app.inject({ url: `/ajax/start${query}`, remoteAddress: '192.0.2.30' });
  for (let nth = 0; nth < 40; nth += 1) expect((await ask('?board=davit')).statusCode).toBe(200);
  for (let nth = 0; nth < 30; nth += 1) expect((await ask(`?board=guess-${nth}`)).statusCode).toBe(200);
  const limited = await ask('?board=davit');
  expect([limited.statusCode, limited.json().data.face]).toEqual([200, null]);
  const page = async (remoteAddress: string) => {
    const { statusCode, body } = await server.app.inject({ url: '/login?board=davit', remoteAddress, headers: html });
    return [statusCode, body.includes('Davit')];
  };
  expect([await page('192.0.2.30'), await page('192.0.2.31')]).toEqual([
    [200, false],
    [200, true],
  ]);
  expect((await ask('')).statusCode).toBe(200);
});

test('visitors with a cookie for their last board see that board, and an invalid cookie is deleted', async () => {
  await server.context.pool.query('delete from rate_limits');
  const board = await server.make.board({ title: 'Fender Society', shortname: 'fender' });
  const home = await (await server.signIn(await server.make.member({ board }))).get('/home', html);
  const set = [home.headers['set-cookie'] ?? []].flat().map(String);
  const [remembered = ''] = set.find((each) => each.startsWith('__Host-dais_board='))?.split(';') ?? [];
  const ask = (url: string, cookie: string) =>
    server.app.inject({ url, remoteAddress: '192.0.2.40', headers: { cookie, ...html } });
  expect((await ask('/login', remembered)).body).toContain('Fender');
  expect((await ask('/ajax/start', remembered)).json().data.face.title).toBe('Fender Society');
  await server.sql("update boards set shortname = 'fender-trust' where id = $1", [board.id]);
  expect((await ask('/login', remembered)).body).toContain('Fender');
  // A forged cookie must not reveal which shortnames exist.
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

test('a link with an unknown reply code shows the not-found page', async () => {
  const page = async (answer: string) =>
    (await server.app.inject({ url: `/attendance/m-bqwerty/${answer}`, headers: html })).statusCode;
  for (const answer of ['m', 'y', 'p', 'r', 'n']) expect(await page(answer)).toBe(200);
  for (const answer of ['x', 'Y', 'yy', '', 'toString']) expect(await page(answer)).toBe(404);
});

const answersIn = (page: string): ReadonlyMap<string, { readonly data: Record<string, never> }> =>
  new Map(
    [...page.matchAll(/<script type="application\/json" data-answer="([^"]*)">([^<]*)<\/script>/g)].map(
      ([, address = '', json = '']) => [address, JSON.parse(json)],
    ),
  );

test('a page contains the responses to its first requests, identical to those of the API', async () => {
  const board = await server.make.board();
  const member = await server.make.member({ board });
  const meeting = await server.make.meeting({ board, title: '</script><b>Rollover</b>' });
  await server.make.invitee({ meeting, member, lastVisitedAt: '2026-01-01T10:00:00Z' });
  const client = await server.signIn(member);
  const page = async (path: string) => answersIn((await client.get(path, html)).text);
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
  expect((await page('/meetings/create')).size).toBe(0);
});

test('a page contains only data that its reader may see, and no data if it is prefetched', async () => {
  const board = await server.make.board();
  const member = await server.make.member({ board });
  const meeting = await server.make.meeting({ board, title: 'Behind closed doors' });
  await server.make.invitee({ meeting, member });
  const visited = async () => {
    const [row] = await server.sql('select last_visited_at from invitees where meeting_id = $1', [meeting.id]);
    return row?.last_visited_at instanceof Date;
  };
  const path = `/meetings/${meeting.id}`;
  const foreign = await (await server.signIn(await server.make.member())).get(path, html);
  expect([foreign.status, answersIn(foreign.text).size]).toEqual([200, 0]);
  expect(foreign.text).not.toContain('Behind closed doors');
  const own = await server.signIn(member);
  const ahead = await own.get(path, { ...html, 'sec-purpose': 'prefetch;prerender' });
  expect([ahead.status, answersIn(ahead.text).size, await visited()]).toEqual([200, 0, false]);
  const read = await own.get(path, html);
  expect([answersIn(read.text).size, read.headers['cache-control'], await visited()]).toEqual([1, 'no-store', true]);
});

test('prefetching a page does not switch the session’s board or count as a sign-in', async () => {
  const user = await server.make.user();
  const [here, there] = [await server.make.board(), await server.make.board()];
  for (const board of [here, there]) await server.make.member({ board, user });
  const client = await server.signIn({ userId: user.id, boardId: here.id });
  const page = `/home?board=${there.shortname}`;
  const state = () =>
    server.sql(
      `select (select board_id from sessions where user_id = $1) as board,
        (select count(*)::int from sign_ins where board_id = $2) as counted`,
      [user.id, there.id],
    );
  for (const purpose of ['prefetch', 'prefetch;prerender'])
    expect((await client.get(page, { ...html, 'sec-purpose': purpose })).status).toBe(200);
  expect((await client.head(page, html)).status).toBe(200);
  expect(await state()).toEqual([{ board: here.id, counted: 0 }]);
  expect((await client.get(page, html)).status).toBe(200);
  expect(await state()).toEqual([{ board: there.id, counted: 1 }]);
});
