import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { routes } from '#server/app.ts';
import { findsSessionOnce } from '#server/http/request-steps.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeWorld, type World } from '#tests/support/world.ts';
import { type ActorName, actorOf } from './actors.ts';
import { credentialsOf } from './call.ts';

const server = testApp();
let world: World;
let port: number;

beforeAll(async () => {
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
  world = await makeWorld(server.context);
}, 60_000);

const body = '{"made":"up"}';

const foundLate: ReadonlySet<string> = new Set(
  routes.filter((route) => 'flight' in route || findsSessionOnce(route)).map(({ endpoint }) => endpoint.name),
);

/** Sends only the headers. Returns a function that sends the rest of the request. */
async function hold({ name, method, path }: Endpoint, who: ActorName): Promise<() => Promise<number>> {
  const actor = actorOf(who, world);
  await server.sql('delete from rate_limits');
  const credentials = await credentialsOf(server.context, actor);
  const [{ id } = { id: '' }] = await server.sql<{ id: string }>(
    'select id from sessions where user_id = $1 order by created_at desc, id desc limit 1',
    [actor.userId],
  );
  const seenLast = new Date(server.context.clock.now().getTime() - 3_600_000);
  await server.sql('update sessions set last_seen_at = $2 where id = $1', [id, seenLast]);
  const socket: Socket = connect(port, '127.0.0.1');
  const answer = text(socket);
  const headers = {
    ...credentials,
    host: 'dais.example',
    'x-requested-with': 'XMLHttpRequest',
    connection: 'close',
    'content-type': 'application/json',
    'content-length': String(body.length),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const target = path.replaceAll(/:\w+/g, () => randomUUID());
  socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body.slice(0, 5)}`);
  const isSeen = async (): Promise<boolean> =>
    (await server.sql('select from sessions where id = $1 and last_seen_at > $2', [id, seenLast])).length === 1;
  while (!foundLate.has(name) && !(await isSeen())) await pause(2);
  return async () => {
    socket.write(body.slice(5));
    return Number((await answer).split(' ')[1]);
  };
}

const changing = routes
  .map(({ endpoint }) => endpoint)
  .filter(({ method, access }) => method !== 'GET' && method !== 'HEAD' && access !== 'public' && access !== 'magic')
  .filter(({ name }) => name !== 'uploads.append');

const actorFor = ({ access }: Endpoint): ActorName => (access === 'site-admin' ? 'site admin' : 'board admin');

test.each(changing.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s is rejected if the session ended before the request body arrived',
  async (_name, endpoint) => {
    const finish = await hold(endpoint, actorFor(endpoint));
    await server.sql('delete from sessions');
    expect(await finish()).toBe(419);
  },
);

describe('a request whose sender loses access while the body is being sent', () => {
  test.each([
    ['the user is disabled', changing[0], 'update users set disabled_at = now()', 419],
    [
      'the user is no longer a site admin',
      changing.find(({ access }) => access === 'site-admin'),
      'update users set is_site_admin = false',
      403,
    ],
    [
      'the password confirmation has expired',
      changing.find(({ confirmed }) => confirmed === true),
      'update sessions set confirmed_at = null',
      423,
    ],
  ] as const)('is rejected if %s', async (_what, endpoint, loss, status) => {
    if (!endpoint) throw new Error('There is nothing to call.');
    const finish = await hold(endpoint, actorFor(endpoint));
    await server.sql(loss);
    try {
      expect(await finish()).toBe(status);
    } finally {
      await server.sql('update users set disabled_at = null, is_site_admin = id = $1', [
        actorOf('site admin', world).userId,
      ]);
    }
  });
});
