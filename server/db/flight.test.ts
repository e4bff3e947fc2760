import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { clockOf } from '#server/clock.ts';
import type { MadeBoard, MadeMeeting, MadeMember } from '#tests/support/factories.ts';
import { sessionOf } from '#tests/support/session.ts';
import { testApp } from '#tests/support/test-app.ts';
import { selectRows } from './board-rows.ts';
import { withSessionScope } from './board-scope.ts';
import { openDatabase } from './database.ts';
import { type BoardEntry, EntryRefused } from './entry.ts';
import { readInOneFlight, writeInOneFlight } from './flight.ts';
import { definePage, defineRows, onlyWhere, rowOf, rowsOf } from './page-statement.ts';

const server = testApp();

const meetings = definePage({ id: 'uuid' }, ({ tx, board, now }, { id }) =>
  selectRows({ tx, board }, 'meetings', { id })
    .select(['title', 'starts_at'])
    .select([
      rowsOf(selectRows({ tx, board }, 'members').select(['id', 'created_at']).orderBy('id')).as('members'),
      rowOf(tx.selectFrom('boards').select('title').where('id', '=', board.id)).as('board'),
      rowOf(selectRows({ tx, board }, 'groups').select('id')).as('group'),
      sql<Date>`${now}`.as('asked_at'),
    ]),
);
const failing = definePage({}, ({ tx, board }) =>
  tx
    .selectFrom('boards')
    .where('id', '=', board.id)
    .select(sql<number>`1 / (length(title) - length(title))`.as('none')),
);
const now = new Date('2026-11-16T12:00:00Z');

async function entering(member: MadeMember, more: Partial<BoardEntry> = {}): Promise<BoardEntry> {
  const token = await sessionOf(server.context, member);
  return { session: { token }, access: 'member', board: { from: 'header', id: member.boardId }, now, ...more };
}

let board: MadeBoard;
let member: MadeMember;
let meeting: MadeMeeting;
let own: BoardEntry;
beforeEach(async () => {
  board = await server.make.board({ title: 'Harbour Trust' });
  member = await server.make.member({ board });
  meeting = await server.make.meeting({ board, title: 'Before' });
  own = await entering(member);
});
const read = (by = own, id = meeting.id) =>
  readInOneFlight(server.context.pool, by, { statements: { page: meetings }, params: { id } });

test('a read request gets the user, the board and the requested rows, including nested dates, in one database call', async () => {
  const { reader, found } = await read();
  expect(reader).toMatchObject({
    member: { id: member.id },
    board: { title: 'Harbour Trust' },
    via: { kind: 'session' },
    now,
  });
  expect(found.page).toMatchObject({ board: { title: 'Harbour Trust' }, group: null, asked_at: now });
  expect(found.page?.members).toEqual([{ id: member.id, created_at: expect.any(Date) }]);
});

test('a read request cannot access another board, and the error contains a code and, if known, the user’s id', async () => {
  const other = await server.make.board();
  const foreign = await server.make.meeting({ board: other });
  const readForeign = async (more: Partial<BoardEntry>) => read(await entering(member, more), foreign.id);
  expect((await readForeign({})).found.page).toBe(null);
  const elsewhere = readForeign({ board: { from: 'header', id: other.id } });
  await expect(elsewhere).rejects.toMatchObject({ code: 'not-found', userId: member.userId });
  await expect(readForeign({ board: { from: 'meeting-id', id: foreign.id } })).rejects.toMatchObject({
    code: 'not-found',
  });
  const known = { userId: member.userId };
  await expect(readForeign({ access: 'board-admin' })).rejects.toMatchObject({ code: 'forbidden', ...known });
  await expect(readForeign({ session: { token: 'nobody' } })).rejects.toMatchObject({
    code: 'session-expired',
    userId: null,
  });
});

test('a read request cannot write, and rejected or failed requests do not break the database connection', async () => {
  const { pool } = server.context;
  for (let nth = 0; nth < 30; nth += 1) {
    const refused = read({ ...own, session: { token: 'nobody' } });
    await expect(refused).rejects.toMatchObject({ code: 'session-expired' });
    await expect(readInOneFlight(pool, own, { statements: { page: failing }, params: {} })).rejects.toMatchObject({
      code: '22012',
    });
    expect((await read()).found.page).not.toBe(null);
  }
  const writing = definePage({}, ({ tx }) => tx.deleteFrom('meetings').returning('id'));
  await expect(readInOneFlight(pool, own, { statements: { page: writing }, params: {} })).rejects.toMatchObject({
    code: '25006',
  });
});

test('all statements of a read request see the same snapshot', async () => {
  const { pool } = server.context;
  const lock = 1_606;
  const waiting = definePage({}, ({ tx }) =>
    tx.selectNoFrom(sql<string>`pg_advisory_xact_lock_shared(${sql.lit(lock)})::text`.as('locked')),
  );
  const statements = { first: meetings, waiting, second: meetings };
  const found = await server.asSuperuser(async (client) => {
    await client.query('select pg_advisory_lock($1)', [lock]);
    const reading = readInOneFlight(pool, own, { statements, params: { id: meeting.id } });
    await expect
      .poll(async () => {
        const { rows } = await client.query(
          `select from pg_locks where locktype = 'advisory' and objid = $1 and not granted
             and database = (select oid from pg_database where datname = current_database())`,
          [lock],
        );
        return rows.length;
      })
      .toBe(1);
    await client.query(`update meetings set title = 'After' where id = $1`, [meeting.id]);
    await client.query('select pg_advisory_unlock($1)', [lock]);
    return (await reading).found;
  });
  expect([found.first?.title, found.second?.title]).toEqual(['Before', 'Before']);
});

test('a read request that times out fails with the code “unavailable” and the original error as the cause', async () => {
  const limited = definePage({}, ({ tx }) =>
    tx.selectNoFrom(sql<string>`set_config('statement_timeout', '50', true)`.as('limit')),
  );
  const slow = definePage({}, ({ tx }) => tx.selectNoFrom(sql<string>`pg_sleep(10)::text`.as('slept')));
  const reading = readInOneFlight(server.context.pool, own, { statements: { limited, slow }, params: {} });
  const failure = await reading.catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'unavailable', cause: { code: '57014' } });
  expect(failure).not.toBeInstanceOf(EntryRefused);
});

test('a conditional statement whose condition is false is not sent and returns an empty list', async () => {
  const failing = defineRows({}, ({ tx }) => tx.selectNoFrom(sql<number>`1 / 0`.as('none')));
  const one = defineRows({}, ({ tx }) => tx.selectNoFrom(sql<number>`1`.as('one')));
  const ifAsked = onlyWhere(({ asked }: { readonly asked: boolean }) => asked, failing);
  const readIf = (asked: boolean) =>
    readInOneFlight(server.context.pool, own, { statements: { before: one, ifAsked, after: one }, params: { asked } });
  expect((await readIf(false)).found).toEqual({ before: [{ one: 1 }], ifAsked: [], after: [{ one: 1 }] });
  await expect(readIf(true)).rejects.toMatchObject({ code: '22012' });
});

test('a read request can still identify its session by id after the session’s token has been renewed', async () => {
  const { pool } = server.context;
  const { sessionId } = await readInOneFlight(pool, own, { statements: {}, params: {} });
  const again = () => readInOneFlight(pool, { ...own, session: { id: sessionId } }, { statements: {}, params: {} });
  await server.sql("update sessions set token_hash = sha256('renewed') where id = $1", [sessionId]);
  expect((await again()).reader.member.id).toBe(member.id);
  await server.sql('delete from sessions where id = $1', [sessionId]);
  await expect(again()).rejects.toMatchObject({ code: 'session-expired' });
});

test('a write changes nothing if it is rejected or fails', async () => {
  const { pool, db } = server.context;
  const named = definePage({ name: 'text', by: 'int' }, ({ tx, board }, { name, by }) =>
    tx
      .insertInto('groups')
      .values({ board_id: sql`${board.id}`, name: sql`${name} || (1 / ${by})` })
      .returning('id'),
  );
  const write = (more: Partial<BoardEntry>, name: string, by = 1) =>
    writeInOneFlight(pool, { ...own, ...more }, { statement: named, params: { name, by } });
  await write({}, 'Finance');
  await expect(write({ access: 'board-admin' }, 'Refused')).rejects.toMatchObject({ code: 'forbidden' });
  await expect(write({}, 'Failed', 0)).rejects.toMatchObject({ code: '22012' });
  const names = await server.inBoard(member.boardId, (tx) => tx.selectFrom('groups').select('name').execute());
  expect(names).toEqual([{ name: 'Finance1' }]);
  expect(await db.selectFrom('groups').select('name').execute()).toEqual([]);
});

test('a statement used by both a read request and a transaction is prepared only once per connection', async () => {
  const { servingUrl } = server.context;
  const { db, pool, close } = openDatabase({ servingUrl, connectionsMax: 1, onLost: () => undefined });
  try {
    const params = { id: member.boardId };
    await readInOneFlight(pool, own, { statements: { meetings }, params });
    await withSessionScope({ ...server.context, db, clock: clockOf(() => now) }, own, (scope) =>
      meetings.run(scope.tx, params, now),
    );
    const { rows } = await pool.query<{ statement: string; often: number }>(
      'select statement, count(*) as often from pg_prepared_statements group by statement having count(*) > 1',
    );
    expect(rows).toEqual([]);
    const known = await pool.query('select statement from pg_prepared_statements order by statement');
    const begun = ['begin', 'begin isolation level repeatable read read only', 'commit'];
    expect(known.rows.map(({ statement }) => statement)).toEqual([
      ...begun,
      expect.stringContaining('from "meetings"'),
      expect.stringContaining('gate.enter'),
    ]);
  } finally {
    await close();
  }
});

test('a read request is rejected after the session has ended or the member has become inactive', async () => {
  const leaving = await server.make.member({ board });
  const flights = [await entering(leaving), own] as const;
  for (const flight of flights) expect((await read(flight)).found.page).not.toBe(null);
  await server.sql("update members set status = 'inactive' where id = $1", [leaving.id]);
  await server.sql('delete from sessions where user_id = $1', [member.userId]);
  await expect(read(flights[0])).rejects.toMatchObject({ code: 'not-found' });
  await expect(read(flights[1])).rejects.toMatchObject({ code: 'session-expired' });
});

test('two hundred concurrent reads for two boards each see only their own board', async () => {
  const foreign = await server.make.meeting();
  const flight = await entering(await server.make.member({ board: { ...board, id: foreign.boardId } }));
  const made = [
    { meeting, flight: own },
    { meeting: foreign, flight },
  ];
  const flown = await Promise.all(
    Array.from({ length: 200 }, async (_, nth) => {
      const from = made[nth % 2] as (typeof made)[number];
      const other = made[(nth + 1) % 2] as (typeof made)[number];
      const of = nth % 3 === 0 ? other : from;
      const { reader, found } = await read(from.flight, of.meeting.id);
      return reader.board.id === from.meeting.boardId && (found.page === null) === (of === other);
    }),
  );
  expect(flown.every(Boolean)).toBe(true);
});
