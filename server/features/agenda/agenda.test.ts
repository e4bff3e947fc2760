import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signIn, type TestClient } from '../../../tests/support/client.ts';
import { createTestContext, type TestContext } from '../../../tests/support/context.ts';
import {
  inBoard,
  type MadeBoard,
  type MadeMeeting,
  type MadeMember,
  makeAgendaItem,
  makeBoard,
  makeDocument,
  makeMeeting,
  makeMember,
} from '../../../tests/support/factories.ts';
import { createApp } from '../../app.ts';

let context: TestContext;
let app: FastifyInstance;
beforeAll(async () => {
  context = await createTestContext();
  app = await createApp(context);
});
afterAll(async () => {
  await app?.close();
  await context?.stop();
});

let board: MadeBoard;
let adminMember: MadeMember;
let member: MadeMember;
let admin: TestClient;
let meeting: MadeMeeting;
beforeEach(async () => {
  context.clock.set('2026-11-16T12:00:00Z');
  board = await makeBoard(context);
  adminMember = await makeMember(context, { board, isBoardAdmin: true });
  admin = await signIn(app, context, adminMember);
  member = await makeMember(context, { board });
  meeting = await makeMeeting(context, { board });
});

const add = (title: string) => admin.post(`/ajax/meetings/${meeting.id}/agenda-items`, { title });

async function agenda(): Promise<readonly { id: string; title: string }[]> {
  return (await admin.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting.agenda_items;
}
const titles = async () => (await agenda()).map((item) => item.title);

test('items are added at the end and changed one field at a time', async () => {
  await add('Opening');
  const { agenda_item: item } = (await add('Budget')).json.data;
  expect(item).toEqual({ id: item.id, title: 'Budget', description: '', presenter: '', minutes: null, documents: [] });
  const changed = await admin.patch(`/ajax/agenda-items/${item.id}`, { minutes: 25, presenter: ' Ben Moser ' });
  expect(changed.json.data.agenda_item).toMatchObject({ title: 'Budget', minutes: 25, presenter: 'Ben Moser' });
  expect(
    (await admin.patch(`/ajax/agenda-items/${item.id}`, { minutes: null })).json.data.agenda_item.minutes,
  ).toBeNull();
  expect(await titles()).toEqual(['Opening', 'Budget']);
});

test('S5.1 an item needs a title', async () => {
  const answer = await add('   ');
  expect(answer.status).toBe(422);
  expect(answer.json.errors).toEqual({ title: 'This field is required.' });
});

test('an item moves before another, or last', async () => {
  const ids: string[] = [];
  for (const title of ['One', 'Two', 'Three']) ids.push((await add(title)).json.data.agenda_item.id);
  const [one, two, three] = ids;
  const move = (id: string | undefined, before_id: string | null | undefined) =>
    admin.post(`/ajax/agenda-items/${id}/move`, { before_id });
  expect((await move(three, one)).json.data.agenda_item_ids).toEqual([three, one, two]);
  expect(await titles()).toEqual(['Three', 'One', 'Two']);
  expect((await move(three, null)).json.data.agenda_item_ids).toEqual([one, two, three]);
  expect((await move(two, two)).json.data.agenda_item_ids).toEqual([one, two, three]);
});

test('many moves and additions at once leave every item once, in one order', async () => {
  const ids: string[] = [];
  for (let nth = 0; nth < 6; nth += 1) ids.push((await add(`Item ${nth}`)).json.data.agenda_item.id);
  const answers = await Promise.all([
    ...ids.map((id, nth) => admin.post(`/ajax/agenda-items/${id}/move`, { before_id: ids[(nth * 5 + 2) % 6] })),
    ...ids.map((_, nth) => add(`More ${nth}`)),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
  const items = await agenda();
  expect(items).toHaveLength(12);
  expect(new Set(items.map((item) => item.id)).size).toBe(12);
});

test('an item moves neither before one of another meeting nor out of sight', async () => {
  const { id } = (await add('Here')).json.data.agenda_item;
  const elsewhere = await makeAgendaItem(context, { meeting: await makeMeeting(context, { board }) });
  expect((await admin.post(`/ajax/agenda-items/${id}/move`, { before_id: elsewhere.id })).status).toBe(404);
});

test('an item that holds documents is not deleted', async () => {
  const item = await makeAgendaItem(context, { meeting });
  await makeDocument(context, { item });
  expect((await admin.delete(`/ajax/agenda-items/${item.id}`)).json).toEqual({
    status: 'error',
    msg: 'This item holds documents. Move or delete them first.',
  });
  expect(await agenda()).toHaveLength(1);
});

test('a document that is attached while its item is deleted is never lost', async () => {
  for (let round = 0; round < 8; round += 1) {
    const item = await makeAgendaItem(context, { meeting });
    const [deleted, attached] = await Promise.allSettled([
      admin.delete(`/ajax/agenda-items/${item.id}`),
      makeDocument(context, { item }),
    ]);
    const isGone = deleted.status === 'fulfilled' && deleted.value.json.status === 'success';
    expect(isGone).toBe(attached.status === 'rejected');
  }
});

test('an item goes, while a document deleted from it earlier can still be restored', async () => {
  const item = await makeAgendaItem(context, { meeting });
  const deleted = await makeDocument(context, { item, deletedAt: '2026-11-15T00:00:00Z' });
  expect((await admin.delete(`/ajax/agenda-items/${item.id}`)).json.status).toBe('success');
  expect(await agenda()).toEqual([]);
  const kept = await inBoard(context, board.id, (tx) =>
    tx.selectFrom('documents').select('meeting_id').where('id', '=', deleted.id).executeTakeFirst(),
  );
  expect(kept).toEqual({ meeting_id: meeting.id });
});

test('the agenda closes the set minutes after the end, a draft never does', async () => {
  const item = await makeAgendaItem(context, { meeting });
  const draft = await makeMeeting(context, { board, state: 'draft', startsAt: '2026-01-01T10:00:00Z' });
  expect((await admin.post(`/ajax/meetings/${draft.id}/agenda-items`, { title: 'Late' })).json.status).toBe('success');
  // In a week for two hours, and then another 10,080 minutes.
  context.clock.set('2026-11-30T13:59:00Z');
  admin = await signIn(app, context, adminMember);
  expect((await add('Just in time')).json.status).toBe('success');
  context.clock.set('2026-11-30T14:00:00Z');
  const closed = { status: 'error', msg: 'This meeting is over and has become read-only.' };
  expect((await add('Too late')).json).toEqual(closed);
  expect((await admin.patch(`/ajax/agenda-items/${item.id}`, { title: 'Too late' })).json).toEqual(closed);
  expect((await admin.post(`/ajax/agenda-items/${item.id}/move`, { before_id: null })).json).toEqual(closed);
  expect((await admin.delete(`/ajax/agenda-items/${item.id}`)).json).toEqual(closed);
});

test('the agenda is the editors’: members are refused, of drafts and foreign boards nothing is there', async () => {
  const reader = await signIn(app, context, member);
  const drafted = await makeAgendaItem(context, { meeting: await makeMeeting(context, { board, state: 'draft' }) });
  const foreign = await makeAgendaItem(context);
  const mine = await makeAgendaItem(context, { meeting });
  const statuses = async (client: TestClient, item: { id: string; meetingId: string }) => [
    (await client.post(`/ajax/meetings/${item.meetingId}/agenda-items`, { title: 'X' })).status,
    (await client.patch(`/ajax/agenda-items/${item.id}`, { title: 'X' })).status,
    (await client.post(`/ajax/agenda-items/${item.id}/move`, { before_id: null })).status,
    (await client.delete(`/ajax/agenda-items/${item.id}`)).status,
  ];
  expect(await statuses(reader, mine)).toEqual([403, 403, 403, 403]);
  expect(await statuses(reader, drafted)).toEqual([404, 404, 404, 404]);
  expect(await statuses(admin, foreign)).toEqual([404, 404, 404, 404]);
});
