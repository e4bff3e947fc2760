import { beforeEach, expect, test } from 'vitest';
import { boardStage } from '#tests/support/board-stage.ts';
import type { TestAnswer } from '#tests/support/client.ts';
import type { MadeMeeting } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeWithheld } from '#tests/support/withheld.ts';

const server = testApp();
const { board, adminMember, admin, setBoard, at } = boardStage(server);
let meeting: MadeMeeting;
beforeEach(async () => {
  meeting = await server.make.meeting({ board });
});

const add = (title: string, more: object = {}) =>
  admin.post(`/ajax/meetings/${meeting.id}/agenda-items`, { title, ...more });
const added = async (title: string, more: object = {}) => (await add(title, more)).json.data.agenda_item;
const update = (id: string, body: object, client = admin) => client.patch(`/ajax/agenda-items/${id}`, body);
const move = (id: string, before_id: string | null, depth = 0) =>
  admin.post(`/ajax/agenda-items/${id}/move`, { before_id, depth });

interface Item {
  readonly id: string;
  readonly title: string;
  readonly depth: number;
  readonly revision: number;
}
async function whole(client = admin) {
  return (await client.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting;
}
const agenda = async (): Promise<readonly Item[]> => (await whole()).agenda_items;
/** The outline 'a b- c' means item a, its sub-item b, and item c. */
const outline = async () => (await agenda()).map((item) => item.title + '-'.repeat(item.depth)).join(' ');
async function writers(): Promise<ReadonlyMap<string, string>> {
  const rows = await server.sql('select id, xmin::text from agenda_items where meeting_id = $1', [meeting.id]);
  return new Map(rows.map((row) => [row.id, row.xmin]));
}

test('agenda items can be added at a given position, and an update changes only the fields that it contains', async () => {
  await add('Opening');
  const item = await added('Budget', { purpose: 'decision', minutes: 20 });
  expect(item).toMatchObject({ title: 'Budget', depth: 0, purpose: 'decision', minutes: 20, revision: 1 });
  await add('Minutes', { before_id: item.id, depth: 1 });
  expect(await outline()).toBe('Opening Minutes- Budget');
  const changed = await update(item.id, { revision: 1, minutes: 25, presenter: ' Ben Moser ' });
  expect(changed.json.data).toMatchObject({
    agenda_item: { title: 'Budget', minutes: 25, presenter: 'Ben Moser', revision: 2 },
    conflicts: [],
  });
  expect((await update(item.id, { revision: 2, minutes: null })).json.data.agenda_item.minutes).toBeNull();
});

test('an item needs a title, and cannot be added or moved before an item of another meeting', async () => {
  const { id } = await added('Opening');
  const untitled = await add('   ');
  expect([untitled.status, untitled.json.errors]).toEqual([422, { title: 'This field is required.' }]);
  const elsewhere = await server.make.agendaItem({ meeting: await server.make.meeting({ board }) });
  expect((await add('Minutes', { before_id: elsewhere.id })).status).toBe(404);
  expect((await move(id, elsewhere.id)).status).toBe(404);
  expect(await outline()).toBe('Opening');
});

test('an item is moved with its sub-items and is nested at most as deeply as the new position allows', async () => {
  const [a, , c, d] = [await added('a'), await added('b', { depth: 1 }), await added('c'), await added('d')];
  await move(a.id, d.id);
  expect(await outline()).toBe('c a b- d');
  await move(c.id, null);
  await move(d.id, c.id, 2);
  await move(a.id, null, 1);
  expect(await outline()).toBe('c a- b-- d--');
});

test('removing an item moves its sub-items up one level, so that they do not end up under the preceding item', async () => {
  const a = await added('a');
  const b = await added('b', { depth: 1 });
  await add('c', { depth: 2 });
  const remove = async ({ id }: Item) => (await admin.delete(`/ajax/agenda-items/${id}?revision=1`)).json.data;
  expect(await remove(a)).toEqual({ agenda_revision: 4, kept: null });
  expect(await outline()).toBe('b c-');
  await add('d', { before_id: b.id });
  await remove(b);
  expect(await outline()).toBe('d c');
});

test('a change to one agenda item writes only that item’s row', async () => {
  const ids: string[] = [];
  for (const title of ['a', 'b', 'c', 'd', 'e']) ids.push((await added(title)).id);
  const changedBy = async (change: () => Promise<{ readonly status: number }>): Promise<readonly string[]> => {
    const before = await writers();
    expect((await change()).status).toBe(200);
    return [...(await writers())].filter(([id, writer]) => before.get(id) !== writer).map(([id]) => id);
  };
  const [a = '', b = '', , , e = ''] = ids;
  expect(await changedBy(() => update(b, { revision: 1, title: 'B' }))).toEqual([b]);
  expect(await changedBy(() => move(e, a))).toEqual([e]);
  expect(await changedBy(() => move(e, null))).toEqual([e]);
  expect(await changedBy(() => move(b, null, 1))).toEqual([b]);
  expect(await changedBy(() => add('f', { before_id: a }))).toHaveLength(1);
  expect(await changedBy(() => update(b, { revision: 2, title: 'B' }))).toEqual([]);
  expect(await outline()).toBe('f a c d e B-');
});

test('simultaneous changes to ten items are all saved, but only one of ten changes to the same field is saved', async () => {
  const items: Item[] = [];
  for (let nth = 0; nth < 10; nth += 1) items.push(await added(`Item ${nth}`));
  const withoutConflict = async (changes: readonly Promise<TestAnswer>[]) =>
    (await Promise.all(changes)).filter(({ json }) => json.data.conflicts.length === 0).length;
  const saved = items.map(({ id }, nth) => update(id, { revision: 1, title: `Saved ${nth}`, minutes: nth }));
  expect(await withoutConflict(saved)).toBe(10);
  expect(await agenda()).toMatchObject(items.map((_, nth) => ({ title: `Saved ${nth}`, minutes: nth })));
  expect((await whole()).agenda_revision).toBe(20);
  const again = items.map((_, nth) => update(items[0]?.id ?? '', { revision: 2, title: `Again ${nth}` }));
  expect(await withoutConflict(again)).toBe(1);
});

test('a stale save of a field reports who changed it and when, and does not overwrite it', async () => {
  const item = await added('Budget');
  const other = await server.make.member({ board, isBoardAdmin: true, firstName: 'Priya', lastName: 'Raman' });
  const priya = await server.signIn(other);
  await update(item.id, { revision: 1, title: 'Budget 2027', presenter: 'Priya' }, priya);
  const stale = await update(item.id, { revision: 1, title: 'The budget', minutes: 30 });
  expect(stale.json.data).toMatchObject({
    agenda_item: { title: 'Budget 2027', presenter: 'Priya', minutes: 30, revision: 3 },
    conflicts: [{ field: 'title', by: 'Priya Raman', at: '2026-11-16T12:00:00.000Z' }],
  });
  const insisted = await update(item.id, { revision: 3, title: 'The budget' });
  expect(insisted.json.data).toMatchObject({ agenda_item: { title: 'The budget' }, conflicts: [] });
  expect((await update(item.id, { revision: 1, title: 'The budget' }, priya)).json.data.conflicts).toEqual([]);
});

test('an item is not removed if somebody else has just changed it, and the response names that person', async () => {
  const item = await added('Budget');
  const other = await server.make.member({ board, isBoardAdmin: true, firstName: 'Priya', lastName: 'Raman' });
  await update(item.id, { revision: 1, minutes: 45 }, await server.signIn(other));
  const remove = async (revision: number) =>
    (await admin.delete(`/ajax/agenda-items/${item.id}?revision=${revision}`)).json.data;
  expect(await remove(1)).toMatchObject({ kept: { by: 'Priya Raman', agenda_item: { minutes: 45, revision: 2 } } });
  expect(await agenda()).toMatchObject([{ title: 'Budget', minutes: 45 }]);
  expect(await remove(2)).toEqual({ agenda_revision: 3, kept: null });
  expect(await agenda()).toEqual([]);
});

test('a presenter who is a member is linked and shown under the member’s current name', async () => {
  const person = await server.make.member({ board, firstName: 'Ruth', lastName: 'Okafor' });
  const item = await added('Welcome', { presenter: 'Ruth', presenter_id: person.id });
  const linked = { presenter: 'Ruth Okafor', presenter_id: person.id, presenter_slug: person.slug };
  expect(item).toMatchObject(linked);
  await server.sql(`update users set last_name = 'Mensah' where id = $1`, [person.userId]);
  expect((await agenda())[0]).toMatchObject({ ...linked, presenter: 'Ruth Mensah' });
  const free = await update(item.id, { revision: 1, presenter: 'Owen MacLeod, Finance Director' });
  expect(free.json.data.agenda_item).toMatchObject({ presenter: 'Owen MacLeod, Finance Director', presenter_id: null });
  const elsewhere = await server.make.member();
  expect((await add('X', { presenter: 'X', presenter_id: elsewhere.id })).status).toBe(404);
});

test('a presenter is not linked on a board that hides its members from each other', async () => {
  await setBoard({ people_hidden: true });
  const person = await server.make.member({ board, firstName: 'Ruth', lastName: 'Okafor' });
  await add('Welcome', { presenter: 'Ruth', presenter_id: person.id });
  const [item] = (await whole(await server.signIn(person))).agenda_items;
  expect(item).toMatchObject({ presenter: 'Ruth Okafor', presenter_id: null, presenter_slug: null });
});

test('documents can be ordered within an item, and moved only within their meeting', async () => {
  const item = await server.make.agendaItem({ meeting });
  const one = await server.make.document({ item, title: 'one' });
  const two = await server.make.document({ item, title: 'two' });
  const three = await server.make.document({ meeting, title: 'three' });
  const put = (document: { id: string }, place: object, before: { id: string } | null) =>
    admin.post(`/ajax/documents/${document.id}/move`, { home: place, before_id: before?.id ?? null });
  const at = { kind: 'agenda-item', id: item.id };
  const papers = async () => (await whole()).agenda_items[0].documents.map((each: { title: string }) => each.title);
  await put(one, at, two);
  expect((await put(three, at, two)).status).toBe(200);
  expect(await papers()).toEqual(['one', 'three', 'two']);
  await put(one, at, null);
  expect(await papers()).toEqual(['three', 'two', 'one']);
  await put(two, { kind: 'meeting', id: meeting.id }, null);
  expect((await whole()).documents).toMatchObject([{ title: 'two' }]);
  const other = await server.make.meeting({ board });
  const refused = await put(two, { kind: 'meeting', id: other.id }, null);
  expect(refused.json.msg).toBe('A document can only be moved within its meeting.');
});

test('after simultaneous moves and additions, every item is listed exactly once', async () => {
  const ids: string[] = [];
  for (let nth = 0; nth < 6; nth += 1) ids.push((await add(`Item ${nth}`)).json.data.agenda_item.id);
  const answers = await Promise.all([
    ...ids.map((id, nth) => move(id, ids[(nth * 5 + 2) % 6] ?? null)),
    ...ids.map((_, nth) => add(`More ${nth}`)),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
  const items = await agenda();
  expect(items).toHaveLength(12);
  expect(new Set(items.map((item) => item.id)).size).toBe(12);
});

test('two simultaneous moves result in the same order as two consecutive moves', async () => {
  const [a, , , d] = [await added('a'), await added('b'), await added('c'), await added('d')];
  await Promise.all([move(d.id, a.id), move(a.id, null, 1)]);
  expect(['d b c a-', 'b c d a-']).toContain(await outline());
});

test('an item is deleted only if the editor has seen all of its documents', async () => {
  const item = await server.make.agendaItem({ meeting });
  const priya = await server.make.member({ board, isBoardAdmin: true, firstName: 'Priya', lastName: 'Raman' });
  const seen = await server.make.document({ item, title: 'Seen.pdf' });
  const other = await server.make.document({ item, title: 'Other.pdf' });
  await server.sql('update documents set created_by = $1 where id = $2', [priya.id, other.id]);
  const remove = async (documents: readonly string[]) =>
    (await admin.delete(`/ajax/agenda-items/${item.id}?revision=1&documents=${documents.join()}`)).json.data;
  expect((await remove([seen.id])).kept).toMatchObject({
    by: 'Priya Raman',
    at: '2026-11-16T12:00:00.000Z',
    document: 'Other.pdf',
    agenda_item: { id: item.id, documents: [{}, {}] },
  });
  expect(await agenda()).toMatchObject([{ id: item.id, documents: [{}, {}] }]);
  const elsewhere = await server.make.document({ meeting, title: 'Elsewhere.pdf' });
  expect((await remove([seen.id, other.id, elsewhere.id])).kept).toBeNull();
  expect(await whole()).toMatchObject({ agenda_items: [], documents: [{ title: 'Elsewhere.pdf' }] });
  const restored = await admin.post(`/ajax/documents/${seen.id}/restore`);
  expect(restored.json.status).toBe('success');
  const titles = (await whole()).documents.map((each: { title: string }) => each.title);
  expect(titles.toSorted()).toEqual(['Elsewhere.pdf', 'Seen.pdf']);
});

test('deleting an item moves its withheld document to the meeting without revealing the document', async () => {
  const [withheld, item] = [await server.make.agendaItem({ meeting }), await server.make.agendaItem({ meeting })];
  const paper = await server.make.document({ item: withheld, title: 'Quarry.pdf' });
  const other = await server.make.member({ board, isBoardAdmin: true });
  await makeWithheld(server.context, { item: withheld, from: adminMember, by: other });
  const asOther = await server.signIn(other);
  const home = { kind: 'agenda-item', id: item.id };
  expect((await asOther.post(`/ajax/documents/${paper.id}/move`, { home, before_id: null })).status).toBe(200);
  const removed = await admin.delete(`/ajax/agenda-items/${item.id}?revision=1&documents=`);
  expect(removed.text).not.toContain('Quarry');
  expect(removed.json.data.kept).toBeNull();
  expect((await whole(asOther)).documents).toMatchObject([{ id: paper.id }]);
  expect((await whole()).documents).toEqual([]);
});

test('a document attached while its item is being deleted is never lost', async () => {
  for (let round = 0; round < 8; round += 1) {
    const item = await server.make.agendaItem({ meeting });
    const [deleted, attached] = await Promise.allSettled([
      admin.delete(`/ajax/agenda-items/${item.id}?revision=1`),
      server.make.document({ item }),
    ]);
    const isGone = deleted.status === 'fulfilled' && deleted.value.json.data.kept === null;
    expect(isGone).toBe(attached.status === 'rejected');
  }
});

test('a document deleted before its agenda item can still be restored', async () => {
  const item = await server.make.agendaItem({ meeting });
  const deleted = await server.make.document({ item, deletedAt: '2026-11-15T00:00:00Z' });
  expect((await admin.delete(`/ajax/agenda-items/${item.id}?revision=1`)).json.status).toBe('success');
  expect(await agenda()).toEqual([]);
  const kept = await server.sql('select meeting_id from documents where id = $1', [deleted.id]);
  expect(kept).toEqual([{ meeting_id: meeting.id }]);
  expect((await admin.post(`/ajax/documents/${deleted.id}/restore`)).json.status).toBe('success');
  expect((await whole()).documents).toMatchObject([{ id: deleted.id }]);
});

test('the agenda of a published meeting becomes read-only seven days after the meeting', async () => {
  const item = await server.make.agendaItem({ meeting });
  const draft = await server.make.meeting({ board, state: 'draft', startsAt: '2026-01-01T10:00:00Z' });
  expect((await admin.post(`/ajax/meetings/${draft.id}/agenda-items`, { title: 'Late' })).json.status).toBe('success');
  await at('2026-11-30T13:59:00Z');
  expect((await add('Just in time')).json.status).toBe('success');
  server.context.clock.set('2026-11-30T14:00:00Z');
  const closed = { status: 'error', msg: 'This meeting is over and is now read-only.' };
  expect((await add('Too late')).json).toEqual(closed);
  expect((await update(item.id, { revision: 1, title: 'Too late' })).json).toEqual(closed);
  expect((await move(item.id, null)).json).toEqual(closed);
  expect((await admin.delete(`/ajax/agenda-items/${item.id}?revision=1`)).json).toEqual(closed);
});
