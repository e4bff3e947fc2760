import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { type MadeMember, makeBoard, makeMeeting, makeMember } from '#tests/support/factories.ts';
import { sessionOf } from '#tests/support/session.ts';
import { testApp } from '#tests/support/test-app.ts';
import type { Entering } from './entry.ts';
import { readInOneFlight } from './flight.ts';
import { definePage, rowOf, rowsOf } from './page-statement.ts';

const server = testApp();

const meetings = definePage({ id: 'uuid' }, ({ tx, board, now }, { id }) =>
  tx
    .selectFrom('meetings')
    .where('board_id', '=', board.id)
    .where('id', '=', id)
    .select(['title', 'starts_at'])
    .select([
      rowsOf(tx.selectFrom('members').select(['id', 'created_at']).where('board_id', '=', board.id).orderBy('id')).as(
        'members',
      ),
      rowOf(tx.selectFrom('boards').select('title').where('id', '=', board.id)).as('board'),
      rowOf(tx.selectFrom('groups').select('id').where('board_id', '=', board.id)).as('group'),
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

async function entering(member: MadeMember, more: Partial<Entering> = {}): Promise<Entering> {
  const token = await sessionOf(server.context, member);
  return { token, access: 'member', board: { from: 'header', id: member.boardId }, now, ...more };
}

test('enters and reads in one round trip; nested rows have their instants', async () => {
  const board = await makeBoard(server.context, { title: 'Harbour Trust' });
  const member = await makeMember(server.context, { board });
  const meeting = await makeMeeting(server.context, { board });
  const { reader, found } = await readInOneFlight(server.context.pool, await entering(member), {
    statements: { page: meetings },
    params: { id: meeting.id },
  });
  expect(reader).toMatchObject({
    member: { id: member.id },
    board: { title: 'Harbour Trust' },
    via: { kind: 'session' },
    now,
  });
  expect(found.page).toMatchObject({ board: { title: 'Harbour Trust' }, group: null, asked_at: now });
  expect(found.page?.members).toEqual([{ id: member.id, created_at: expect.any(Date) }]);
});

test('nothing is found on another board, and whoever is refused is told by the code', async () => {
  const { pool } = server.context;
  const [board, other] = [await makeBoard(server.context), await makeBoard(server.context)];
  const member = await makeMember(server.context, { board });
  const foreign = await makeMeeting(server.context, { board: other });
  const read = async (more: Partial<Entering>, id = foreign.id) =>
    readInOneFlight(pool, await entering(member, more), { statements: { page: meetings }, params: { id } });
  expect((await read({})).found.page).toBe(null);
  await expect(read({ board: { from: 'header', id: other.id } })).rejects.toMatchObject({ code: 'not-found' });
  await expect(read({ board: { from: 'meeting-id', id: foreign.id } })).rejects.toMatchObject({ code: 'not-found' });
  await expect(read({ access: 'board-admin' })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(read({ token: 'nobody' })).rejects.toMatchObject({ code: 'session-expired' });
});

test('a read cannot write, and neither a refusal nor a failure spoils the connection', async () => {
  const { pool } = server.context;
  const board = await makeBoard(server.context);
  const member = await makeMember(server.context, { board });
  const meeting = await makeMeeting(server.context, { board });
  const given = { statements: { page: meetings }, params: { id: meeting.id } };
  const own = await entering(member);
  for (let nth = 0; nth < 30; nth += 1) {
    const refused = readInOneFlight(pool, { ...own, token: 'nobody' }, given);
    await expect(refused).rejects.toMatchObject({ code: 'session-expired' });
    await expect(readInOneFlight(pool, own, { statements: { page: failing }, params: {} })).rejects.toMatchObject({
      code: '22012',
    });
    expect((await readInOneFlight(pool, own, given)).found.page).not.toBe(null);
  }
  const writing = definePage({}, ({ tx }) => tx.deleteFrom('meetings').returning('id'));
  await expect(readInOneFlight(pool, own, { statements: { page: writing }, params: {} })).rejects.toMatchObject({
    code: '25006',
  });
});

test('a session that has ended, and a member who has left, are refused from the next flight on', async () => {
  const { pool } = server.context;
  const board = await makeBoard(server.context);
  const [leaving, staying] = [await makeMember(server.context, { board }), await makeMember(server.context, { board })];
  const meeting = await makeMeeting(server.context, { board });
  const given = { statements: { page: meetings }, params: { id: meeting.id } };
  const flights = [await entering(leaving), await entering(staying)] as const;
  for (const flight of flights) expect((await readInOneFlight(pool, flight, given)).found.page).not.toBe(null);
  await asSuperuser(server.context, async (client) => {
    await client.query("update members set status = 'inactive' where id = $1", [leaving.id]);
    await client.query('delete from sessions where user_id = $1', [staying.userId]);
  });
  await expect(readInOneFlight(pool, flights[0], given)).rejects.toMatchObject({ code: 'not-found' });
  await expect(readInOneFlight(pool, flights[1], given)).rejects.toMatchObject({ code: 'session-expired' });
});

test('two hundred flights of two boards at once: each reads its own', async () => {
  const made = await Promise.all(
    [0, 1].map(async () => {
      const board = await makeBoard(server.context);
      const meeting = await makeMeeting(server.context, { board });
      return { board, meeting, flight: await entering(await makeMember(server.context, { board })) };
    }),
  );
  const flown = await Promise.all(
    Array.from({ length: 200 }, async (_, nth) => {
      const own = made[nth % 2] as (typeof made)[number];
      const other = made[(nth + 1) % 2] as (typeof made)[number];
      const of = nth % 3 === 0 ? other : own;
      const given = { statements: { page: meetings }, params: { id: of.meeting.id } };
      const { reader, found } = await readInOneFlight(server.context.pool, own.flight, given);
      return reader.board.id === own.board.id && (found.page === null) === (of === other);
    }),
  );
  expect(flown.every(Boolean)).toBe(true);
});
