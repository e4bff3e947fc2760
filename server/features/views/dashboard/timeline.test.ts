import { expect, test } from 'vitest';
import { boardStage } from '#tests/support/board-stage.ts';
import type { TestClient } from '#tests/support/client.ts';
import { testApp } from '#tests/support/test-app.ts';
import { lastMax, newestDocumentsMax } from './queries.ts';

const server = testApp();
const { board, member, admin, reader } = boardStage(server);

const dashboard = async (client: TestClient = reader) => (await client.get('/ajax/dashboard')).json.data;
const idsOf = (items: readonly { id: string }[]) => items.map((item) => item.id);

test('the dashboard of an empty board lists only people, and lets only editors create a meeting', async () => {
  expect(await dashboard()).toEqual({
    next_meeting: null,
    waiting: [],
    waiting_dates: [],
    waiting_polls: [],
    waiting_resolutions: [],
    waiting_minutes: [],
    timeline: [],
    recent_documents: [],
    people: {
      count: 2,
      pending: [],
      shown: [expect.any(Object), expect.objectContaining({ id: member.id, is_pending: false })],
    },
    can: { create: false },
  });
  expect((await dashboard(admin)).can).toEqual({ create: true });
});

test('the timeline lists published and cancelled meetings newest first, with their dates', async () => {
  const past = await server.make.meeting({ board, startsAt: '2026-03-01T10:00:00Z' });
  const future = await server.make.meeting({ board, startsAt: '2027-03-01T10:00:00Z' });
  const cancelled = await server.make.meeting({ board, startsAt: '2026-12-01T10:00:00Z', state: 'cancelled' });
  await server.make.meeting({ board, state: 'draft' });
  for (const client of [reader, admin]) {
    const { timeline } = await dashboard(client);
    expect(idsOf(timeline)).toEqual([future.id, cancelled.id, past.id]);
    expect(timeline[0]).toMatchObject({
      itemType: 'meeting',
      start: '2027-03-01T10:00:00.000Z',
      sortDate: '2027-03-01T10:00:00.000Z',
      publish_on: '2026-11-16T12:00:00.000Z',
      created_at: '2026-11-16T12:00:00.000Z',
    });
  }
});

test('the next meeting is the one in progress, or else the earliest upcoming one', async () => {
  const soonest = await server.make.meeting({ board, startsAt: '2026-11-20T10:00:00Z' });
  await server.make.meeting({ board, startsAt: '2026-11-30T10:00:00Z' });
  await server.make.meeting({ board, startsAt: '2026-11-18T10:00:00Z', state: 'cancelled' });
  expect((await dashboard()).next_meeting.id).toBe(soonest.id);
  const running = await server.make.meeting({ board, startsAt: '2026-11-16T11:30:00Z' });
  expect((await dashboard()).next_meeting.id).toBe(running.id);
});

test('the next meeting is the one in session, even after its planned end, but never an adjourned one', async () => {
  const [early, late] = [
    await server.make.meeting({ board, startsAt: '2026-11-16T10:00:00Z', endsAt: '2026-11-16T18:00:00Z' }),
    await server.make.meeting({ board, startsAt: '2026-11-16T11:30:00Z', endsAt: '2026-11-16T11:45:00Z' }),
  ];
  await server.make.invitee({ meeting: early, member });
  const setPhase = ({ id }: { readonly id: string }, phase: string) =>
    server.sql(
      `insert into meeting_rooms (board_id, meeting_id, body_id, quorum_rule, phase, called_at, since_at)
       values ($1, $2, $1, '{}', $3, $4, $4) on conflict (board_id, meeting_id) do update set phase = excluded.phase`,
      [board.id, id, phase, server.context.clock.now()],
    );
  const next = async () => (await dashboard()).next_meeting;
  expect(await next()).toMatchObject({ id: early.id, can: { respond: true } });
  await setPhase(late, 'in-session');
  expect((await next()).id).toBe(late.id);
  await setPhase(late, 'adjourned');
  expect((await next()).id).toBe(early.id);
  await setPhase(early, 'adjourned');
  expect(await next()).toBeNull();
  expect((await reader.get(`/ajax/meetings/${early.id}`)).json.data.meeting.can.respond).toBe(false);
});

test('the recent documents are the newest from all visible meetings, announcements, categories and folders, each with the name of its place', async () => {
  const groups = [await server.make.group({ board, members: [member] })];
  const meeting = await server.make.meeting({ board, title: 'Winter meeting', groups });
  await server.make.invitee({ meeting, member, lastVisitedAt: '2026-11-15T12:00:00Z' });
  const item = await server.make.agendaItem({ meeting });
  const announcement = await server.make.announcement({ board, title: 'Site visit', groups });
  const category = await server.make.category({ board, name: 'Bylaws', groups });
  const open = await server.make.category({ board, name: 'Open' });
  const folder = await server.make.folder({ category: open, groups });
  const places = [{ item }, { category }, { meeting }, { announcement }, { folder }, { category: open }];
  const made: { readonly id: string }[] = [];
  for (const [nth, place] of places.entries())
    made.push(await server.make.document({ ...place, createdAt: `2026-11-1${6 - nth}T11:00:00Z` }));
  const draft = await server.make.meeting({ board, state: 'draft' });
  const draftAnnouncement = await server.make.announcement({ board, state: 'draft' });
  await server.make.document({ meeting, deletedAt: '2026-11-16T11:00:00Z' });
  await server.make.document({ category, hidden: true });
  for (const place of [{ meeting: draft }, { announcement: draftAnnouncement }, {}]) await server.make.document(place);
  const homes = [
    { home: { kind: 'meeting', id: meeting.id }, home_name: 'Winter meeting', is_new: true },
    { home: { kind: 'library', category_id: category.id, folder_id: null }, home_name: 'Bylaws', is_new: false },
    { home: { kind: 'meeting', id: meeting.id }, home_name: 'Winter meeting', is_new: false },
    { home: { kind: 'announcement', id: announcement.id }, home_name: 'Site visit', is_new: false },
    { home: { kind: 'library', category_id: open.id, folder_id: folder.id }, home_name: 'Open' },
    { home: { kind: 'library', category_id: open.id, folder_id: null }, home_name: 'Open' },
  ];
  const { recent_documents: recent } = await dashboard();
  expect(recent).toMatchObject(homes.map((home, nth) => ({ ...home, id: made[nth]?.id })));
  expect(recent).toHaveLength(made.length);
  const outside = await dashboard(await server.signIn(await server.make.member({ board })));
  expect(idsOf(outside.recent_documents)).toEqual([made.at(-1)?.id]);
  for (let nth = 0; nth < newestDocumentsMax; nth += 1) await server.make.document({ meeting });
  expect((await dashboard()).recent_documents).toHaveLength(newestDocumentsMax);
});

test('recent documents are found even if many newer documents are not visible to the reader', async () => {
  const group = await server.make.group({ board });
  const [closed, open] = [await server.make.meeting({ board, groups: [group] }), await server.make.meeting({ board })];
  for (let nth = 0; nth < lastMax; nth += 1)
    await server.make.document({ meeting: closed, createdAt: '2026-11-16T11:00:00Z' });
  const shown = await server.make.document({ meeting: open, createdAt: '2026-11-14T12:00:00Z' });
  expect(idsOf((await dashboard()).recent_documents)).toEqual([shown.id]);
});
