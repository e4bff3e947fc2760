import { beforeEach, expect, test } from 'vitest';
import type { TestClient } from '#tests/support/client.ts';
import { inBoard, type MadeBoard, type MadeMember } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';
import { lastMax, newestDocumentsMax } from './queries.ts';

const server = testApp();

let board: MadeBoard;
let member: MadeMember;
let reader: TestClient;
beforeEach(async () => {
  board = await server.make.board();
  member = await server.make.member({ board });
  reader = await server.signIn(member);
});

const dashboard = async (client: TestClient = reader) => (await client.get('/ajax/dashboard')).json.data;
const idsOf = (items: readonly { id: string }[]) => items.map((item) => item.id);

test('an empty board has an empty dashboard', async () => {
  expect(await dashboard()).toEqual({
    next_meeting: null,
    waiting: [],
    waiting_dates: [],
    waiting_polls: [],
    waiting_resolutions: [],
    waiting_minutes: [],
    timeline: [],
    recent_documents: [],
    people: { count: 1, shown: [expect.objectContaining({ id: member.id, is_pending: false })], pending: [] },
    can: { create: false },
  });
});

test('S3.6 timeline items carry their dates and come newest first, cancelled ones too, drafts never', async () => {
  const past = await server.make.meeting({ board, startsAt: '2026-03-01T10:00:00Z' });
  const future = await server.make.meeting({ board, startsAt: '2027-03-01T10:00:00Z' });
  const cancelled = await server.make.meeting({ board, startsAt: '2026-12-01T10:00:00Z', state: 'cancelled' });
  await server.make.meeting({ board, state: 'draft' });
  const admin = await server.signIn(await server.make.member({ board, isBoardAdmin: true }));
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

test('S3.17 the next meeting is the running one, else the soonest', async () => {
  const soonest = await server.make.meeting({ board, startsAt: '2026-11-20T10:00:00Z' });
  await server.make.meeting({ board, startsAt: '2026-11-30T10:00:00Z' });
  await server.make.meeting({ board, startsAt: '2026-11-18T10:00:00Z', state: 'cancelled' });
  expect((await dashboard()).next_meeting.id).toBe(soonest.id);
  const running = await server.make.meeting({ board, startsAt: '2026-11-16T11:30:00Z' });
  expect((await dashboard()).next_meeting.id).toBe(running.id);
});

test('the next meeting is the one in session, also beyond its planned end, and none that is adjourned', async () => {
  const [early, late] = [
    await server.make.meeting({ board, startsAt: '2026-11-16T10:00:00Z', endsAt: '2026-11-16T18:00:00Z' }),
    await server.make.meeting({ board, startsAt: '2026-11-16T11:30:00Z', endsAt: '2026-11-16T11:45:00Z' }),
  ];
  await server.make.invitee({ meeting: early, member });
  const become = (meeting: { readonly id: string }, phase: string) =>
    server.inBoard(board.id, (tx) =>
      tx
        .insertInto('meeting_rooms')
        .values({
          ...{ board_id: board.id, meeting_id: meeting.id, body_id: board.id, quorum_rule: '{}', phase },
          ...{ since_at: server.context.clock.now(), called_at: server.context.clock.now() },
        })
        .onConflict((room) => room.columns(['board_id', 'meeting_id']).doUpdateSet({ phase }))
        .execute(),
    );
  const next = async () => (await dashboard()).next_meeting;
  expect(await next()).toMatchObject({ id: early.id, can: { respond: true } });
  await become(late, 'in-session');
  expect((await next()).id).toBe(late.id);
  await become(late, 'adjourned');
  expect((await next()).id).toBe(early.id);
  await become(early, 'adjourned');
  expect(await next()).toBeNull();
  const { meeting } = (await reader.get(`/ajax/meetings/${early.id}`)).json.data;
  expect(meeting.can.respond).toBe(false);
});

test('what waits for an answer: own invitations to come, unanswered, soonest first', async () => {
  const later = await server.make.meeting({ board, startsAt: '2027-01-01T10:00:00Z' });
  const sooner = await server.make.meeting({ board, startsAt: '2026-12-01T10:00:00Z' });
  const answered = await server.make.meeting({ board });
  const begun = await server.make.meeting({ board, startsAt: '2026-11-16T11:30:00Z' });
  const cancelled = await server.make.meeting({ board, state: 'cancelled' });
  const notInvited = await server.make.meeting({ board });
  for (const meeting of [later, sooner, begun, cancelled]) await server.make.invitee({ meeting, member });
  await server.make.invitee({ meeting: answered, member, acceptance: 'declined' });
  await server.make.invitee({ meeting: notInvited, member: await server.make.member({ board }) });
  expect(idsOf((await dashboard()).waiting)).toEqual([sooner.id, later.id]);
});

test('recent documents are the newest that the reader may see, marked new since the last visit', async () => {
  const meeting = await server.make.meeting({ board, title: 'Winter meeting' });
  await server.make.invitee({ meeting, member, lastVisitedAt: '2026-11-15T12:00:00Z' });
  const item = await server.make.agendaItem({ meeting });
  const older = await server.make.document({ meeting, createdAt: '2026-11-14T12:00:00Z' });
  const newer = await server.make.document({ item, createdAt: '2026-11-16T11:00:00Z' });
  await server.make.document({ meeting, deletedAt: '2026-11-16T11:00:00Z' });
  await server.make.document({ meeting: await server.make.meeting({ board, state: 'draft' }) });
  await server.make.document();
  const { recent_documents: recent } = await dashboard();
  expect(recent).toMatchObject([
    { id: newer.id, home: { kind: 'meeting', id: meeting.id }, home_name: 'Winter meeting', is_new: true },
    { id: older.id, is_new: false },
  ]);
  for (let nth = 0; nth < newestDocumentsMax; nth += 1) await server.make.document({ meeting });
  expect((await dashboard()).recent_documents).toHaveLength(newestDocumentsMax);
});

test('recent documents are also those of announcements and of the library, each with its home', async () => {
  const announcement = await server.make.announcement({ board, title: 'Site visit' });
  const category = await server.make.category({ board, name: 'Bylaws' });
  const folder = await server.make.folder({ category });
  const group = await server.make.group({ board });
  const out = [
    await server.make.announcement({ board, groups: [group] }),
    await server.make.announcement({ board, state: 'draft' }),
  ];
  for (const each of out) await server.make.document({ announcement: each });
  await server.make.document({ category: await server.make.category({ board, groups: [group] }) });
  await server.make.document({ category, hidden: true });
  const map = await server.make.document({ announcement, createdAt: '2026-11-14T12:00:00Z' });
  const rules = await server.make.document({ category, createdAt: '2026-11-15T12:00:00Z' });
  const rent = await server.make.document({ folder, createdAt: '2026-11-13T12:00:00Z' });
  const inLibrary = { kind: 'library', category_id: category.id };
  expect((await dashboard()).recent_documents).toMatchObject([
    { id: rules.id, home: { ...inLibrary, folder_id: null }, home_name: 'Bylaws', is_new: false },
    { id: map.id, home: { kind: 'announcement', id: announcement.id }, home_name: 'Site visit', is_new: false },
    { id: rent.id, home: { ...inLibrary, folder_id: folder.id }, home_name: 'Bylaws' },
  ]);
});

test('recent documents are found behind any number of newer ones that the reader may not see', async () => {
  const group = await server.make.group({ board });
  const [closed, open] = [await server.make.meeting({ board, groups: [group] }), await server.make.meeting({ board })];
  for (let nth = 0; nth < lastMax; nth += 1)
    await server.make.document({ meeting: closed, createdAt: '2026-11-16T11:00:00Z' });
  const shown = await server.make.document({ meeting: open, createdAt: '2026-11-14T12:00:00Z' });
  expect(idsOf((await dashboard()).recent_documents)).toEqual([shown.id]);
});

test('S6.8 only who may create meetings is offered to', async () => {
  const admin = await server.signIn(await server.make.member({ board, isBoardAdmin: true }));
  expect((await dashboard(admin)).can).toEqual({ create: true });
  expect((await dashboard()).can).toEqual({ create: false });
});

test("another board's dashboard is not there", async () => {
  const foreign = await server.make.board();
  expect((await reader.get('/ajax/dashboard', { 'x-board': foreign.id })).status).toBe(404);
});
