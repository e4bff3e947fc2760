import { beforeEach, expect, test } from 'vitest';
import type { TestClient } from '#tests/support/client.ts';
import {
  inBoard,
  type MadeBoard,
  type MadeMember,
  makeAgendaItem,
  makeAnnouncement,
  makeBoard,
  makeDocument,
  makeGroup,
  makeInvitee,
  makeMeeting,
  makeMember,
} from '#tests/support/factories.ts';
import { makeCategory, makeFolder } from '#tests/support/library.ts';
import { testApp } from '#tests/support/test-app.ts';
import { lastMax, newestDocumentsMax } from './queries.ts';

const server = testApp();

let board: MadeBoard;
let member: MadeMember;
let reader: TestClient;
beforeEach(async () => {
  board = await makeBoard(server.context);
  member = await makeMember(server.context, { board });
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
  const past = await makeMeeting(server.context, { board, startsAt: '2026-03-01T10:00:00Z' });
  const future = await makeMeeting(server.context, { board, startsAt: '2027-03-01T10:00:00Z' });
  const cancelled = await makeMeeting(server.context, { board, startsAt: '2026-12-01T10:00:00Z', state: 'cancelled' });
  await makeMeeting(server.context, { board, state: 'draft' });
  const admin = await server.signIn(await makeMember(server.context, { board, isBoardAdmin: true }));
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
  const soonest = await makeMeeting(server.context, { board, startsAt: '2026-11-20T10:00:00Z' });
  await makeMeeting(server.context, { board, startsAt: '2026-11-30T10:00:00Z' });
  await makeMeeting(server.context, { board, startsAt: '2026-11-18T10:00:00Z', state: 'cancelled' });
  expect((await dashboard()).next_meeting.id).toBe(soonest.id);
  const running = await makeMeeting(server.context, { board, startsAt: '2026-11-16T11:30:00Z' });
  expect((await dashboard()).next_meeting.id).toBe(running.id);
});

test('the next meeting is the one in session, also beyond its planned end, and none that is adjourned', async () => {
  const [early, late] = [
    await makeMeeting(server.context, { board, startsAt: '2026-11-16T10:00:00Z', endsAt: '2026-11-16T18:00:00Z' }),
    await makeMeeting(server.context, { board, startsAt: '2026-11-16T11:30:00Z', endsAt: '2026-11-16T11:45:00Z' }),
  ];
  await makeInvitee(server.context, { meeting: early, member });
  const become = (meeting: { readonly id: string }, phase: string) =>
    inBoard(server.context, board.id, (tx) =>
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
  const later = await makeMeeting(server.context, { board, startsAt: '2027-01-01T10:00:00Z' });
  const sooner = await makeMeeting(server.context, { board, startsAt: '2026-12-01T10:00:00Z' });
  const answered = await makeMeeting(server.context, { board });
  const begun = await makeMeeting(server.context, { board, startsAt: '2026-11-16T11:30:00Z' });
  const cancelled = await makeMeeting(server.context, { board, state: 'cancelled' });
  const notInvited = await makeMeeting(server.context, { board });
  for (const meeting of [later, sooner, begun, cancelled]) await makeInvitee(server.context, { meeting, member });
  await makeInvitee(server.context, { meeting: answered, member, acceptance: 'declined' });
  await makeInvitee(server.context, { meeting: notInvited, member: await makeMember(server.context, { board }) });
  expect(idsOf((await dashboard()).waiting)).toEqual([sooner.id, later.id]);
});

test('recent documents are the newest that the reader may see, marked new since the last visit', async () => {
  const meeting = await makeMeeting(server.context, { board, title: 'Winter meeting' });
  await makeInvitee(server.context, { meeting, member, lastVisitedAt: '2026-11-15T12:00:00Z' });
  const item = await makeAgendaItem(server.context, { meeting });
  const older = await makeDocument(server.context, { meeting, createdAt: '2026-11-14T12:00:00Z' });
  const newer = await makeDocument(server.context, { item, createdAt: '2026-11-16T11:00:00Z' });
  await makeDocument(server.context, { meeting, deletedAt: '2026-11-16T11:00:00Z' });
  await makeDocument(server.context, { meeting: await makeMeeting(server.context, { board, state: 'draft' }) });
  await makeDocument(server.context);
  const { recent_documents: recent } = await dashboard();
  expect(recent).toMatchObject([
    { id: newer.id, home: { kind: 'meeting', id: meeting.id }, home_name: 'Winter meeting', is_new: true },
    { id: older.id, is_new: false },
  ]);
  for (let nth = 0; nth < newestDocumentsMax; nth += 1) await makeDocument(server.context, { meeting });
  expect((await dashboard()).recent_documents).toHaveLength(newestDocumentsMax);
});

test('recent documents are also those of announcements and of the library, each with its home', async () => {
  const announcement = await makeAnnouncement(server.context, { board, title: 'Site visit' });
  const category = await makeCategory(server.context, { board, name: 'Bylaws' });
  const folder = await makeFolder(server.context, { category });
  const group = await makeGroup(server.context, { board });
  const out = [
    await makeAnnouncement(server.context, { board, groups: [group] }),
    await makeAnnouncement(server.context, { board, state: 'draft' }),
  ];
  for (const each of out) await makeDocument(server.context, { announcement: each });
  await makeDocument(server.context, { category: await makeCategory(server.context, { board, groups: [group] }) });
  await makeDocument(server.context, { category, hidden: true });
  const map = await makeDocument(server.context, { announcement, createdAt: '2026-11-14T12:00:00Z' });
  const rules = await makeDocument(server.context, { category, createdAt: '2026-11-15T12:00:00Z' });
  const rent = await makeDocument(server.context, { folder, createdAt: '2026-11-13T12:00:00Z' });
  const inLibrary = { kind: 'library', category_id: category.id };
  expect((await dashboard()).recent_documents).toMatchObject([
    { id: rules.id, home: { ...inLibrary, folder_id: null }, home_name: 'Bylaws', is_new: false },
    { id: map.id, home: { kind: 'announcement', id: announcement.id }, home_name: 'Site visit', is_new: false },
    { id: rent.id, home: { ...inLibrary, folder_id: folder.id }, home_name: 'Bylaws' },
  ]);
});

test('recent documents are found behind any number of newer ones that the reader may not see', async () => {
  const group = await makeGroup(server.context, { board });
  const [closed, open] = [
    await makeMeeting(server.context, { board, groups: [group] }),
    await makeMeeting(server.context, { board }),
  ];
  for (let nth = 0; nth < lastMax; nth += 1)
    await makeDocument(server.context, { meeting: closed, createdAt: '2026-11-16T11:00:00Z' });
  const shown = await makeDocument(server.context, { meeting: open, createdAt: '2026-11-14T12:00:00Z' });
  expect(idsOf((await dashboard()).recent_documents)).toEqual([shown.id]);
});

test('S6.8 only who may create meetings is offered to', async () => {
  const admin = await server.signIn(await makeMember(server.context, { board, isBoardAdmin: true }));
  expect((await dashboard(admin)).can).toEqual({ create: true });
  expect((await dashboard()).can).toEqual({ create: false });
});

test("another board's dashboard is not there", async () => {
  const foreign = await makeBoard(server.context);
  expect((await reader.get('/ajax/dashboard', { 'x-board': foreign.id })).status).toBe(404);
});
