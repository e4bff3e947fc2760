import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { withBoardJobScope, withBoardScope } from '#server/db/board-scope.ts';
import { readerOf } from '#server/features/members/audience/queries.ts';
import {
  inBoard,
  type MadeBoard,
  type MadeGroup,
  type MadeMember,
  makeAgendaItem,
  makeAnnouncement,
  makeBoard,
  makeDocument,
  makeGroup,
  makeMeeting,
  makeMember,
} from '#tests/support/factories.ts';
import { makeCategory, makeFolder } from '#tests/support/library.ts';
import { circulateWritten, makeWritten } from '#tests/support/resolutions.ts';
import { testApp } from '#tests/support/test-app.ts';
import { loadVisibleDocuments } from './queries.ts';
import { listMembersWhoSee, selectVisibleHomes } from './visibility.ts';

/**
 * Who sees a document is said by each home as a condition of SQL and of facts. Every kind and state of home, for every audience, is
 * asked of every kind of reader in all the ways that the product asks it.
 */
const server = testApp();
let board: MadeBoard;
/** By what they are. */
let readers: ReadonlyMap<string, MadeMember>;
/** The documents' ids by where they stand. */
const documents = new Map<string, string>();

beforeAll(async () => {
  const { context } = server;
  board = await makeBoard(context);
  const person = (isBoardAdmin = false) => makeMember(context, { board, isBoardAdmin });
  readers = new Map([
    ['outside', await person()],
    ['in the group', await person()],
    ['leads the group', await person()],
    ['in the other group', await person()],
    ['leads both', await person()],
    ['board admin', await person(true)],
  ]);
  const who = (...names: readonly string[]) => names.flatMap((name) => readers.get(name) ?? []);
  const group = await makeGroup(context, {
    board,
    members: who('in the group'),
    admins: who('leads the group', 'leads both'),
  });
  const other = await makeGroup(context, { board, members: who('in the other group'), admins: who('leads both') });
  const audiences = new Map<string, readonly MadeGroup[] | undefined>([
    ['the board', undefined],
    ['the group', [group]],
    ['both groups', [group, other]],
  ]);
  const put = async (name: string, place: Parameters<typeof makeDocument>[1]) => {
    for (const hidden of [false, true]) {
      const made = await makeDocument(context, { ...place, hidden });
      documents.set(`${hidden ? 'hidden, ' : ''}${name}`, made.id);
    }
  };
  for (const [audience, groups] of audiences) {
    const given = { board, ...(groups ? { groups } : {}) };
    for (const state of ['draft', 'published', 'cancelled'] as const) {
      const meeting = await makeMeeting(context, { ...given, state });
      await put(`${state} meeting of ${audience}`, { meeting });
      await put(`item of ${state} meeting of ${audience}`, { item: await makeAgendaItem(context, { meeting }) });
    }
    for (const state of ['draft', 'scheduled', 'published'] as const) {
      const announcement = await makeAnnouncement(context, { ...given, state });
      await put(`${state} announcement to ${audience}`, { announcement });
    }
    for (const hidden of [false, true]) {
      const category = await makeCategory(context, { ...given, hidden });
      const of = `${hidden ? 'hidden ' : ''}category for ${audience}`;
      await put(of, { category });
      for (const [topAudience, topGroups] of audiences) {
        const top = await makeFolder(context, { category, ...(topGroups ? { groups: topGroups } : {}) });
        await put(`folder for ${topAudience} of ${of}`, { folder: top });
        const inside = await makeFolder(context, { parent: top, hidden: true });
        await put(`hidden folder within one for ${topAudience} of ${of}`, { folder: inside });
      }
    }
  }
  const [admin] = who('board admin');
  if (!admin) throw new Error('Nobody is that.');
  for (const bodyId of [board.id, group.id]) {
    for (const state of ['draft', 'circulating'] as const) {
      const of = `resolution of ${bodyId === board.id ? 'everybody' : 'the group'}`;
      const { id } = await makeWritten(context, { boardId: board.id, bodyId, by: admin, title: of, state: 'draft' });
      await put(`${state} ${of}`, { resolution: { id, boardId: board.id } });
      if (state === 'circulating') await circulateWritten(context, { boardId: board.id, id, by: admin });
    }
  }
  const gone = await makeMeeting(context, { board });
  await put('deleted meeting', { meeting: gone });
  await inBoard(context, board.id, (tx) =>
    tx.updateTable('meetings').set({ deleted_at: context.clock.now() }).where('id', '=', gone.id).execute(),
  );
});

/** The id by which the row `document` names its place, in a lateral join. */
const placeOfDocument = sql`(
  select coalesce(
    document.meeting_id,
    (select item.meeting_id from agenda_items item
      where item.board_id = document.board_id and item.id = document.agenda_item_id),
    document.announcement_id, document.category_id, document.folder_id, document.written_resolution_id
  ) as id
)`;

/** By the conditions of lists, search and the dashboard. */
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

/** By the facts of each document. */
const byFacts = (reader: MadeMember) =>
  withBoardScope(server.context, { boardId: board.id, userId: reader.userId ?? '' }, async (scope) =>
    namesOf((await loadVisibleDocuments(scope, [...documents.values()])).map(({ id }) => id)),
  );

/** By the conditions of live events and reports. */
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

describe.for(['outside', 'in the group', 'leads the group', 'in the other group', 'leads both', 'board admin'])(
  'a reader: %s',
  (name) => {
    test('sees the same documents by every way that the product asks', async () => {
      const reader = readers.get(name);
      if (!reader) throw new Error('Nobody is that.');
      const seen = await byFacts(reader);
      expect(await byCondition(reader)).toEqual(seen);
      // Board admins hear of everything, beside what audiences say.
      if (name !== 'board admin') expect(await byMembers(reader)).toEqual(seen);
      expect(seen).not.toContain('deleted meeting');
      expect(seen.includes('draft meeting of the group')).toBe(
        name === 'leads the group' || name === 'leads both' || name === 'board admin',
      );
      expect(seen.includes('hidden, published meeting of the group')).toBe(
        name === 'leads the group' || name === 'leads both' || name === 'board admin',
      );
      expect(seen).toContain('published meeting of the board');
    });
  },
);
