import type { AddressInfo } from 'node:net';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { withBoardJobScope, withBoardScope } from '#server/db/board-scope.ts';
import { readInOneFlight } from '#server/db/flight.ts';
import { publishDocumentChanged } from '#server/features/papers/documents/commands.ts';
import { cookieName, cookieNames, csrfToken } from '#server/http/cookies.ts';
import type { EventAnswer, FlightRoute } from '#server/http/implement.ts';
import { publishLive } from '#server/http/live-hub.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import type { TestClient } from '#tests/support/client.ts';
import { type MadeBoard, type MadeMember, makeMember } from '#tests/support/factories.ts';
import { closeDuePolls } from '#tests/support/polls.ts';
import { sessionOf } from '#tests/support/session.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeSecondFactor } from '#tests/support/two-factor.ts';
import { eventRoutes } from './routes.ts';

const server = testApp();
let address: string;
beforeAll(async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  address = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
});

let board: MadeBoard;
let admin: TestClient;
let adminMember: MadeMember;
let member: MadeMember;
beforeEach(async () => {
  board = await server.make.board();
  adminMember = await server.make.member({ board, isBoardAdmin: true });
  member = await server.make.member({ board });
  admin = await server.signIn(adminMember);
});

async function listen(who: MadeMember, given?: string, query = '') {
  const token = given ?? (await sessionOf(server.context, who));
  const ending = new AbortController();
  const headers = {
    cookie: `${cookieName(server.context.config, cookieNames.session)}=${token}`,
    'x-board': who.boardId,
  };
  const answer = await fetch(`${address}/ajax/events${query}`, { headers, signal: ending.signal });
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
  // Nobody asks for anything else over it.
  expect(answer.headers.get('connection')).toBe('close');
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    /** Up to and including the first match. */
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
    async untilEnded(): Promise<void> {
      for (;;) {
        const chunk = await reader?.read();
        if (!chunk || chunk.done) return;
      }
    },
    close: () => ending.abort(),
  };
}

test('open pages hear of a change, once it is committed', async () => {
  const meeting = await server.make.meeting({ board });
  const stream = await listen(member);
  await admin.patch(`/ajax/meetings/${meeting.id}`, { title: 'Another title' });
  expect(await stream.until((event) => event.id === meeting.id)).toEqual([{ noun: 'meeting', id: meeting.id }]);
  stream.close();
});

test('a page hears first, once each, what changed while it was loaded, as far as it may', async () => {
  const [shown, drafted] = [await server.make.meeting({ board }), await server.make.meeting({ board, state: 'draft' })];
  const witness = await listen(adminMember);
  const loading = performance.now();
  for (const { id } of [shown, drafted]) {
    const path = `meetings/${id}`;
    for (const title of ['One title', 'Another title']) await admin.patch(`/ajax/${path}`, { title });
  }
  await witness.until(({ id }) => id === drafted.id);
  const age = Math.ceil(performance.now() - loading);
  const [asked, late] = [await listen(member, undefined, `?age=${age}`), await listen(member)];
  const isLast = await lastWord();
  const [first, ...rest] = await asked.until(isLast);
  expect([first?.id, rest.length]).toEqual([shown.id, 1]);
  expect(await late.until(isLast)).toHaveLength(1);
  for (const stream of [witness, asked, late]) stream.close();
});

test('what opens the board to fewer sessions ends the streams of all: whoever may still enter connects again', async () => {
  await makeSecondFactor(server.context, adminMember.userId ?? '');
  const otherBoard = await server.make.board();
  const other = await server.make.member({ board: otherBoard, isBoardAdmin: true });
  const meeting = await server.make.meeting({ board: otherBoard });
  const [here, elsewhere] = [await listen(member), await listen(other)];
  await admin.post('/ajax/board/two-factor-required', { required: true });
  await here.untilEnded();
  await (await server.signIn(other)).patch(`/ajax/meetings/${meeting.id}`, { title: 'Another title' });
  await elsewhere.until(({ id }) => id === meeting.id);
  const again = await listen(adminMember);
  await again.until(await lastWord());
  for (const stream of [again, elsewhere]) stream.close();
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
  const draft = await server.make.meeting({ board, state: 'draft' });
  await admin.post(`/ajax/meetings/${draft.id}/publish`);
  const isPublished = (event: { id: string | null }) => event.id === draft.id;
  expect((await forAdmin.until(isPublished)).map((event) => event.id)).toEqual([hidden.id, draft.id]);
  expect((await forMember.until(isPublished)).map((event) => event.id)).toEqual([draft.id]);
  forAdmin.close();
  forMember.close();
});

test('of a meeting or an announcement for a group hear those in it, and of its draft its editors', async () => {
  const [inside, chair] = [await server.make.member({ board }), await server.make.member({ board })];
  const groups = [await server.make.group({ board, admins: [chair], members: [inside] })];
  const items = {
    meeting: `meetings/${(await server.make.meeting({ board, groups })).id}`,
    announcement: `announcements/${(await server.make.announcement({ board, groups })).id}`,
    draftMeeting: `meetings/${(await server.make.meeting({ board, groups, state: 'draft' })).id}`,
    draftAnnouncement: `announcements/${(await server.make.announcement({ board, groups, state: 'draft' })).id}`,
  };
  const streams = [await listen(adminMember), await listen(chair), await listen(inside), await listen(member)];
  for (const path of Object.values(items)) {
    const changed = await admin.patch(`/ajax/${path}`, { title: 'Another title', ...revisionOf(path) });
    expect(changed.status).toBe(200);
  }
  const isLast = await lastWord();
  const heard: (readonly string[])[] = [];
  for (const stream of streams) {
    const ids = (await stream.until(isLast)).map(({ id }) => id);
    stream.close();
    heard.push(Object.entries(items).flatMap(([name, path]) => (ids.includes(path.split('/')[1] ?? '') ? [name] : [])));
  }
  const published = ['meeting', 'announcement'];
  expect(heard).toEqual([Object.keys(items), Object.keys(items), published, []]);
});
const revisionOf = (path: string) => (path.startsWith('announcements/') ? { revision: 1 } : {});

test('when an anonymous poll closes by its time, those who see its meeting or announcement hear of it', async () => {
  const groups = [await server.make.group({ board, members: [member] })];
  const outside = await server.make.member({ board });
  const meeting = await server.make.meeting({ board, groups });
  const announcement = await server.make.announcement({ board, groups });
  const closing = { isAnonymous: true, closesAt: '2026-11-16T12:00:10.000Z' };
  await server.make.poll({ ...closing, meeting });
  await server.make.poll({ ...closing, announcement });
  const [inside, other] = [await listen(member), await listen(outside)];
  server.context.clock.set(closing.closesAt);
  await closeDuePolls(server.context);
  const isLast = await lastWord();
  const idsOf = async (stream: typeof inside) => (await stream.until(isLast)).map(({ id }) => id);
  expect(await idsOf(inside)).toEqual(expect.arrayContaining([meeting.id, announcement.id]));
  const heardOutside = await idsOf(other);
  for (const { id } of [meeting, announcement]) expect(heardOutside).not.toContain(id);
  inside.close();
  other.close();
});

test("another board's changes stay there", async () => {
  const elsewhere = await server.make.member({ isBoardAdmin: true });
  const foreign = await server.make.meeting({ board: { id: elsewhere.boardId, shortname: '', title: '' } });
  const own = await server.make.meeting({ board });
  const stream = await listen(member);
  await (await server.signIn(elsewhere)).patch(`/ajax/meetings/${foreign.id}`, { title: 'Elsewhere' });
  await admin.patch(`/ajax/meetings/${own.id}`, { title: 'Here' });
  expect(await stream.until((event) => event.id === own.id)).toEqual([{ noun: 'meeting', id: own.id }]);
  stream.close();
});

test('a member has room for twenty streams at once, and no more', async () => {
  const token = await sessionOf(server.context, member);
  const headers = { cookie: `${cookieName(server.context.config, cookieNames.session)}=${token}`, 'x-board': board.id };
  const open = () => fetch(`${address}/ajax/events`, { headers });
  // Keeps a reference: garbage collection would end the stream.
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

test('who signs out is told nothing from that moment; another browser of theirs hears on', async () => {
  const meeting = await server.make.meeting({ board });
  const token = await sessionOf(server.context, member);
  const [ended, other] = [await listen(member, token), await listen(member)];
  const headers = {
    cookie: `${cookieName(server.context.config, cookieNames.session)}=${token}`,
    'content-type': 'application/json',
    'x-requested-with': 'XMLHttpRequest',
    'x-xsrf-token': csrfToken(server.context, token),
  };
  expect((await fetch(`${address}/logout`, { method: 'POST', headers, body: '{}' })).status).toBe(200);
  await ended.untilEnded();
  await admin.patch(`/ajax/meetings/${meeting.id}`, { title: 'After the end' });
  await other.until((event) => event.id === meeting.id);
  other.close();
});

/** Published last, so everything before it has arrived. */
async function lastWord() {
  const meeting = await server.make.meeting({ board });
  await admin.patch(`/ajax/meetings/${meeting.id}`, { title: 'The last word' });
  return (event: { id: string | null }) => event.id === meeting.id;
}

test('of a document hears whoever may open it', async () => {
  const [chair, other] = [await server.make.member({ board }), await server.make.member({ board })];
  const governance = await server.make.group({ board, name: 'Governance', admins: [chair], members: [member] });
  const forGroup = { board, groups: [governance] };
  const category = await server.make.category(forGroup);
  const whole = await server.make.category({ board });
  const documents = {
    ofMeeting: await server.make.document({ meeting: await server.make.meeting(forGroup) }),
    ofDraft: await server.make.document({
      meeting: await server.make.meeting({ ...forGroup, state: 'draft' }),
    }),
    ofAnnouncement: await server.make.document({
      announcement: await server.make.announcement(forGroup),
    }),
    ofLibrary: await server.make.document({ category }),
    ofFolder: await server.make.document({
      folder: await server.make.folder({ category: whole, groups: [governance] }),
    }),
    hidden: await server.make.document({ category, hidden: true }),
    open: await server.make.document({ category: whole }),
  };
  const streams = {
    admin: await listen(adminMember),
    chair: await listen(chair),
    member: await listen(member),
    other: await listen(other),
  };
  for (const { id } of Object.values(documents)) {
    await withBoardJobScope(server.context, board.id, (scope) => publishDocumentChanged(scope, id));
  }
  const isLast = await lastWord();
  const heard = async (stream: (typeof streams)['chair']) => {
    const ids = (await stream.until(isLast)).map(({ id }) => id);
    stream.close();
    return Object.entries(documents).flatMap(([name, { id }]) => (ids.includes(id) ? [name] : []));
  };
  expect(await heard(streams.admin)).toEqual(Object.keys(documents));
  expect(await heard(streams.chair)).toEqual(Object.keys(documents));
  expect(await heard(streams.member)).toEqual(['ofMeeting', 'ofAnnouncement', 'ofLibrary', 'ofFolder', 'open']);
  expect(await heard(streams.other)).toEqual(['open']);
});

test('of a renamed paper of the library hears whoever may open it; that of a hidden one is told to its editors', async () => {
  const category = await server.make.category({ board });
  const open = await server.make.document({ category });
  const hidden = await server.make.document({ category, hidden: true });
  const streams = [await listen(adminMember), await listen(member)] as const;
  for (const { id } of [hidden, open]) await admin.patch(`/ajax/documents/${id}`, { title: 'Another title.pdf' });
  const isLast = await lastWord();
  const heard: unknown[] = [];
  for (const stream of streams) {
    const events = await stream.until(isLast);
    heard.push(events.filter(({ noun }) => noun === 'library').map(({ id }) => id));
    stream.close();
  }
  expect(heard).toEqual([[hidden.id, open.id], [open.id]]);
});

test('M10 of a paper that changes on a meeting or an announcement hear those who may open it, once and by its own id', async () => {
  const papers = [
    await server.make.document({ meeting: await server.make.meeting({ board }) }),
    await server.make.document({ meeting: await server.make.meeting({ board, state: 'draft' }) }),
    await server.make.document({
      announcement: await server.make.announcement({ board, state: 'published' }),
    }),
  ];
  const streams = [await listen(adminMember), await listen(member)] as const;
  for (const { id } of papers) await admin.patch(`/ajax/documents/${id}`, { title: 'Corrected.pdf' });
  const isLast = await lastWord();
  const heard: unknown[] = [];
  for (const stream of streams) {
    const events = await stream.until(isLast);
    // Without the marker event, so no page refetches twice.
    heard.push(events.filter((event) => !isLast(event)).map(({ noun, id }) => [noun, id]));
    stream.close();
  }
  const [ofMeeting, ofDraft, ofAnnouncement] = papers.map(({ id }) => ['document', id]);
  expect(heard).toEqual([
    [ofMeeting, ofDraft, ofAnnouncement],
    [ofMeeting, ofAnnouncement],
  ]);
});

test('M25c what changes in the library is told to who may see the place, before or after, and to nobody else', async () => {
  const outsider = await server.make.member({ board });
  const chair = await server.make.member({ board });
  const group = await server.make.group({
    board,
    admins: [chair],
    members: [member],
  });
  const category = await server.make.category({ board, name: 'Open' });
  const closed = await server.make.category({ board, name: 'Closed', groups: [group] });
  const folder = await server.make.folder({ category, groups: [group] });
  const narrow = { whole_board: false, group_ids: [group.id], member_ids: [] };
  const document = await server.make.document({ category });
  /** One event each, then the marker. */
  const hearing = async (work: () => Promise<{ readonly status: number }>): Promise<readonly string[]> => {
    const listening = Object.entries({ admin: adminMember, chair, member, outsider });
    const streams = await Promise.all(listening.map(async ([name, who]) => [name, await listen(who)] as const));
    expect((await work()).status).toBe(200);
    const isLast = await lastWord();
    const heard: string[] = [];
    for (const [name, stream] of streams) {
      if ((await stream.until(isLast)).some(({ noun }) => noun === 'library')) heard.push(name);
      stream.close();
    }
    return heard;
  };
  const everybody = ['admin', 'chair', 'member', 'outsider'];
  const ofGroup = ['admin', 'chair', 'member'];
  const item = (kind: string, id: string) => ({ items: [{ kind, id }] });
  const library = '/ajax/library';
  const inside = { home: { kind: 'folder', id: folder.id }, name: 'Salaries' };
  expect(await hearing(() => admin.post(`${library}/folders`, inside))).toEqual(ofGroup);
  expect(await hearing(() => admin.patch(`${library}/folders/${folder.id}`, { name: 'Pay' }))).toEqual(ofGroup);
  expect(await hearing(() => admin.patch(`${library}/categories/${closed.id}`, { name: 'Shut' }))).toEqual(ofGroup);
  expect(await hearing(() => admin.post(`${library}/hide`, { ...item('folder', folder.id), hidden: true }))).toEqual(
    ofGroup,
  );
  expect(await hearing(() => admin.patch(`${library}/folders/${folder.id}`, { name: 'Pay again' }))).toEqual([
    'admin',
    'chair',
  ]);
  // Whoever left the audience hears that, and nothing later.
  expect(await hearing(() => admin.patch(`${library}/categories/${category.id}`, { audience: narrow }))).toEqual(
    everybody,
  );
  expect(await hearing(() => admin.patch(`${library}/categories/${category.id}`, { name: 'Ours' }))).toEqual(ofGroup);
  expect(await hearing(() => admin.post(`${library}/delete`, item('document', document.id)))).toEqual(ofGroup);
});

test('of a group hear its members, whoever has just left it, and board admins', async () => {
  const other = await server.make.member({ board });
  const streams = [await listen(adminMember), await listen(member), await listen(other)] as const;
  const made = await admin.post('/ajax/groups', {
    ...{ name: 'Audit', description: '' },
    members: [{ member_id: member.id, is_group_admin: false }],
  });
  const { id } = made.json.data.group;
  await admin.patch(`/ajax/groups/${id}`, { members: [{ member_id: member.id, role: 'none' }] });
  await admin.patch(`/ajax/groups/${id}`, { description: 'Without anybody' });
  const isLast = await lastWord();
  const counts: number[] = [];
  for (const stream of streams) {
    counts.push((await stream.until(isLast)).filter((event) => event.id === id).length);
    stream.close();
  }
  expect(counts).toEqual([3, 2, 0]);
});

test('on a board that hides its people, of a person hear they themselves, their group’s admins and board admins', async () => {
  await server.asSuperuser((db) => db.query('update boards set people_hidden = true where id = $1', [board.id]));
  const [chair, other] = [await server.make.member({ board }), await server.make.member({ board })];
  await server.make.group({ board, admins: [chair], members: [member] });
  await server.make.group({ board, admins: [other] });
  const streams = [await listen(adminMember), await listen(chair), await listen(other)] as const;
  await admin.post(`/ajax/people/${member.id}/admin`, { is_board_admin: true });
  const isLast = await lastWord();
  const counts: number[] = [];
  for (const stream of streams) {
    counts.push((await stream.until(isLast)).filter((event) => event.id === member.id).length);
    stream.close();
  }
  expect(counts).toEqual([1, 1, 0]);
});

test.each([
  ['is no admin any more', 'update members set is_board_admin = false where id = $1'],
  ['is off the board', "update members set status = 'inactive' where id = $1"],
  ['has signed out', 'delete from sessions where user_id = (select user_id from members where id = $1)'],
  ['is what they were', null],
])('a stream of who, the moment before it begins, %s', async (_, change) => {
  const { context } = server;
  const [route] = eventRoutes as readonly FlightRoute[];
  const second = await makeMember(context, { board, isBoardAdmin: true });
  const session = { token: await sessionOf(context, second) };
  const enter = () =>
    readInOneFlight(
      context.pool,
      { session, access: 'member', board: { from: 'header', id: board.id }, now: context.clock.now() },
      { statements: {}, params: {} },
    );
  const asked = { query: { rooms: [] }, ...(await enter()), found: { rooms: [] } };
  const given = { context, ...asked, again: enter } as unknown as Parameters<FlightRoute['flight']['answer']>[0];
  const answer = (await route?.flight.answer(given)) as EventAnswer;
  // No subscriber hears it yet.
  if (change !== null) await asSuperuser(context, (client) => client.query(change, [second.id]));
  const reported: string[] = [];
  const stop = answer.subscribe(
    (line) => reported.push(Buffer.isBuffer(line) ? 'bytes' : 'gap' in line ? 'gap' : line.noun),
    () => reported.push('end'),
  );
  if (change === null) {
    await withBoardScope(context, { boardId: board.id, userId: second.userId ?? '' }, (scope) =>
      publishLive(scope, { noun: 'meeting', id: null }, []),
    );
    await expect.poll(() => reported).toEqual(['meeting']);
  } else {
    // The gate and the end of the session both end it, whichever comes first.
    await expect.poll(() => [...new Set(reported)]).toEqual(['end']);
  }
  stop();
});

test('M20 of one’s marks hear one’s own streams alone, board admins included', async () => {
  const document = await server.make.document({ meeting: await server.make.meeting({ board }) });
  const author = await server.signIn(member);
  const streams = [await listen(member), await listen(member), await listen(adminMember)];
  const saved = await author.post(`/ajax/documents/${document.id}/annotations`, {
    annotations: '<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve"><annots></annots></xfdf>',
    version_id: document.versionId,
    base_revision: 0,
  });
  expect(saved.json.data).toMatchObject({ result: 'saved', revision: 1 });
  const isLast = await lastWord();
  const heard: number[] = [];
  for (const stream of streams) {
    heard.push((await stream.until(isLast)).filter(({ noun }) => noun === 'annotations').length);
    stream.close();
  }
  expect(heard).toEqual([1, 1, 0]);
  const ask = (after: number) =>
    author.get(`/ajax/documents/${document.id}/versions/${document.versionId}/annotations?after=${after}`);
  expect((await ask(0)).json.data).toEqual({ xfdf: expect.stringContaining('<annots>'), revision: 1 });
  expect((await ask(1)).json.data).toEqual({ xfdf: null, revision: 1 });
});
