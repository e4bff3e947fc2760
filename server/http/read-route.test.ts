import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { definePage } from '#server/db/page-statement.ts';
import { sessionUses } from '#server/db/session-uses.ts';
import type { TestClient } from '#tests/support/client.ts';
import { testApp } from '#tests/support/test-app.ts';
import { addRoute } from './adapter.ts';
import { createRefusedBodies } from './bodies.ts';
import { implementRead } from './implement.ts';

const server = testApp();
const written: string[] = [];
const limited: string[] = [];
const deferred = { name: 'test', keyOf: () => '', write: async () => void written.push('deferred') };
const title = definePage({}, ({ tx, board }) => tx.selectFrom('boards').select('title').where('id', '=', board.id));
const noting = definePage({}, ({ tx, board, now }) =>
  tx
    .insertInto('audit_entries')
    .values({ board_id: board.id, action: 'test', subject_kind: 'board', at: sql<Date>`${now}` })
    .returning('id'),
);
let client: TestClient;

const route = implementRead(
  endpoint({
    name: 'test.read',
    summary: '',
    route: 'GET /test/read',
    access: 'member',
    reply: 'plain',
    query: z.strictObject({ more: z.string().optional() }),
    answer: z.looseObject({}),
  } as const),
  {
    reads: { board: title },
    paramsOf: ({ query }) => ({ more: query.more }),
    more: { reads: { again: title }, isNeeded: (_reader, _found, { more }) => more === 'yes' },
    limit: () => async (source, work) => {
      limited.push(source);
      return work({ hasWaited: false });
    },
    async answer({ context, found, more, record, inScope }) {
      context.deferred.add(deferred, {});
      await record(noting, {});
      await inScope((scope) => noting.run(scope.tx, {}, scope.now));
      return { board: found.board?.title, again: more?.again?.title };
    },
  },
);

beforeAll(() =>
  addRoute(server.app, { context: server.context, refusedBodies: createRefusedBodies(server.context.clock), route }),
);
beforeEach(async () => {
  const board = await server.make.board({ title: 'Harbour Trust' });
  client = await server.signIn(await server.make.member({ board }));
  await server.sql('delete from audit_entries');
  written.length = 0;
});
const entries = async () => (await server.sql('select from audit_entries')).length;

test('a read request counts once against its session’s rate limit, even if it needs a second round trip to the database', async () => {
  expect((await client.get('/test/read')).json).toEqual({ board: 'Harbour Trust' });
  expect((await client.get('/test/read?more=yes')).json).toEqual({ board: 'Harbour Trust', again: 'Harbour Trust' });
  expect([limited.length, new Set(limited).size]).toEqual([2, 1]);
});

test('a GET request records what it opened, and a HEAD request records nothing', async () => {
  expect((await client.head('/test/read')).status).toBe(200);
  expect([await entries(), written]).toEqual([0, []]);
  await client.get('/test/read');
  expect([await entries(), written]).toEqual([2, ['deferred']]);
});

test('the use of a session is recorded at most once every five minutes', async () => {
  const add = vi.spyOn(server.context.deferred, 'add');
  const uses = async () => {
    add.mockClear();
    await client.get('/test/read');
    return add.mock.calls.filter(([kind]) => kind === sessionUses).length;
  };
  expect(await uses()).toBe(0);
  server.context.clock.advance({ minutes: 6 });
  expect([await uses(), await uses()]).toEqual([1, 0]);
});
