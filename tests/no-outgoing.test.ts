import { globSync, readFileSync } from 'node:fs';
import net from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { testApp } from './support/test-app.ts';

const server = testApp();
afterEach(() => {
  vi.restoreAllMocks();
});

const address = 'https://papers.outside.example/budget.pdf';

test('the server does not connect to web addresses that users enter', async () => {
  const board = await server.make.board();
  const meeting = await server.make.meeting({ board });
  const category = await server.make.category({ board });
  const admin = await server.signIn(await server.make.member({ board, isBoardAdmin: true }));
  const connect = vi.spyOn(net.Socket.prototype, 'connect');
  const fetched = vi.spyOn(globalThis, 'fetch');
  const place = { kind: 'category', id: category.id };
  const added = await admin.post('/ajax/library/links', { title: 'Budget', url: address, home: place });
  const saved = await admin.patch(`/ajax/meetings/${meeting.id}`, { join_url: address });
  await server.context.runJobs();
  const reached = connect.mock.calls.map((call) => JSON.stringify(call));
  expect(reached.filter((call) => call.includes('outside.example'))).toEqual([]);
  expect(fetched).not.toHaveBeenCalled();
  expect([added.status, saved.json.data.meeting.join_url]).toEqual([200, address]);
});

test('only the sign-in provider client makes HTTP requests', () => {
  const sources = globSync('server/**/*.ts').filter((path) => !path.endsWith('.test.ts'));
  const asking = sources.filter((path) => {
    const code = readFileSync(path, 'utf8');
    return /\bfetch\(|from 'undici'|import (?!type)[^;]*from 'node:(https?|http2|dgram)'/.test(code);
  });
  expect(asking).toEqual(['server/integrations/oidc/bounded-fetch.ts']);
});
