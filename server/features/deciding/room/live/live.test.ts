import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RoomLine, roomLine } from '#contract/room.ts';
import { roomHeardEveryMs } from '#domain/room.ts';
import { cookieName, cookieNames } from '#server/http/cookies.ts';
import type { TestClient } from '#tests/support/client.ts';
import {
  inBoard,
  type MadeBoard,
  type MadeMeeting,
  type MadeMember,
  makeAgendaItem,
  makeBoard,
  makeGroup,
  makeInvitee,
  makeMeeting,
  makeMember,
} from '#tests/support/factories.ts';
import { makeMotion } from '#tests/support/motions.ts';
import { sessionOf } from '#tests/support/session.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeWithheld } from '#tests/support/withheld.ts';

const server = testApp();
beforeAll(() => listenOn(server.app));

async function listenOn(app: FastifyInstance): Promise<void> {
  await app.listen({ host: '127.0.0.1', port: 0 });
}

let board: MadeBoard;
let meeting: MadeMeeting;
let ada: MadeMember;
let bea: MadeMember;
let admin: TestClient;
const open = new Set<AbortController>();

beforeEach(async () => {
  server.context.clock.set('2026-11-19T13:40:00Z');
  board = await makeBoard(server.context);
  ada = await makeMember(server.context, { board, isBoardAdmin: true });
  bea = await makeMember(server.context, { board });
  meeting = await makeMeeting(server.context, { board, startsAt: '2026-11-19T14:00:00Z' });
  for (const member of [ada, bea]) await makeInvitee(server.context, { meeting, member });
  admin = await server.signIn(ada);
});
afterEach(() => {
  for (const each of open) each.abort();
  open.clear();
});

const path = (rest: string): string => `/ajax/meetings/${meeting.id}/${rest}`;
const checkIn = (client: TestClient, mode: string | null = 'remote') => client.post(path('presence'), { mode });

async function follow(who: MadeMember, ids: readonly string[] = [meeting.id]) {
  const { port } = server.app.server.address() as AddressInfo;
  const ending = new AbortController();
  open.add(ending);
  const token = await sessionOf(server.context, who);
  const answer = await fetch(`http://127.0.0.1:${port}/ajax/events?rooms=${ids.join(',')}`, {
    headers: {
      cookie: `${cookieName(server.context.config, cookieNames.session)}=${token}`,
      'x-board': who.boardId,
    },
    signal: ending.signal,
  });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  const texts: string[] = [];
  let rest = '';
  let beats = 0;
  const more = async (): Promise<boolean> => {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) return false;
    const lines = `${rest}${chunk.value}`.split('\n');
    rest = lines.pop() ?? '';
    beats += lines.filter((line) => line === '').length;
    texts.push(...lines.filter((line) => line.includes('"noun":"room"')));
    return true;
  };
  return {
    status: answer.status,
    texts,
    async until(fits: (line: RoomLine) => boolean): Promise<RoomLine> {
      for (;;) {
        const found = texts.map((text) => roomLine.parse(JSON.parse(text))).find(fits);
        if (found) return found;
        if (!(await more())) throw new Error(`The stream ended after: ${texts.join('\n')}`);
      }
    },
    async untilBeaten(times: number): Promise<void> {
      while (beats < times && (await more()));
    },
    async untilEnded(): Promise<void> {
      while (await more());
    },
  };
}

test('a stream begins with the whole room, and tells each change; who connects again has caught up', async () => {
  await checkIn(admin);
  const stream = await follow(bea);
  expect(await stream.until(() => true)).toMatchObject({
    phase: 'not-begun',
    quorum: { present: 1, needed: 2, met: false },
  });
  await admin.post(path('room/phase'), { to: 'in-session' });
  const begun = await stream.until(({ phase }) => phase === 'in-session');
  await checkIn(await server.signIn(bea));
  const reached = await stream.until(({ quorum }) => quorum?.met === true);
  expect([reached.presences?.length, reached.revision]).toEqual([2, begun.revision + 1]);
  const again = await follow(bea);
  expect(await again.until(() => true)).toEqual(reached);
  expect(again.texts[0]).toBe(stream.texts.at(-1));
});

test('a stream of a room gives a sign of life each second, so that a dead link is noticed', async () => {
  const stream = await follow(bea);
  const begun = performance.now();
  await stream.untilBeaten(4);
  expect(performance.now() - begun).toBeLessThan(5_000);
});

test('an open stream is noted as heard, again and again, and one that broke off is not', async () => {
  const lastHeard = async (): Promise<number | null> => {
    await server.context.deferred.flush();
    const rows = await inBoard(server.context, board.id, (tx) =>
      tx.selectFrom('room_connections').select('seen_at').where('member_id', '=', bea.id).execute(),
    );
    return rows[0] === undefined ? null : Number(rows[0].seen_at);
  };
  expect(await lastHeard()).toBeNull();
  const stream = await follow(bea);
  await stream.until(() => true);
  const begun = await lastHeard();
  expect(begun).not.toBeNull();
  await pause(roomHeardEveryMs + 500);
  const later = await lastHeard();
  expect(later).toBeGreaterThan(begun ?? 0);
  for (const each of open) each.abort();
  await pause(200);
  const last = await lastHeard();
  await pause(roomHeardEveryMs + 500);
  expect(await lastHeard()).toBe(last);
}, 60_000);

test.each([false, true])(
  'of a vote that is withheld nothing is told, not that there is one; people hidden: %s',
  async (people_hidden) => {
    const { context } = server;
    const cleo = await makeMember(context, { board });
    await makeInvitee(context, { meeting, member: cleo });
    const [item, other] = [await makeAgendaItem(context, { meeting }), await makeAgendaItem(context, { meeting })];
    await inBoard(context, board.id, async (tx) => {
      await tx.updateTable('deciding_settings').set({ confirmed_at: context.clock.now(), seconder: false }).execute();
      await tx.updateTable('bodies').set({ chair_id: ada.id }).where('id', '=', board.id).execute();
      await tx.updateTable('boards').set({ people_hidden }).execute();
    });
    const asCleo = await server.signIn(cleo);
    for (const client of [admin, asCleo]) await checkIn(client);
    await admin.post(path('room/phase'), { to: 'in-session' });
    const voteOn = async (on: { readonly id: string }): Promise<string> => {
      const motion = await makeMotion(context, { meeting, item: on, mover: cleo });
      expect((await admin.post(`/ajax/motions/${motion.id}/votes`, { way: 'named' })).status).toBe(200);
      const { id } = (await admin.get(path('room'))).json.data.room.line.vote;
      for (const client of [admin, asCleo]) {
        await client.put(`/ajax/votes/${id}/ballot`, { choice: 'for', key: randomUUID() });
      }
      expect((await admin.post(`/ajax/votes/${id}/close`, {})).status).toBe(200);
      return id;
    };
    const seen = await voteOn(other);
    await makeWithheld(context, { item, from: bea, by: ada });
    const [withheld, whole] = [await follow(bea), await follow(ada)];
    for (const stream of [withheld, whole]) await stream.until(() => true);
    const hidden = await voteOn(item);
    await whole.until(({ vote }) => vote?.id === hidden && vote.state === 'carried');
    await admin.post(path('room/phase'), { to: 'adjourned' });
    for (const stream of [withheld, whole]) await stream.until(({ phase }) => phase === 'adjourned');
    const [first, last, ...more] = withheld.texts.map((text) => roomLine.parse(JSON.parse(text)));
    expect(more).toEqual([]);
    expect([first?.vote?.id, last?.vote?.id]).toEqual([seen, seen]);
    expect(last).toMatchObject({ revision: (first?.revision ?? 0) + 1, motions: first?.motions });
    const own = (await (await server.signIn(bea)).get(path('room'))).json.data.room.line;
    expect(own).toEqual(last);
  },
);

test('a burst of changes is told in few lines, and the last of them is told', async () => {
  const stream = await follow(bea);
  await stream.until(() => true);
  for (let nth = 0; nth < 10; nth += 1) await checkIn(admin, nth % 2 === 0 ? 'remote' : null);
  await checkIn(admin, 'in-person');
  await stream.until(({ presences }) => presences?.[0]?.mode === 'in-person');
  expect(stream.texts.length).toBeLessThan(11);
});

test('where people are hidden a plain member is told no id of anybody, an admin is', async () => {
  await checkIn(admin);
  await inBoard(server.context, board.id, (tx) => tx.updateTable('boards').set({ people_hidden: true }).execute());
  const [masked, whole] = [await follow(bea), await follow(ada)];
  expect((await masked.until(() => true)).presences).toBeNull();
  expect(masked.texts[0]).not.toContain(ada.id);
  expect((await whole.until(() => true)).presences).toMatchObject([{ member_id: ada.id }]);
});

test('where people are hidden a line says of oneself whether one is there', async () => {
  await inBoard(server.context, board.id, (tx) => tx.updateTable('boards').set({ people_hidden: true }).execute());
  const stream = await follow(bea);
  expect((await stream.until(() => true)).own_presence).toBeNull();
  await checkIn(admin);
  expect((await stream.until(({ quorum }) => quorum?.present === 1)).own_presence).toBeNull();
  await checkIn(await server.signIn(bea));
  const there = { mode: 'remote', arrived_at: '2026-11-19T13:40:00.001Z' };
  expect((await stream.until(({ quorum }) => quorum?.present === 2)).own_presence).toEqual(there);
});

test.each([false, true])(
  'a line says when more is to be fetched: who runs it, and its beginning (hidden: %s)',
  async (hidden) => {
    await inBoard(server.context, board.id, (tx) => tx.updateTable('boards').set({ people_hidden: hidden }).execute());
    const stream = await follow(bea);
    const { facts } = await stream.until(() => true);
    await checkIn(admin);
    expect((await stream.until(({ quorum }) => quorum?.present === 1)).facts).toBe(facts);
    await admin.post(path('room/desk'), { chair_id: bea.id });
    const named = await stream.until((line) => line.facts !== facts);
    expect((await (await server.signIn(bea)).get(path('room'))).json.data.room).toMatchObject({
      line: { facts: named.facts },
      can: { run: true },
    });
    await admin.post(path('room/phase'), { to: 'in-session' });
    expect((await stream.until(({ phase }) => phase === 'in-session')).facts).not.toBe(named.facts);
  },
);

test('a line of a withheld item names nobody as recused, but to themselves, however many follow it', async () => {
  const { context } = server;
  const item = await makeAgendaItem(context, { meeting });
  await makeWithheld(context, { item, from: bea, by: ada });
  await checkIn(admin);
  await admin.post(path('room/phase'), { to: 'in-session' });
  await admin.post(path('room/pointer'), { agenda_item_id: item.id });
  const streams = [await follow(ada), await follow(bea), await follow(ada)];
  for (const stream of streams) await stream.until(() => true);
  const declared = { effect: 'recused', nature: 'A cousin.' };
  expect((await admin.put(`/ajax/agenda-items/${item.id}/declarations/${ada.id}`, declared)).json.status).toBe(
    'success',
  );
  const { revision } = (await admin.get(path('room'))).json.data.room.line;
  const lines = await Promise.all(streams.map((stream) => stream.until((line) => line.revision === revision)));
  const both = [ada.id, bea.id].toSorted();
  expect(lines.map(({ recused }) => recused?.toSorted())).toEqual([both, [bea.id], both]);
});

test('before the meeting begins, a line says that the board has named another chair, or another voter', async () => {
  const stream = await follow(ada);
  const { facts, revision } = await stream.until(() => true);
  const { revision: basis } = (await admin.get('/ajax/deciding')).json.data.deciding;
  const bodies = [
    { id: board.id, seats: null, rule: { kind: 'none' }, at_least: 1, chair_id: bea.id, secretary_id: null },
  ];
  await admin.post('/ajax/deciding', { revision: basis, bodies });
  const named = await stream.until((line) => line.facts !== facts);
  expect(named.revision).toBe(revision);
  await admin.post(`/ajax/bodies/${board.id}/voters`, { member_id: bea.id, votes: false });
  await stream.until((line) => ![facts, named.facts].includes(line.facts));
});

test('a line says that the meeting begins at another time, and that checking in is the secretary’s', async () => {
  const stream = await follow(bea);
  const { facts } = await stream.until(() => true);
  const times = { type: 'remote', start: '2026-11-19T14:30:00.000Z', end: '2026-11-19T16:30:00.000Z' };
  const moved = await admin.post(path('reschedule'), { ...times, note: '' });
  expect(moved.json.status).toBe('success');
  const later = await stream.until((line) => line.facts !== facts);
  const { revision } = (await admin.get('/ajax/deciding')).json.data.deciding;
  await admin.post('/ajax/deciding', { revision, check_in: 'secretary' });
  await stream.until((line) => ![facts, later.facts].includes(line.facts));
});

test('a room that the reader does not see is not there, and one more than three is refused', async () => {
  const group = await makeGroup(server.context, { board, members: [ada] });
  const others = await makeMeeting(server.context, { board, groups: [group] });
  const draft = await makeMeeting(server.context, { board, state: 'draft' });
  const foreign = await makeMeeting(server.context);
  for (const { id } of [others, draft, foreign]) expect((await follow(bea, [id])).status).toBe(404);
  expect((await follow(bea, new Array(4).fill(meeting.id))).status).toBe(422);
  expect((await follow(ada, [others.id])).status).toBe(200);
});

test('the stream ends when the reader may see the room no more, and when there is none any more', async () => {
  const stream = await follow(bea);
  await stream.until(() => true);
  const group = await makeGroup(server.context, { board, members: [ada] });
  const audience = { whole_board: false, group_ids: [group.id], member_ids: [] };
  expect((await admin.put(path('audience'), { audience })).status).toBe(200);
  await stream.untilEnded();
  expect((await follow(bea)).status).toBe(404);

  const own = await follow(ada);
  await own.until(() => true);
  await admin.post(`/ajax/meetings/${meeting.id}/cancel`, { note: '' });
  await own.untilEnded();
  expect((await follow(ada)).status).toBe(404);
});

test('a line says that a guest came, and that somebody sent apologies', async () => {
  const stream = await follow(bea);
  const { facts } = await stream.until(() => true);
  expect((await admin.post(path('guests'), { name: 'Gus Guest', role: '' })).json.status).toBe('success');
  const joined = await stream.until((line) => line.facts !== facts);
  await admin.post(path(`invitees/${bea.id}/attendance`), { attendance: false });
  await stream.until((line) => ![facts, joined.facts].includes(line.facts));
});
