import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withBoardJobScope, withBoardScope } from '#server/db/board-scope.ts';
import { moveAgendaItem } from '#server/features/homes/meetings/agenda/commands.ts';
import { loadAgendaItem } from '#server/features/homes/meetings/agenda/queries.ts';
import type { MadeAgendaItem, MadeBoard, MadeMeeting, MadeMember } from '#tests/support/factories.ts';
import { makeMotion } from '#tests/support/motions.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeWithheld } from '#tests/support/withheld.ts';
import { liftWithheldItem, withholdItem } from './commands.ts';
import { anyMember, readerOf } from './queries.ts';
import {
  isWithheld,
  memberView,
  seenIn,
  selectWithheld,
  selectWithheldItems,
  withheldFrom,
  withheldWhere,
  withholdingOf,
} from './visibility.ts';

const server = testApp();
let board: MadeBoard;
let desk: MadeMember;
let plain: MadeMember;
let admin: MadeMember;
let other: MadeMember;
let meeting: MadeMeeting;
let before: MadeAgendaItem;
let item: MadeAgendaItem;
let sub: MadeAgendaItem;
let deeper: MadeAgendaItem;
let after: MadeAgendaItem;
let subjects: Map<string, string>;

beforeAll(async () => {
  board = await server.make.board();
  const person = (isBoardAdmin = false) => server.make.member({ board, isBoardAdmin });
  [desk, plain, admin, other] = [await person(), await person(), await person(true), await person()];
});

beforeEach(async () => {
  meeting = await server.make.meeting({ board });
  const add = () => server.make.agendaItem({ meeting });
  [before, item, sub, deeper, after] = [await add(), await add(), await add(), await add(), await add()];
  await setDepth(sub, 1);
  await setDepth(deeper, 2);
  subjects = new Map(Object.entries({ before, item, sub, deeper, after }).map(([name, { id }]) => [name, id]));
  for (const [name, of] of Object.entries({ before, item, sub, after })) {
    subjects.set(`document of ${name}`, (await server.make.document({ item: of })).id);
    subjects.set(`motion of ${name}`, (await makeMotion(server.context, { meeting, item: of, mover: desk })).id);
    subjects.set(`action of ${name}`, await makeAction(of));
  }
  subjects.set('document of the meeting', (await server.make.document({ meeting })).id);
});

const setDepth = ({ id }: MadeAgendaItem, depth: number) =>
  server.sql('update agenda_items set depth = $2 where id = $1', [id, depth]);

async function makeAction(of: MadeAgendaItem): Promise<string> {
  const { id } = await server.make.actionItem({ boardId: board.id, owner: desk, meetingId: meeting.id });
  await server.sql('update action_items set agenda_item_id = $2 where id = $1', [id, of.id]);
  return id;
}

const withhold = (from: MadeMember, of = item) => makeWithheld(server.context, { item: of, from, by: desk });
const byDesk = <T>(work: (scope: Parameters<typeof withholdItem>[0]) => Promise<T>): Promise<T> =>
  server.inBoard(board.id, (tx) =>
    work({ tx, board: { id: board.id }, member: { id: desk.id } } as Parameters<typeof withholdItem>[0]),
  );
const lift = (at: Date) => byDesk((scope) => liftWithheldItem(scope, { memberId: plain.id, itemId: item.id, at }));
const asReader = <T>(reader: MadeMember, work: Parameters<typeof withBoardScope<T>>[2]) =>
  withBoardScope(server.context, { boardId: board.id, userId: reader.userId ?? '' }, work);

const changeRow = (table: 'documents' | 'action_items' | 'motions', name: string, set: object) =>
  server.inBoard(board.id, (tx) =>
    tx
      .updateTable(table)
      .set(set)
      .where('id', '=', subjects.get(name) ?? '')
      .execute(),
  );
const namesOf = (ids: readonly string[]): readonly string[] =>
  [...subjects].filter(([, id]) => ids.includes(id)).map(([name]) => name);
const subject = sql.ref('subject.id');
const every = () => sql<{ id: string }>`unnest(${[...subjects.values()]}::uuid[]) as subject (id)`;

async function withheldOf(reader: MadeMember): Promise<readonly string[]> {
  const byCondition = await asReader(reader, async (scope) => {
    const where = withheldWhere(readerOf(scope), subject);
    const { rows } = await sql<{ id: string }>`select id from ${every()} where ${where}`.execute(scope.tx);
    const others = await sql<{ id: string }>`select id from ${every()} where not ${where}`.execute(scope.tx);
    expect(rows.length + others.rows.length).toBe(subjects.size);
    return namesOf(rows.map(({ id }) => id));
  });
  const byFacts = await asReader(reader, async (scope) => {
    const { rows } = await sql<{ id: string; is_withheld: boolean; withholding: object | null }>`
      select id, ${withholdingOf(scope, subject)} as withholding, ${selectWithheld(scope, subject).expression} as is_withheld
      from ${every()}
    `.execute(scope.tx);
    for (const row of rows) expect(row.withholding !== null).toBe(row.is_withheld);
    return namesOf(rows.filter(isWithheld).map(({ id }) => id));
  });
  const byMember = await withBoardJobScope(server.context, board.id, async (scope) => {
    const where = withheldWhere({ board: scope.board, member: anyMember(sql.ref('member.id')) }, subject);
    const { rows } = await sql<{ id: string }>`
      select subject.id from ${every()} cross join members member where member.id = ${reader.id}::uuid and ${where}
    `.execute(scope.tx);
    return namesOf(rows.map(({ id }) => id));
  });
  const unseen = await asReader(reader, async (scope) => {
    const seen = seenIn(memberView(scope, reader.id), subject);
    const { rows } = await sql<{ id: string; is_seen: boolean; is_in_all: boolean }>`
      select id, ${seen} as is_seen, ${seenIn('everybody', subject)} as is_in_all from ${every()}
    `.execute(scope.tx);
    expect(rows.filter((row) => row.is_in_all)).toHaveLength(subjects.size);
    return namesOf(rows.filter((row) => !row.is_seen).map(({ id }) => id));
  });
  const ofItems = await withBoardJobScope(server.context, board.id, async (scope) => {
    const rows = await selectWithheldItems(scope, meeting.id).execute();
    return namesOf([...withheldFrom(rows, reader.id)]);
  });
  expect(byFacts).toEqual(byCondition);
  expect(byMember).toEqual(byCondition);
  expect(unseen).toEqual(byCondition);
  expect(ofItems).toEqual(byCondition.filter((name) => !name.includes(' of ')));
  return byCondition;
}

const withinSub = ['sub', 'deeper', 'document of sub', 'motion of sub', 'action of sub'];
const within = [...withinSub, 'item', 'document of item', 'motion of item', 'action of item'];
const expectWithheld = async (reader: MadeMember, names: readonly string[]) =>
  expect((await withheldOf(reader)).toSorted()).toEqual(names.toSorted());

test('withholding an item from a member, even a board admin, also withholds its sub-items and contents', async () => {
  for (const reader of [plain, admin]) {
    expect(await withheldOf(reader)).toEqual([]);
    await withhold(reader);
    await expectWithheld(reader, within);
  }
  expect(await withheldOf(other)).toEqual([]);
  expect(await withheldOf(desk)).toEqual([]);
});

test('a sub-item can be withheld without its parent item', async () => {
  await withhold(plain, sub);
  await expectWithheld(plain, withinSub);
});

test('sub-items, documents, motions and action items added to a withheld item later are withheld, too', async () => {
  await withhold(plain);
  await setDepth(after, 1);
  subjects.set('late document of item', (await server.make.document({ item })).id);
  subjects.set('late motion of item', (await makeMotion(server.context, { meeting, item, mover: desk })).id);
  subjects.set('late action of item', await makeAction(item));
  const seen = (name: string) => name.includes('before') || name === 'document of the meeting';
  await expectWithheld(
    plain,
    [...subjects.keys()].filter((name) => !seen(name)),
  );
});

test('sub-items, documents and action items moved out of a withheld item are still withheld', async () => {
  await withhold(plain);
  await asReader(admin, async (scope) => {
    await moveAgendaItem(scope, await loadAgendaItem(scope, sub.id), { before_id: before.id, depth: 0 });
  });
  await changeRow('documents', 'document of item', { agenda_item_id: null, meeting_id: meeting.id });
  await changeRow('action_items', 'action of item', { agenda_item_id: after.id });
  await expectWithheld(plain, within);
});

test('moving many items at once checks each withheld item only once', async () => {
  await withhold(plain);
  const calls = await server.asSuperuser(async (db) => {
    await db.query('begin');
    await db.query(`set local track_functions = 'all'`);
    await db.query('update agenda_items set position = position * 100 where meeting_id = $1', [meeting.id]);
    await db.query('set constraints all immediate');
    const { rows } = await db.query(
      `select calls::int from pg_stat_xact_user_functions where funcname = 'withhold_sub_items'`,
    );
    await db.query('commit');
    return rows[0]?.calls;
  });
  expect(calls).toBe(['item', 'sub', 'deeper'].length);
});

test('a copy of a withheld item is withheld, too, even in another meeting', async () => {
  await withhold(plain);
  const copy = { id: randomUUID(), boardId: board.id, meetingId: (await server.make.meeting({ board })).id };
  await server.sql(
    `insert into agenda_items (id, board_id, meeting_id, position, title, copied_from) values ($1, $2, $3, 1, 'Copy', $4)`,
    [copy.id, board.id, copy.meetingId, item.id],
  );
  subjects.set('document of the copy', (await server.make.document({ item: copy })).id);
  await expectWithheld(plain, [...within, 'document of the copy']);
});

describe.each(['document', 'motion', 'action'] as const)(
  'content of the kind “%s” that moves into an item while the item is being withheld or shown again',
  (kind) => {
    const table = ({ document: 'documents', motion: 'motions', action: 'action_items' } as const)[kind];
    const add = () =>
      server.inBoard(board.id, async (tx) => {
        const id = subjects.get(`${kind} of before`) ?? '';
        await tx.updateTable(table).set({ agenda_item_id: item.id }).where('id', '=', id).execute();
        await paused();
      });
    const withholdNow = () =>
      byDesk(async (scope) => {
        const at = server.context.clock.now();
        await withholdItem(scope, { memberId: plain.id, itemId: item.id, reason: 'A tender.', at });
        await paused();
      });
    const liftNow = () =>
      byDesk(async (scope) => {
        await liftWithheldItem(scope, { memberId: plain.id, itemId: item.id, at: server.context.clock.now() });
        await paused();
      });
    const paused = () => pause(150);
    const together = async (first: () => Promise<void>, second: () => Promise<void>) => {
      const begun = first();
      await pause(50);
      await Promise.all([begun, second()]);
    };

    test('content is also withheld if it moves into an item just before the item is withheld', async () => {
      await together(add, withholdNow);
      expect(await withheldOf(plain)).toContain(`${kind} of before`);
    });

    test('content is also withheld if it moves into an item just after the item is withheld', async () => {
      await together(withholdNow, add);
      expect(await withheldOf(plain)).toContain(`${kind} of before`);
    });

    test('content is not withheld if it moves into a withheld item just before the withholding is lifted', async () => {
      await withhold(plain);
      await together(add, liftNow);
      expect(await withheldOf(plain)).toEqual([]);
    });
  },
);

test('lifting the withholding of an item reveals only the item and what was withheld with it', async () => {
  await withhold(plain);
  await withhold(plain, sub);
  await withhold(admin);
  await changeRow('documents', 'document of item', { agenda_item_id: null, meeting_id: meeting.id });
  await lift(new Date(+server.context.clock.now() + 1));
  await expectWithheld(plain, withinSub);
  await expectWithheld(admin, within);
  await withhold(plain);
  await expectWithheld(
    plain,
    within.filter((name) => name !== 'document of item'),
  );
});
