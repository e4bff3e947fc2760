import { beforeEach, expect, test } from 'vitest';
import type { MadeBoard, MadeMeeting, MadeMember } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeWithheld } from '#tests/support/withheld.ts';

const server = testApp();
let board: MadeBoard;
let meetings: readonly [MadeMeeting, MadeMeeting];

beforeEach(async () => {
  board = await server.make.board();
  meetings = [await server.make.meeting({ board }), await server.make.meeting({ board })];
});

const write = server.sql;

async function counts(): Promise<readonly string[]> {
  const inOrder = 'from meetings where id = any($1::uuid[]) order by array_position($1::uuid[], id)';
  const rows = await write(`select agenda_item_count, document_count ${inOrder}`, [meetings.map(({ id }) => id)]);
  return rows.map((row) => `${row.agenda_item_count}/${row.document_count}`);
}

test('a meeting’s item count is updated when items are added, removed and nested', async () => {
  const [meeting] = meetings;
  const [first, second] = [await server.make.agendaItem({ meeting }), await server.make.agendaItem({ meeting })];
  expect(await counts()).toEqual(['2/0', '0/0']);
  await write('update agenda_items set depth = 1 where id = $1', [second.id]);
  expect((await counts())[0]).toBe('1/0');
  await write('update agenda_items set depth = 0 where id = $1', [second.id]);
  expect((await counts())[0]).toBe('2/0');
  await write('delete from agenda_items where id = $1', [first.id]);
  expect((await counts())[0]).toBe('1/0');
});

test('a meeting’s document count includes its items’ documents and is updated with every change', async () => {
  const [meeting, other] = meetings;
  const item = await server.make.agendaItem({ meeting });
  const paper = await server.make.document({ item });
  const own = await server.make.document({ meeting });
  await server.make.document({ meeting, deletedAt: '2026-11-01T12:00:00Z' });
  expect(await counts()).toEqual(['1/2', '0/0']);
  await write('update documents set meeting_id = $1 where id = $2', [other.id, own.id]);
  expect(await counts()).toEqual(['1/1', '0/1']);
  await write('update documents set meeting_id = $1, agenda_item_id = null where id = $2', [other.id, paper.id]);
  expect(await counts()).toEqual(['1/0', '0/2']);
  await write('update documents set deleted_at = now() where id = any($1)', [[own.id, paper.id]]);
  expect((await counts())[1]).toBe('0/0');
  await write('update documents set deleted_at = null where id = any($1)', [[own.id, paper.id]]);
  expect((await counts())[1]).toBe('0/2');
  await write('delete from documents where id = $1', [own.id]);
  expect((await counts())[1]).toBe('0/1');
});

test('deleting an item subtracts its documents from the meeting’s count, and a meeting with documents can be deleted', async () => {
  const [meeting] = meetings;
  const item = await server.make.agendaItem({ meeting });
  for (const place of [{ item }, { item }, { meeting }]) await server.make.document(place);
  expect((await counts())[0]).toBe('1/3');
  await write('delete from agenda_items where id = $1', [item.id]);
  expect((await counts())[0]).toBe('0/1');
  await server.make.document({ item: await server.make.agendaItem({ meeting }) });
  await write('delete from meetings where id = $1', [meeting.id]);
  expect(await write('select id from meetings where board_id = $1', [board.id])).toHaveLength(1);
});

test('a document of a withheld sub-item is subtracted from the count only once if the parent item is also withheld', async () => {
  const [meeting] = meetings;
  const [item, sub] = [await server.make.agendaItem({ meeting }), await server.make.agendaItem({ meeting })];
  await write('update agenda_items set depth = 1 where id = $1', [sub.id]);
  for (const place of [{ item: sub }, { meeting }, { meeting }]) await server.make.document(place);
  const [reader, desk] = [await server.make.member({ board }), await server.make.member({ board })];
  for (const each of [sub, item]) await makeWithheld(server.context, { item: each, from: reader, by: desk });
  const countFor = async (member: MadeMember) => {
    const { upcoming } = (await (await server.signIn(member)).get('/ajax/meetings')).json.data;
    return upcoming.find(({ id }: { id: string }) => id === meeting.id).document_count;
  };
  expect([await countFor(reader), await countFor(desk)]).toEqual([2, 3]);
});

test('a meeting’s document count is correct after simultaneous additions', async () => {
  const [meeting] = meetings;
  const item = await server.make.agendaItem({ meeting });
  await Promise.all(
    Array.from({ length: 8 }, (_, nth) => server.make.document(nth % 2 === 0 ? { item } : { meeting })),
  );
  expect((await counts())[0]).toBe('1/8');
});
