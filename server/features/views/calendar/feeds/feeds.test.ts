import ICAL from 'ical.js';
import { beforeEach, expect, test } from 'vitest';
import type { CalendarFeed } from '#contract/calendar.ts';
import { calendarTypes, subscribeAddress } from '#domain/calendar.ts';
import { boardStage } from '#tests/support/board-stage.ts';
import type { MadeMember, makeMeeting } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeMissingFeeds } from './commands.ts';
import { makeMissingFeedsJob } from './jobs.ts';

const server = testApp();
const { board, member, admin, reader: client, signInAgain, setBoard } = boardStage(server);
let path: string;
beforeEach(async () => {
  path = await feedPath();
});

const feedPath = async (): Promise<string> =>
  new URL((await client.get('/ajax/feeds')).json.data.feeds[0].address).pathname;
const statusOf = async (address: string) => (await server.stranger().get(address)).status;

async function eventsOf(address = path) {
  const answer = await server.stranger().get(address);
  expect(answer.status).toBe(200);
  const calendar = new ICAL.Component(ICAL.parse(answer.text));
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
  return { calendar, events, answer };
}

async function invited(given: Parameters<typeof makeMeeting>[1] = {}) {
  const meeting = await server.make.meeting({ board, ...given });
  return { ...meeting, ...(await server.make.invitee({ meeting, member })) };
}

test('a feed contains only its member’s published and cancelled meetings', async () => {
  const hybrid = await invited({ title: 'Hybrid', location: 'Hall', joinUrl: 'https://meet.example/x' });
  const cancelled = await invited({ title: 'Called off', state: 'cancelled' });
  await invited({ title: 'A draft', state: 'draft' });
  await server.make.meeting({ board, title: 'Of others' });
  await server.make.document({ meeting: hybrid, title: 'Secret paper.pdf' });
  const { calendar, events, answer } = await eventsOf();
  const properties = ['status', 'transp', 'organizer'];
  const shown = events.map(({ uid, summary, component }) => [
    uid,
    summary,
    ...properties.map((name) => component.getFirstPropertyValue(name)),
  ]);
  const organizer = 'mailto:no-reply@dais.example';
  expect(shown).toHaveLength(2);
  expect(shown).toContainEqual([
    `${cancelled.id}@dais.example`,
    'Cancelled: Called off',
    'CANCELLED',
    'TRANSPARENT',
    organizer,
  ]);
  expect(shown).toContainEqual([`${hybrid.id}@dais.example`, 'Hybrid', 'CONFIRMED', null, organizer]);
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
  expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Harbour Trust');
  expect(events.map((event) => event.component.getFirstPropertyValue('url'))).toContain(
    `https://dais.example/meetings/${hybrid.id}`,
  );
  expect(answer.text).not.toMatch(/Secret paper|m-b[a-z2-7]{20}/);
  expect(answer.headers['content-type']).toContain('text/calendar');
});

test('a request for an unchanged feed gets 304, and a changed feed has a new ETag', async () => {
  const meeting = await invited();
  const etag = String((await eventsOf()).answer.headers.etag);
  server.context.clock.advance({ minutes: 90 });
  const again = await server.stranger().get(path, { 'if-none-match': etag });
  expect([again.status, again.text]).toEqual([304, '']);
  await server.sql(`update meetings set title = 'Renamed' where id = $1`, [meeting.id]);
  const changed = await server.stranger().get(path, { 'if-none-match': etag });
  expect([changed.status, changed.headers.etag === etag]).toEqual([200, false]);
});

test('renewing a feed’s address invalidates the old one, and the last of ten concurrent renewals remains valid', async () => {
  const renew = () => client.post('/ajax/feeds/renew', { board_id: board.id });
  const answers = await Promise.all(Array.from({ length: 10 }, renew));
  expect(await statusOf(path)).toBe(404);
  const current = await feedPath();
  expect(await statusOf(current)).toBe(200);
  expect(answers.map(({ json }) => new URL(json.data.feed.address).pathname)).toContain(current);
  const rows = await server.inBoard(board.id, (tx) => tx.selectFrom('calendar_feeds').selectAll().execute());
  expect(JSON.stringify(rows)).not.toContain(current.slice(7, 40));
  const other = await server.signIn(await server.make.member({ board }));
  expect((await other.get('/ajax/feeds')).text).not.toContain(current);
});

test('subscribing opens the board’s feed in the chosen calendar application', async () => {
  const { id } = await invited();
  const feed = { address: `https://dais.example${path}`, name: 'Harbour Trust' };
  const locationOf = async (address: string) => (await client.get(`/meetings/${address}`)).headers.location;
  for (const type of calendarTypes)
    expect(await locationOf(`subscribetocalendar/${id}/${type}`)).toBe(subscribeAddress(type, feed));
  expect(await locationOf('genericsubscribetocalendar/ical')).toBe(subscribeAddress('ical', feed));
});

test('a visitor who subscribes to a calendar must log in, and is then taken to the linked meeting or else to the account page', async () => {
  const meeting = await invited();
  const next = async (address: string) => {
    const { headers } = await server.stranger().get(address);
    return Object.fromEntries(new URL(String(headers.location), 'https://dais.example').searchParams);
  };
  const byLink = `/meetings/subscribetocalendar/${meeting.uid}/google`;
  const ofMeeting = (type: string) => `/meetings/${meeting.id}?calendar=${type}`;
  expect(await next(byLink)).toEqual({ next: ofMeeting('google'), board: board.shortname });
  expect((await client.get(byLink)).headers.location).toMatch(/^https:\/\/calendar\.google\.com/);
  expect(await next(`/meetings/subscribetocalendar/${meeting.id}/ical`)).toMatchObject({ next: ofMeeting('ical') });
  for (const [address, type] of [
    ['/meetings/genericsubscribetocalendar/outlook', 'outlook'],
    [`/meetings/subscribetocalendar/m-b${'a'.repeat(52)}/ical`, 'ical'],
  ] as const)
    expect(await next(address)).toMatchObject({ next: `/account?calendar=${type}` });
});

test('subscribing through a link on another site requires a confirmation on a Dais page and reveals no feed address', async () => {
  const meeting = await invited();
  const foreign = await server.make.meeting();
  const onForeignPage = { 'sec-fetch-site': 'cross-site', referer: 'https://dais.example/home' };
  const onOwnPage = { 'sec-fetch-site': 'same-origin', referer: 'https://dais.example/home' };
  for (const [address, page] of [
    [`/meetings/subscribetocalendar/${meeting.id}/google`, `/meetings/${meeting.id}?calendar=google`],
    [`/meetings/subscribetocalendar/${meeting.uid}/google`, `/meetings/${meeting.id}?calendar=google`],
    ['/meetings/genericsubscribetocalendar/google', '/account?calendar=google'],
  ] as const) {
    const { headers } = await client.get(address, onForeignPage);
    expect(headers.location).toBe(page);
    expect(JSON.stringify(headers)).not.toContain(path.slice(6, 40));
    const own = await client.get(address, onOwnPage);
    expect(own.headers.location).toMatch(/^https:\/\/calendar\.google\.com\//);
  }
  for (const headers of [onForeignPage, onOwnPage])
    expect((await client.get(`/meetings/subscribetocalendar/${foreign.id}/google`, headers)).status).toBe(404);
});

const feedRows = () =>
  server.sql('select member_id, generation, uid_hash, created_at from calendar_feeds order by member_id');
const membersWithFeed = async () => (await feedRows()).map((row) => row.member_id);
const deleteFeeds = (...ids: readonly string[]) =>
  server.sql('delete from calendar_feeds where member_id = any($1)', [ids]);

test('GET requests create no feeds, and missing feeds are created at the next startup or by the hourly job', async () => {
  const meeting = await invited();
  const before = await feedRows();
  const subscribing = [meeting.id, meeting.uid].map((id) => `/meetings/subscribetocalendar/${id}/ical`);
  for (const address of ['/ajax/feeds', '/meetings/genericsubscribetocalendar/ical', ...subscribing, path])
    expect((await client.get(address)).status).toBeLessThan(400);
  expect(await feedRows()).toEqual(before);

  const forgotten = await server.make.member({ board: await server.make.board() });
  await deleteFeeds(member.id, forgotten.id);
  const elsewhere = await server.make.board({ title: 'Salt Works' });
  await server.make.member({ board: elsewhere, user: { ...member, id: String(member.userId) } });
  const { feeds } = (await client.get('/ajax/feeds')).json.data;
  expect(feeds.map(({ title }: CalendarFeed) => title)).toEqual(['Salt Works']);
  expect((await client.get('/meetings/genericsubscribetocalendar/ical')).status).toBe(404);
  expect(await membersWithFeed()).not.toContain(member.id);
  const job = makeMissingFeedsJob(server.context);
  await Promise.all([makeMissingFeeds(server.context), job.handle({}, { attempt: 1, isLast: true })]);
  const filled = await feedRows();
  expect(await membersWithFeed()).toEqual(expect.arrayContaining([member.id, forgotten.id]));
  expect(await feedPath()).toBe(path);
  expect(await statusOf(path)).toBe(200);
  await makeMissingFeeds(server.context);
  expect(await feedRows()).toEqual(filled);
});

test('a reactivated member gets a feed with a new address', async () => {
  const setStatus = async ({ id }: MadeMember, status: string) =>
    expect((await admin.post(`/ajax/people/${id}/status`, { status })).json.status).toBe('success');
  await setStatus(member, 'inactive');
  await setStatus(member, 'active');
  await signInAgain();
  expect(await feedPath()).not.toBe(path);
  expect(await statusOf(await feedPath())).toBe(200);
  // Simulates a member who became inactive before feeds existed.
  const old = await server.make.member({ board, status: 'inactive' });
  await deleteFeeds(old.id);
  await setStatus(old, 'active');
  expect(await membersWithFeed()).toContain(old.id);
});

test('a feed omits past and cancelled meetings whose audience its member has left', async () => {
  const committee = await server.make.group({ board, members: [member] });
  const past = { startsAt: '2026-11-02T14:00:00Z', endsAt: '2026-11-02T15:00:00Z' };
  await invited({ groups: [committee], ...past });
  await invited({ groups: [committee], state: 'cancelled' });
  expect((await eventsOf()).events).toHaveLength(2);
  const change = { members: [{ member_id: member.id, role: 'none' }] };
  expect((await admin.patch(`/ajax/groups/${committee.id}`, change)).status).toBe(200);
  expect((await eventsOf()).events).toEqual([]);
  const rows = await server.inBoard(board.id, (tx) => tx.selectFrom('invitees').select('member_id').execute());
  expect(rows).toHaveLength(2);
});

test('a feed omits descriptions if the board’s links do not show papers', async () => {
  await invited({ title: 'Budget', description: 'We sell the harbour.' });
  expect((await eventsOf()).answer.text).toContain('We sell the harbour.');
  for (const magic_links of ['answer', 'off'] as const) {
    await setBoard({ magic_links });
    const { events, answer } = await eventsOf();
    expect(events.map(({ summary }) => summary)).toEqual(['Budget']);
    expect(answer.text).not.toContain('We sell the harbour.');
  }
});
