import { beforeAll, expect, test } from 'vitest';
import { answerAttendance } from '#contract/attendance.ts';
import { routes } from '#server/app.ts';
import { countRoundTrips, type RoundTrips } from '#tests/support/round-trips.ts';
import { testApp } from '#tests/support/test-app.ts';
import { actorOf } from './actors.ts';
import { credentialsOf } from './call.ts';
import { servedWorld } from './served-world.ts';

const tripsMax = 2;
/** Generating a PDF takes one more round trip. */
const madeAsPdf = [
  'resolutions.register',
  'interests.download',
  'minutes.pdf',
  'boardBook.agenda',
  'boardBook.attendance',
];
/** These return 404, because there is neither a finished board book nor a ballot. */
const notThere: readonly string[] = ['boardBook.download', 'resolutions.receipt'];

const server = testApp();
let roundTrips: RoundTrips;
beforeAll(() => {
  roundTrips = countRoundTrips(server.context.pool);
});
const served = servedWorld(server);

const reads = routes.filter((route) => {
  const { method, access } = route.endpoint;
  return 'flight' in route || (method === 'GET' && (access === 'member' || access === 'board-admin'));
});

test('SQL statements sent together count as one database round trip', async () => {
  const client = await server.context.pool.connect();
  try {
    const before = roundTrips.count();
    await client.query('select 1');
    await client.query('select 2');
    expect(roundTrips.count() - before).toBe(2);
    await Promise.all([client.query('select 1'), client.query('select 2'), client.query('select 3')]);
    expect(roundTrips.count() - before).toBe(3);
  } finally {
    client.release();
  }
});

test('every read endpoint of a board sends its statements in one batch', () => {
  const inSteps = reads.filter((route) => !('flight' in route)).map(({ endpoint }) => endpoint.name);
  expect(inSteps).toEqual([]);
});

test('a read endpoint takes at most two database round trips, or three if it creates a PDF', {
  timeout: 120_000,
}, async () => {
  const counted: Record<string, number> = {};
  for (const { endpoint } of reads.filter((route) => 'flight' in route)) {
    const actor = actorOf('board admin', served.world);
    const credentials = await credentialsOf(server.context, actor);
    await server.context.deferred.flush();
    const before = roundTrips.count();
    const answer = await served.askOwn(endpoint, actor, credentials);
    const taken = roundTrips.count() - before;
    expect(answer.status, endpoint.name).toBe(notThere.includes(endpoint.name) ? 404 : 200);
    expect(taken, endpoint.name).toBeGreaterThan(0);
    if (taken > (madeAsPdf.includes(endpoint.name) ? tripsMax + 1 : tripsMax)) counted[endpoint.name] = taken;
  }
  expect(counted).toEqual({});
});

test('a write takes two database round trips, and the session’s last use is recorded afterwards', async () => {
  const actor = actorOf('board admin', served.world);
  const credentials = await credentialsOf(server.context, actor);
  const uses = () =>
    server.asSuperuser(async (client) => {
      const sql = 'select last_seen_at from sessions where user_id = $1 order by created_at desc, id desc limit 1';
      return (await client.query<{ last_seen_at: Date }>(sql, [actor.userId])).rows[0]?.last_seen_at;
    });
  server.context.clock.advance({ minutes: 10 });
  const before = roundTrips.count();
  expect((await served.askOwn(answerAttendance, actor, credentials)).status).toBe(200);
  // The first round trip reads the session and all data needed to handle the request. The second sends the writes, the
  // log entry, the live event and the commit.
  expect(roundTrips.count() - before).toBe(2);
  await server.context.deferred.flush();
  expect(await uses()).toEqual(server.context.clock.now());
});
