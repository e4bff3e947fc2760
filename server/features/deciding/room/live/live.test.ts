import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { type RoomLine, roomLine } from '#contract/room.ts';
import { roomHeardEveryMs } from '#domain/room.ts';
import { cookieName, cookieNames } from '#server/http/cookies.ts';
import { type Actor, boardroom } from '#tests/support/boardroom.ts';
import type { MadeAgendaItem } from '#tests/support/factories.ts';
import { sessionOf } from '#tests/support/session.ts';
import { testApp } from '#tests/support/test-app.ts';
import { switchVoter } from '#tests/support/voters.ts';
import { makeWithheld } from '#tests/support/withheld.ts';

const server = testApp();
beforeAll(async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});

const stage = boardroom(server, {
  voters: 3,
  chair: null,
  items: ['Wharf Road', 'The budget'],
  now: () => '2026-11-19T13:40:00Z',
});
const { ada, bea, cleo, path, phase, point, arrive, leave, room, hidePeople } = stage;
const open = new Set<AbortController>();
afterEach(() => {
  for (const each of open) each.abort();
  open.clear();
});

async function follow(who: Actor, ids: readonly string[] = [stage.meeting.id]) {
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

async function followed(who: Actor) {
  const stream = await follow(who);
  const first = await stream.until(() => true);
  return { stream, first };
}

test('a room stream starts with the current state and then sends each change', async () => {
  await arrive(ada, 'remote');
  const { stream, first } = await followed(bea);
  expect(first).toMatchObject({
    phase: 'not-begun',
    quorum: { present: 1, needed: 2, met: false },
  });
  await phase('in-session');
  const begun = await stream.until((line) => line.phase === 'in-session');
  await arrive(bea, 'remote');
  const reached = await stream.until(({ quorum }) => quorum?.met === true);
  expect([reached.presences?.length, reached.revision]).toEqual([2, begun.revision + 1]);
  const again = await follow(bea);
  expect(await again.until(() => true)).toEqual(reached);
  expect(again.texts[0]).toBe(stream.texts.at(-1));
});

test('a room stream sends a heartbeat about every second', async () => {
  const stream = await follow(bea);
  const begun = performance.now();
  await stream.untilBeaten(4);
  expect(performance.now() - begun).toBeLessThan(5_000);
});

test('while a room stream is open, it regularly records that the member is connected', async () => {
  const lastHeard = async (): Promise<number | null> => {
    await server.context.deferred.flush();
    const { rows } = await stage.query('select seen_at from room_connections where member_id = $1', [bea.id]);
    return rows.length === 0 ? null : Number(rows[0].seen_at);
  };
  expect(await lastHeard()).toBeNull();
  await followed(bea);
  const begun = await lastHeard();
  expect(begun).not.toBeNull();
  await pause(roomHeardEveryMs + 500);
  expect(await lastHeard()).toBeGreaterThan(begun ?? 0);
  for (const each of open) each.abort();
  await pause(200);
  const last = await lastHeard();
  await pause(roomHeardEveryMs + 500);
  expect(await lastHeard()).toBe(last);
}, 60_000);

test.each([false, true])(
  'a room stream does not reveal a vote to a member from whom it is withheld (people hidden: %s)',
  async (hidden) => {
    await stage.settings({ seconder: false });
    await stage.body({ chair_id: ada.id });
    if (hidden) await hidePeople();
    for (const actor of [ada, cleo]) await arrive(actor, 'remote');
    await phase('in-session');
    const voteOn = async (item: MadeAgendaItem): Promise<string> => {
      const { motions } = (await stage.propose({}, { item })).json.data;
      expect((await stage.open('named', { id: motions.at(-1).id })).status).toBe(200);
      const { id = '' } = (await room()).line.vote ?? {};
      for (const actor of [ada, cleo]) await stage.cast(actor, 'for', { id });
      expect((await stage.close(undefined, id)).status).toBe(200);
      return id;
    };
    const seen = await voteOn(stage.itemAt(1));
    await makeWithheld(server.context, { item: stage.item, from: bea, by: ada });
    const [withheld, whole] = [await follow(bea), await follow(ada)];
    for (const stream of [withheld, whole]) await stream.until(() => true);
    const secret = await voteOn(stage.item);
    await whole.until(({ vote }) => vote?.id === secret && vote.state === 'carried');
    await phase('adjourned');
    for (const stream of [withheld, whole]) await stream.until((line) => line.phase === 'adjourned');
    const [first, last, ...more] = withheld.texts.map((text) => roomLine.parse(JSON.parse(text)));
    expect(more).toEqual([]);
    expect([first?.vote?.id, last?.vote?.id]).toEqual([seen, seen]);
    expect(last).toMatchObject({ revision: (first?.revision ?? 0) + 1, motions: first?.motions });
    expect((await room(bea)).line).toEqual(last);
  },
);

test('a burst of changes is merged into fewer updates, the last of which is current', async () => {
  const { stream } = await followed(bea);
  for (let nth = 0; nth < 5; nth += 1) {
    await arrive(ada, 'remote');
    await leave(ada);
  }
  await arrive(ada);
  await stream.until(({ presences }) => presences?.[0]?.mode === 'in-person');
  expect(stream.texts.length).toBeLessThan(11);
});

test('if members are hidden from each other, a room update shows a member only their own presence, and an admin all presences', async () => {
  await hidePeople();
  const [masked, whole] = [await follow(bea), await follow(ada)];
  expect(await masked.until(() => true)).toMatchObject({ presences: null, own_presence: null });
  await arrive(ada, 'remote');
  expect((await masked.until(({ quorum }) => quorum?.present === 1)).own_presence).toBeNull();
  expect((await whole.until(({ quorum }) => quorum?.present === 1)).presences).toMatchObject([{ member_id: ada.id }]);
  await arrive(bea, 'remote');
  const own = { mode: 'remote', arrived_at: '2026-11-19T13:40:00.001Z' };
  expect((await masked.until(({ quorum }) => quorum?.present === 2)).own_presence).toEqual(own);
  for (const text of masked.texts) expect(text).not.toContain(ada.id);
});

test.each([false, true])(
  'a room update tells the page to reload when the officers or the phase change (people hidden: %s)',
  async (hidden) => {
    if (hidden) await hidePeople();
    const stream = await follow(bea);
    const { facts } = await stream.until(() => true);
    await arrive(ada, 'remote');
    expect((await stream.until(({ quorum }) => quorum?.present === 1)).facts).toBe(facts);
    await ada.post(path('room/desk'), { chair_id: bea.id });
    const named = await stream.until((line) => line.facts !== facts);
    expect(await room(bea)).toMatchObject({ line: { facts: named.facts }, can: { run: true } });
    await phase('in-session');
    expect((await stream.until((line) => line.phase === 'in-session')).facts).not.toBe(named.facts);
  },
);

test('a room update about a withheld item names other recused members only to readers who see the item', async () => {
  await makeWithheld(server.context, { item: stage.item, from: bea, by: ada });
  await arrive(ada, 'remote');
  await phase('in-session');
  await point();
  const streams = [await follow(ada), await follow(bea), await follow(ada)];
  for (const stream of streams) await stream.until(() => true);
  expect((await stage.recuse(ada)).json.status).toBe('success');
  const { revision } = (await room()).line;
  const lines = await Promise.all(streams.map((stream) => stream.until((line) => line.revision === revision)));
  const both = [ada.id, bea.id].toSorted();
  expect(lines.map(({ recused }) => recused?.toSorted())).toEqual([both, [bea.id], both]);
});

test('before the meeting begins, a room update tells the page that the chair or the voters changed', async () => {
  const stream = await follow(ada);
  const { facts, revision } = await stream.until(() => true);
  const basis = (await ada.get('/ajax/deciding')).json.data.deciding.revision;
  const { id } = stage.board;
  const bodies = [{ id, seats: null, rule: { kind: 'none' }, at_least: 1, chair_id: bea.id, secretary_id: null }];
  await ada.post('/ajax/deciding', { revision: basis, bodies });
  const named = await stream.until((line) => line.facts !== facts);
  expect(named.revision).toBe(revision);
  await switchVoter(ada, id, { member_id: bea.id, votes: false });
  await stream.until((line) => ![facts, named.facts].includes(line.facts));
});

test('a room update tells the page that the times, check-in, guests or apologies changed', async () => {
  const stream = await follow(bea);
  const known = [(await stream.until(() => true)).facts];
  const { revision } = (await ada.get('/ajax/deciding')).json.data.deciding;
  const start = { start: '2026-11-19T14:30:00.000Z', end: '2026-11-19T16:30:00.000Z' };
  for (const change of [
    () => ada.post(path('guests'), { name: 'Gus Guest', role: '' }),
    () => ada.post(path(`invitees/${bea.id}/attendance`), { attendance: false }),
    () => ada.post('/ajax/deciding', { revision, check_in: 'secretary' }),
    () => ada.post(path('reschedule'), { type: 'remote', ...start, note: '' }),
  ]) {
    expect((await change()).json.status).toBe('success');
    known.push((await stream.until(({ facts }) => !known.includes(facts))).facts);
  }
});

test('a stream of a room hidden from the reader returns 404, and a stream of four rooms returns 422', async () => {
  const { board } = stage;
  const group = await server.make.group({ board, members: [ada] });
  const others = await server.make.meeting({ board, groups: [group] });
  const draft = await server.make.meeting({ board, state: 'draft' });
  const foreign = await server.make.meeting();
  for (const { id } of [others, draft, foreign]) expect((await follow(bea, [id])).status).toBe(404);
  expect((await follow(bea, new Array(4).fill(stage.meeting.id))).status).toBe(422);
  expect((await follow(ada, [others.id])).status).toBe(200);
});

test('a room stream ends when its reader loses access to the room, and when the meeting is cancelled', async () => {
  const { stream } = await followed(bea);
  const group = await server.make.group({ board: stage.board, members: [ada] });
  const audience = { whole_board: false, group_ids: [group.id], member_ids: [] };
  expect((await ada.put(path('audience'), { audience })).status).toBe(200);
  await stream.untilEnded();
  expect((await follow(bea)).status).toBe(404);
  const { stream: own } = await followed(ada);
  await ada.post(path('cancel'), { note: '' });
  await own.untilEnded();
  expect((await follow(ada)).status).toBe(404);
});
