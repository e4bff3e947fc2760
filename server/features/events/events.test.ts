import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signIn, type TestClient } from '../../../tests/support/client.ts';
import { createTestContext, type TestContext } from '../../../tests/support/context.ts';
import {
  type MadeBoard,
  type MadeMember,
  makeBoard,
  makeMeeting,
  makeMember,
} from '../../../tests/support/factories.ts';
import { createApp } from '../../app.ts';
import { cookieNames } from '../../http/cookies.ts';
import { startSession } from '../../http/session.ts';

let context: TestContext;
let app: FastifyInstance;
let address: string;
beforeAll(async () => {
  context = await createTestContext();
  app = await createApp(context);
  await app.listen({ host: '127.0.0.1', port: 0 });
  address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await app?.close();
  await context?.stop();
});

let board: MadeBoard;
let admin: TestClient;
let adminMember: MadeMember;
let member: MadeMember;
beforeEach(async () => {
  board = await makeBoard(context);
  adminMember = await makeMember(context, { board, isBoardAdmin: true });
  member = await makeMember(context, { board });
  admin = await signIn(app, context, adminMember);
});

/** An open stream, as a browser has it. */
async function listen(who: MadeMember) {
  const options = { userId: who.userId ?? '', boardId: who.boardId, remember: false, userAgent: 'test' };
  const token = await startSession(context, options);
  const ending = new AbortController();
  const headers = { cookie: `${cookieNames.session}=${token}`, 'x-board': who.boardId };
  const answer = await fetch(`${address}/ajax/events`, { headers, signal: ending.signal });
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    /** The events up to and with the first that fits. */
    async until(
      fits: (event: { id: string | null }) => boolean,
    ): Promise<readonly { noun: string; id: string | null }[]> {
      for (;;) {
        const events = text
          .split('\n')
          .slice(0, -1)
          .filter(Boolean)
          .map((line) => JSON.parse(line));
        if (events.some(fits)) return events;
        const chunk = await reader?.read();
        if (!chunk || chunk.done) throw new Error(`The stream ended after: ${text}`);
        text += chunk.value;
      }
    },
    close: () => ending.abort(),
  };
}

test('open pages hear of a change, once it is committed', async () => {
  const meeting = await makeMeeting(context, { board });
  const stream = await listen(member);
  await admin.patch(`/ajax/meetings/${meeting.id}`, { title: 'Another title' });
  expect(await stream.until((event) => event.id === meeting.id)).toEqual([{ noun: 'meeting', id: meeting.id }]);
  stream.close();
});

test('of a draft hear its editors alone; of its publishing everybody', async () => {
  const [forAdmin, forMember] = [await listen(adminMember), await listen(member)];
  const hidden = (
    await admin.post('/ajax/meetings', {
      title: 'Secret plan',
      type: 'remote',
      start: '2026-12-10T13:30:00.000Z',
      end: '2026-12-10T16:00:00.000Z',
      location: '',
      join_url: '',
      description: '',
    })
  ).json.data.meeting;
  const draft = await makeMeeting(context, { board, state: 'draft' });
  await admin.post(`/ajax/meetings/${draft.id}/publish`);
  const isPublished = (event: { id: string | null }) => event.id === draft.id;
  expect((await forAdmin.until(isPublished)).map((event) => event.id)).toEqual([hidden.id, draft.id]);
  expect((await forMember.until(isPublished)).map((event) => event.id)).toEqual([draft.id]);
  forAdmin.close();
  forMember.close();
});

test("another board's changes stay there", async () => {
  const elsewhere = await makeMember(context, { isBoardAdmin: true });
  const foreign = await makeMeeting(context, { board: { id: elsewhere.boardId, shortname: '', title: '' } });
  const own = await makeMeeting(context, { board });
  const stream = await listen(member);
  await (await signIn(app, context, elsewhere)).patch(`/ajax/meetings/${foreign.id}`, { title: 'Elsewhere' });
  await admin.patch(`/ajax/meetings/${own.id}`, { title: 'Here' });
  expect(await stream.until((event) => event.id === own.id)).toEqual([{ noun: 'meeting', id: own.id }]);
  stream.close();
});

test('a member has room for twenty streams at once, and no more', async () => {
  const token = await startSession(context, {
    ...{ userId: member.userId ?? '', boardId: board.id, remember: false, userAgent: 'test' },
  });
  const headers = { cookie: `${cookieNames.session}=${token}`, 'x-board': board.id };
  const open = () => fetch(`${address}/ajax/events`, { headers });
  // Held on to: an answer that nobody holds is given up, and its stream ends.
  const answers: Response[] = [];
  for (let nth = 0; nth < 21; nth += 1) answers.push(await open());
  expect(answers.map((answer) => answer.status)).toEqual([...new Array(20).fill(200), 429]);
  for (const answer of answers) await answer.body?.cancel();
  await expect
    .poll(async () => {
      const answer = await open();
      await answer.body?.cancel();
      return answer.status;
    })
    .toBe(200);
});
