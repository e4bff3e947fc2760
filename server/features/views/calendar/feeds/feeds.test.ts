import ICAL from 'ical.js';
import { beforeEach, expect, test } from 'vitest';
import type { CalendarFeed } from '#contract/calendar.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import type { TestClient } from '#tests/support/client.ts';
import { inBoard, type MadeBoard, type MadeMember, type makeMeeting } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeMissingFeeds } from './commands.ts';
import { makeMissingFeedsJob } from './jobs.ts';

const server = testApp();

let board: MadeBoard;
let member: MadeMember;
let client: TestClient;
beforeEach(async () => {
  server.context.clock.set('2026-11-16T12:00:00Z');
  board = await server.make.board({ title: 'Harbour Trust', timeZone: 'America/Halifax' });
  member = await server.make.member({ board, firstName: 'Ben' });
  client = await server.signIn(member);
});

const addressOf = async (): Promise<string> =>
  new URL((await client.get('/ajax/feeds')).json.data.feeds[0].address).pathname;

async function eventsOf(path: string) {
  const answer = await server.stranger().get(path);
  expect(answer.status).toBe(200);
  const calendar = new ICAL.Component(ICAL.parse(answer.text));
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
  return { calendar, events, answer };
}

async function invited(given: Parameters<typeof makeMeeting>[1] = {}) {
  const meeting = await server.make.meeting({ board, ...given });
  await server.make.invitee({ meeting, member });
  return meeting;
}

test('S7.15 a feed holds every published meeting of its member: hybrid, cancelled, and nothing else', async () => {
  const hybrid = await invited({ title: 'Hybrid', location: 'Hall', joinUrl: 'https://meet.example/x' });
  const cancelled = await invited({ title: 'Called off', state: 'cancelled' });
  await invited({ title: 'A draft', state: 'draft' });
  await server.make.meeting({ board, title: 'Of others' });
  await server.make.document({ meeting: hybrid, title: 'Secret paper.pdf' });
  const { calendar, events, answer } = await eventsOf(await addressOf());
  expect(events.map((event) => [event.summary, event.component.getFirstPropertyValue('status')]).toSorted()).toEqual([
    ['Cancelled: Called off', 'CANCELLED'],
    ['Hybrid', 'CONFIRMED'],
  ]);
  expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Harbour Trust');
  expect(events.map((event) => event.uid).toSorted()).toEqual(
    [hybrid.id, cancelled.id].map((id) => `${id}@dais.example`).toSorted(),
  );
  expect(events.map((event) => event.component.getFirstPropertyValue('url'))).toContain(
    `https://dais.example/meetings/${hybrid.id}`,
  );
  expect(answer.text).not.toMatch(/Secret paper|m-b[a-z2-7]{20}/);
  expect(answer.headers['content-type']).toContain('text/calendar');
});

test('M4 a feed ends with a line end, with meetings in it and without', async () => {
  const path = await addressOf();
  const isClosed = async () => (await server.stranger().get(path)).text.endsWith('\r\nEND:VCALENDAR\r\n');
  expect(await isClosed()).toBe(true);
  await invited();
  expect(await isClosed()).toBe(true);
});

test('what was moved keeps its UID and has a higher SEQUENCE', async () => {
  const meeting = await invited({ startsAt: '2026-12-01T14:00:00Z' });
  const path = await addressOf();
  const [before] = (await eventsOf(path)).events;
  const admin = await server.signIn(await server.make.member({ board, isBoardAdmin: true }));
  await admin.post(`/ajax/meetings/${meeting.id}/reschedule`, {
    ...{ type: 'hybrid', start: '2026-12-02T14:00:00Z', end: '2026-12-02T15:00:00Z' },
  });
  const [after] = (await eventsOf(path)).events;
  expect(after?.uid).toBe(before?.uid);
  expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0);
  expect(after?.startDate.toJSDate()).toEqual(new Date('2026-12-02T14:00:00Z'));
});

test('wall clocks are right on both sides of every change of the clocks, over years', async () => {
  const starts = [
    '2024-03-09T13:00:00Z',
    '2024-03-11T13:00:00Z',
    '2025-07-01T13:00:00Z',
    '2026-11-01T05:30:00Z',
    '2029-01-15T13:00:00Z',
  ];
  for (const startsAt of starts) await invited({ startsAt, title: startsAt });
  const { events } = await eventsOf(await addressOf());
  for (const event of events)
    expect(event.startDate.toJSDate().toISOString()).toBe(new Date(event.summary).toISOString());
  expect(events).toHaveLength(starts.length);
});

test('who has this version is told so; after a change there is another', async () => {
  const meeting = await invited();
  const path = await addressOf();
  const { answer } = await eventsOf(path);
  const etag = String(answer.headers.etag);
  server.context.clock.advance({ minutes: 90 });
  const again = await server.stranger().get(path, { 'if-none-match': etag });
  expect([again.status, again.text]).toEqual([304, '']);
  await server.inBoard(board.id, (tx) =>
    tx.updateTable('meetings').set({ title: 'Renamed' }).where('id', '=', meeting.id).execute(),
  );
  const changed = await server.stranger().get(path, { 'if-none-match': etag });
  expect([changed.status, changed.headers.etag === etag]).toEqual([200, false]);
});

test('500 meetings are one answer, within a second', async () => {
  await server.asSuperuser(async (database) => {
    await database.query(
      `with audience as (insert into audiences (board_id, whole_board) select $1, true from generate_series(1, 500) returning id),
            numbered as (select id, row_number() over () as nth from audience),
            meeting as (
              insert into meetings (board_id, audience_id, title, type, state, starts_at, ends_at, published_at)
              select $1, id, 'Meeting ' || nth, 'remote', 'published', timestamptz '2020-01-01' + nth * interval '5 days',
                     timestamptz '2020-01-01' + nth * interval '5 days' + interval '1 hour', now() from numbered returning id
            )
       insert into invitees (board_id, meeting_id, member_id) select $1, id, $2 from meeting`,
      [board.id, member.id],
    );
  });
  const path = await addressOf();
  const begun = performance.now();
  const { events } = await eventsOf(path);
  expect(events).toHaveLength(500);
  expect(performance.now() - begun).toBeLessThan(5_000);
});

test('a renewed address ends the old one; of ten who renew at once the last address counts', async () => {
  const old = await addressOf();
  const renew = () => client.post('/ajax/feeds/renew', { board_id: board.id });
  const answers = await Promise.all(Array.from({ length: 10 }, renew));
  expect((await server.stranger().get(old)).status).toBe(404);
  const current = await addressOf();
  expect((await server.stranger().get(current)).status).toBe(200);
  const paths = answers.map(({ json }) => new URL(json.data.feed.address).pathname);
  expect(paths).toContain(current);
});

test('it tells nothing of a member who is inactive or disabled, nor of a suspended board', async () => {
  const path = await addressOf();
  const status = async () => (await server.stranger().get(path)).status;
  const as = (sql: string, values: readonly unknown[]) =>
    server.asSuperuser((database) => database.query(sql, [...values]));
  expect(await status()).toBe(200);
  await as("update members set status = 'inactive' where id = $1", [member.id]);
  expect(await status()).toBe(404);
  await as("update members set status = 'active' where id = $1", [member.id]);
  await as('update users set disabled_at = now() where id = $1', [member.userId]);
  expect(await status()).toBe(404);
  await as('update users set disabled_at = null where id = $1', [member.userId]);
  await as('update boards set suspended_at = now() where id = $1', [board.id]);
  expect(await status()).toBe(404);
});

test('only the SHA-256 of an address is kept, and nobody else’s is told', async () => {
  const path = await addressOf();
  const rows = await server.inBoard(board.id, (tx) => tx.selectFrom('calendar_feeds').selectAll().execute());
  expect(JSON.stringify(rows)).not.toContain(path.slice(7, 40));
  const other = await server.signIn(await server.make.member({ board }));
  expect(JSON.stringify((await other.get('/ajax/feeds')).json)).not.toContain(path);
  expect((await other.post('/ajax/feeds/renew', { board_id: (await server.make.board()).id })).status).toBe(404);
});

test('S7.14 each type of calendar subscribes at its own place, part by part', async () => {
  const meeting = await invited();
  const feed = `https://dais.example${await addressOf()}`;
  const to = async (type: string) =>
    new URL(String((await client.get(`/meetings/subscribetocalendar/${meeting.id}/${type}`)).headers.location));
  const google = await to('google');
  expect([google.host, google.searchParams.get('cid')]).toEqual([
    'calendar.google.com',
    feed.replace('https:', 'webcal:'),
  ]);
  for (const [type, host] of [
    ['outlook365', 'outlook.office.com'],
    ['outlook', 'outlook.live.com'],
  ] as const) {
    const outlook = await to(type);
    expect([outlook.host, outlook.searchParams.get('url'), outlook.searchParams.get('name')]).toEqual([
      ...[host, feed, 'Harbour Trust'],
    ]);
  }
  expect((await to('ical')).href).toBe(feed.replace('https:', 'webcal:'));
  expect((await client.get('/meetings/genericsubscribetocalendar/ical')).headers.location).toBe(
    feed.replace('https:', 'webcal:'),
  );
});

test('S1.13 S6.11 subscribing asks a visitor to log in first, and then carries on', async () => {
  const meeting = await server.make.meeting({ board });
  const { uid } = await server.make.invitee({ meeting, member });
  const path = `/meetings/subscribetocalendar/${uid}/google`;
  const answer = await server.stranger().get(path);
  expect(answer.headers.location).toBe(
    `/login?next=${encodeURIComponent(`/meetings/${meeting.id}?calendar=google`)}&board=${board.shortname}`,
  );
  expect((await client.get(path)).headers.location).toMatch(/^https:\/\/calendar\.google\.com/);
});

test('M5 by the meeting’s id, too, the login leads to that meeting; without one to one’s own feeds', async () => {
  const meeting = await invited();
  const next = async (path: string) => {
    const { headers } = await server.stranger().get(path);
    return new URL(String(headers.location), 'https://dais.example').searchParams.get('next');
  };
  const atMeeting = `/meetings/${meeting.id}?calendar=ical`;
  expect(await next(`/meetings/subscribetocalendar/${meeting.id}/ical`)).toBe(atMeeting);
  expect(await next('/meetings/genericsubscribetocalendar/outlook')).toBe('/account?calendar=outlook');
  // A magic uid that opens nothing says nothing of a meeting.
  expect(await next(`/meetings/subscribetocalendar/m-b${'a'.repeat(52)}/ical`)).toBe('/account?calendar=ical');
});

const vendorsAndUs = /^(https:\/\/calendar\.google\.com\/|\/(meetings|account)[^:]*$)/;
const foreignPages: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'another site': { 'sec-fetch-site': 'cross-site' },
  'another site that claims to be ours': { 'sec-fetch-site': 'cross-site', referer: 'https://dais.example/home' },
  'a neighbour under our domain': { 'sec-fetch-site': 'same-site' },
  'another site, by its address': { referer: 'https://evil.example/page' },
  'a sandboxed page': { origin: 'null' },
};
const ownPages: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a page of ours': { 'sec-fetch-site': 'same-origin', referer: 'https://dais.example/home' },
  'the reader or a mail program': { 'sec-fetch-site': 'none' },
  'a page of ours, by its address': { referer: 'https://dais.example/home' },
};

test.each(Object.entries(foreignPages))(
  'M24 a link on %s asks first, and hands over no feed address',
  async (_, headers) => {
    const meeting = await invited();
    const feed = await addressOf();
    const { uid } = await server.make.invitee({
      meeting: await server.make.meeting({ board }),
      member,
    });
    const asked = {
      [`/meetings/subscribetocalendar/${meeting.id}/google`]: `/meetings/${meeting.id}?calendar=google`,
      [`/meetings/subscribetocalendar/${uid}/google`]: /^\/meetings\/[0-9a-f-]{36}\?calendar=google$/,
      '/meetings/genericsubscribetocalendar/google': '/account?calendar=google',
    };
    for (const [path, page] of Object.entries(asked)) {
      const answer = await client.get(path, headers);
      expect(answer.headers.location).toMatch(vendorsAndUs);
      expect(answer.headers.location).toEqual(typeof page === 'string' ? page : expect.stringMatching(page));
      expect(JSON.stringify(answer.headers)).not.toContain(feed.slice(6, 40));
    }
  },
);

test.each(Object.entries(ownPages))('M24 a link opened by %s goes on to the calendar', async (_, headers) => {
  const meeting = await invited();
  for (const path of [
    `/meetings/subscribetocalendar/${meeting.id}/google`,
    '/meetings/genericsubscribetocalendar/google',
  ]) {
    expect((await client.get(path, headers)).headers.location).toMatch(/^https:\/\/calendar\.google\.com\//);
  }
});

test('M24 another site is told nothing of a foreign meeting: it is not there, asked or not', async () => {
  const foreign = await server.make.meeting();
  const path = `/meetings/subscribetocalendar/${foreign.id}/google`;
  for (const site of ['cross-site', 'same-origin', 'none'])
    expect((await client.get(path, { 'sec-fetch-site': site })).status).toBe(404);
});

const feedRows = () =>
  server.asSuperuser(async (database) => {
    const { rows } = await database.query(
      'select member_id, generation, uid_hash, created_at from calendar_feeds order by 1',
    );
    return rows;
  });

test('M24 no GET writes a feed, and feeds that are missing are left out until the next start, or the hour', async () => {
  const meeting = await invited();
  const { uid } = await server.make.invitee({ meeting: await server.make.meeting({ board }), member });
  const before = await feedRows();
  const paths = [
    ...['/ajax/feeds', '/meetings/genericsubscribetocalendar/ical', `/meetings/subscribetocalendar/${meeting.id}/ical`],
    ...[`/meetings/subscribetocalendar/${uid}/google`, await addressOf()],
  ];
  for (const path of paths) expect((await client.get(path)).status).toBeLessThan(400);
  expect(await feedRows()).toEqual(before);

  // As members stand who joined before each had a feed.
  const address = await addressOf();
  const forgotten = await server.make.member({ board: await server.make.board() });
  const left = await server.make.member({ board, status: 'inactive' });
  const ids = [member.id, forgotten.id, left.id];
  await server.asSuperuser((database) => database.query('delete from calendar_feeds where member_id = any($1)', [ids]));
  // Their other boards are listed all the same.
  const elsewhere = await server.make.board({ title: 'Salt Works' });
  await server.make.member({ board: elsewhere, user: { ...member, id: String(member.userId) } });
  const { feeds } = (await client.get('/ajax/feeds')).json.data;
  expect(feeds.map(({ title }: CalendarFeed) => title)).toEqual(['Salt Works']);
  expect((await client.get('/meetings/genericsubscribetocalendar/ical')).status).toBe(404);
  expect((await feedRows()).map((row) => row.member_id)).not.toContain(member.id);
  const job = makeMissingFeedsJob(server.context);
  await Promise.all([makeMissingFeeds(server.context), job.handle({}, { attempt: 1, isLast: true })]);
  const filled = await feedRows();
  expect(filled.map((row) => row.member_id)).toEqual(expect.arrayContaining([member.id, forgotten.id]));
  expect(filled.map((row) => row.member_id)).not.toContain(left.id);
  expect(await addressOf()).toBe(address);
  expect((await server.stranger().get(address)).status).toBe(200);
  await makeMissingFeeds(server.context);
  expect(await feedRows()).toEqual(filled);
});

test('M24 a suspended board’s members get theirs too, for when it is resumed', async () => {
  await server.asSuperuser(async (database) => {
    await database.query('delete from calendar_feeds where member_id = $1', [member.id]);
    await database.query('update boards set suspended_at = now() where id = $1', [board.id]);
  });
  await makeMissingFeeds(server.context);
  expect((await feedRows()).map((row) => row.member_id)).toContain(member.id);
});

test('M24 whoever is made active again has a feed, another than before', async () => {
  const before = await addressOf();
  const admin = await server.signIn(await server.make.member({ board, isBoardAdmin: true }));
  const stand = (person: MadeMember, status: string) => admin.post(`/ajax/people/${person.id}/status`, { status });
  await stand(member, 'inactive');
  expect((await stand(member, 'active')).json.status).toBe('success');
  client = await server.signIn(member);
  expect(await addressOf()).not.toBe(before);
  expect((await server.stranger().get(await addressOf())).status).toBe(200);
  // One who became inactive before members had feeds.
  const old = await server.make.member({ board, status: 'inactive' });
  await server.asSuperuser((database) => database.query('delete from calendar_feeds where member_id = $1', [old.id]));
  expect((await stand(old, 'active')).json.status).toBe('success');
  expect((await feedRows()).map((row) => row.member_id)).toContain(old.id);
});

test('who left the audience of a meeting that is over or cancelled reads no more of it, and the rows stay', async () => {
  const committee = await server.make.group({ board, members: [member] });
  const times = { startsAt: '2026-11-02T14:00:00Z', endsAt: '2026-11-02T15:00:00Z' };
  await invited({ title: 'Is over', groups: [committee], ...times });
  await invited({ title: 'Called off', groups: [committee], state: 'cancelled' });
  const path = await addressOf();
  expect((await eventsOf(path)).events).toHaveLength(2);
  const admin = await server.signIn(await server.make.member({ board, isBoardAdmin: true }));
  const change = { members: [{ member_id: member.id, role: 'none' }] };
  expect((await admin.patch(`/ajax/groups/${committee.id}`, change)).status).toBe(200);
  expect((await eventsOf(path)).events).toEqual([]);
  const rows = await server.inBoard(board.id, (tx) => tx.selectFrom('invitees').select('member_id').execute());
  expect(rows).toHaveLength(2);
});

test('where links are for answers alone, or off, a feed leaves out what meetings are about', async () => {
  await invited({ title: 'Budget', description: 'We sell the harbour.' });
  const path = await addressOf();
  expect((await eventsOf(path)).answer.text).toContain('We sell the harbour.');
  for (const magic_links of ['answer', 'off'] as const) {
    await server.inBoard(board.id, (tx) =>
      tx.updateTable('boards').set({ magic_links }).where('id', '=', board.id).execute(),
    );
    const { events, answer } = await eventsOf(path);
    expect(events.map(({ summary }) => summary)).toEqual(['Budget']);
    expect(answer.text).not.toContain('We sell the harbour.');
  }
});
