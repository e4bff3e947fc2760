import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { withBoardJobScope, withBoardScope } from '#server/db/board-scope.ts';
import { readerOf } from '#server/features/members/audience/queries.ts';
import type { MadeBoard, MadeMember } from '#tests/support/factories.ts';
import { kindsOfReader, readerKinds } from '#tests/support/kinds-of-reader.ts';
import { circulateWritten, makeWritten } from '#tests/support/resolutions.ts';
import { testApp } from '#tests/support/test-app.ts';
import { loadVisibleDocuments } from './queries.ts';
import { listMembersWhoSee, selectVisibleHomes } from './visibility.ts';

const server = testApp();
let board: MadeBoard;
let readers: ReadonlyMap<string, MadeMember>;
const documents = new Map<string, string>();

beforeAll(async () => {
  const { context } = server;
  const made = await kindsOfReader(server);
  ({ board, readers } = made);
  const { group, audiences, who } = made;
  const put = async (name: string, place: Parameters<typeof server.make.document>[0]) => {
    for (const hidden of [false, true]) {
      const made = await server.make.document({ ...place, hidden });
      documents.set(`${hidden ? 'hidden, ' : ''}${name}`, made.id);
    }
  };
  for (const [audience, given] of audiences) {
    for (const state of ['draft', 'published', 'cancelled'] as const) {
      const meeting = await server.make.meeting({ ...given, state });
      await put(`${state} meeting of ${audience}`, { meeting });
      await put(`item of ${state} meeting of ${audience}`, { item: await server.make.agendaItem({ meeting }) });
    }
    const shown = await server.make.meeting({ ...given, state: 'draft' });
    await server.sql('update meetings set shown_to = $2 where id = $1', [
      shown.id,
      [...readers.values()].map(({ id }) => id),
    ]);
    await put(`shown draft of ${audience}`, { meeting: shown });
    await put(`item of shown draft of ${audience}`, { item: await server.make.agendaItem({ meeting: shown }) });
    for (const state of ['draft', 'scheduled', 'published'] as const) {
      const announcement = await server.make.announcement({ ...given, state });
      await put(`${state} announcement to ${audience}`, { announcement });
    }
    for (const hidden of [false, true]) {
      const category = await server.make.category({ ...given, hidden });
      const of = `${hidden ? 'hidden ' : ''}category for ${audience}`;
      await put(of, { category });
      for (const [topAudience, { groups }] of audiences) {
        const top = await server.make.folder({ category, ...(groups ? { groups } : {}) });
        await put(`folder for ${topAudience} of ${of}`, { folder: top });
        const inside = await server.make.folder({ parent: top, hidden: true });
        await put(`hidden folder within one for ${topAudience} of ${of}`, { folder: inside });
      }
    }
  }
  const [admin] = who('board admin');
  if (!admin) throw new Error('There is no board admin.');
  for (const bodyId of [board.id, group.id]) {
    for (const state of ['draft', 'circulating'] as const) {
      const of = `resolution of ${bodyId === board.id ? 'everybody' : 'the group'}`;
      const { id } = await makeWritten(context, { boardId: board.id, bodyId, by: admin, title: of, state: 'draft' });
      await put(`${state} ${of}`, { resolution: { id, boardId: board.id } });
      if (state === 'circulating') await circulateWritten(context, { boardId: board.id, id, by: admin });
    }
  }
  const gone = await server.make.meeting({ board });
  await put('deleted meeting', { meeting: gone });
  await server.sql('update meetings set deleted_at = $2 where id = $1', [gone.id, context.clock.now()]);
});

const placeOfDocument = sql`(
  select coalesce(
    document.meeting_id,
    (select item.meeting_id from agenda_items item
      where item.board_id = document.board_id and item.id = document.agenda_item_id),
    document.announcement_id, document.category_id, document.folder_id, document.written_resolution_id
  ) as id
)`;

const byCondition = (reader: MadeMember) =>
  withBoardScope(server.context, { boardId: board.id, userId: reader.userId ?? '' }, async (scope) => {
    const { rows } = await sql<{ id: string }>`
      with place as (${selectVisibleHomes(readerOf(scope), scope.ports.homes)})
      select document.id from documents document cross join lateral ${placeOfDocument} stands
      join place on place.id = stands.id and (not document.hidden or place.edits)
      where document.board_id = ${board.id}::uuid
    `.execute(scope.tx);
    return namesOf(rows.map((row) => row.id));
  });

const byFacts = (reader: MadeMember) =>
  withBoardScope(server.context, { boardId: board.id, userId: reader.userId ?? '' }, async (scope) =>
    namesOf((await loadVisibleDocuments(scope, [...documents.values()])).map(({ id }) => id)),
  );

const byMembers = async (reader: MadeMember) => {
  const seen = await withBoardJobScope(server.context, board.id, (scope) =>
    listMembersWhoSee(scope, [...documents.values()], 'editor'),
  );
  return namesOf([...(seen ?? [])].filter(([, members]) => members.includes(reader.id)).map(([id]) => id));
};

function namesOf(ids: readonly string[]): string[] {
  const known = new Set(ids);
  return [...documents].filter(([, id]) => known.has(id)).map(([name]) => name);
}

test.for(readerKinds)('lists, single documents and events show the same documents to the reader “%s”', async (name) => {
  const reader = readers.get(name);
  if (!reader) throw new Error(`There is no reader ${name}.`);
  const seen = await byFacts(reader);
  expect(await byCondition(reader)).toEqual(seen);
  // Board admins get events for every audience.
  if (name !== 'board admin') expect(await byMembers(reader)).toEqual(seen);
  expect(seen).not.toContain('deleted meeting');
  const isEditor = ['leads the group', 'leads both', 'board admin'].includes(name);
  expect(seen.includes('draft meeting of the group')).toBe(isEditor);
  expect(seen.includes('hidden, published meeting of the group')).toBe(isEditor);
  expect(seen.includes('item of shown draft of the group')).toBe(isEditor || name === 'in the group');
  expect(seen).toContain('shown draft of the board');
  expect(seen).toContain('published meeting of the board');
});
