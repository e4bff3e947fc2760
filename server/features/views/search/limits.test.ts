import { expect, test } from 'vitest';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { makeBoard, makeMeeting, makeMember } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();

test('of one member one search runs at a time; the others wait without a connection, a few of them', async () => {
  const { context } = server;
  const board = await makeBoard(context);
  const [member, other] = [await makeMember(context, { board }), await makeMember(context, { board })];
  await makeMeeting(context, { board, title: 'Boiler review' });
  const [greedy, neighbour] = [await server.signIn(member), await server.signIn(other)];
  const ask = () => greedy.post('/search', { itemType: 'everything', searchString: 'boiler' });
  let searches: Promise<Awaited<ReturnType<typeof ask>>[]> = Promise.resolve([]);
  await asSuperuser(context, async (client) => {
    await client.query('begin');
    await client.query('lock table meetings in access exclusive mode');
    searches = Promise.all(Array.from({ length: 25 }, ask));
    const waits = `
      select count(*)::int as count from pg_locks lock join pg_database database on database.oid = lock.database
      where not lock.granted and lock.relation = 'meetings'::regclass and database.datname = current_database()
    `;
    const waiting = async (): Promise<number> => (await client.query<{ count: number }>(waits)).rows[0]?.count ?? 0;
    await expect.poll(waiting, { timeout: 4_000 }).toBe(1);
    expect((await neighbour.get('/ajax/people')).status).toBe(200);
    expect(await waiting()).toBe(1);
    expect(context.pool.waitingCount).toBe(0);
    await client.query('commit');
  });
  const statuses = (await searches).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(11);
  expect(statuses.filter((status) => status === 429)).toHaveLength(14);
});

test('a search that takes too long is given up, and the next begins', async () => {
  const { context } = server;
  const member = await makeMember(context);
  const client = await server.signIn(member);
  const ask = () => client.post('/search', { itemType: 'everything', searchString: 'boiler' });
  await asSuperuser(context, async (superuser) => {
    await superuser.query('begin');
    await superuser.query('lock table meetings in access exclusive mode');
    expect((await ask()).status).toBe(503);
    await superuser.query('rollback');
  });
  expect((await ask()).status).toBe(200);
}, 20_000);
