import type { AddressInfo } from 'node:net';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { withBoardScope } from '#server/db/board-scope.ts';
import { readInOneFlight } from '#server/db/flight.ts';
import { cookieName, cookieNames, csrfToken } from '#server/http/cookies.ts';
import type { EventAnswer, FlightRoute } from '#server/http/implement.ts';
import { boardStage } from '#tests/support/board-stage.ts';
import type { MadeGroup, MadeMember } from '#tests/support/factories.ts';
import { closeDuePolls } from '#tests/support/polls.ts';
import { sessionOf } from '#tests/support/session.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeSecondFactor } from '#tests/support/two-factor.ts';
import { publishLive } from './commands.ts';
import { eventRoutes } from './routes.ts';

const server = testApp();
let address: string;
beforeAll(async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  address = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
});
const { board, adminMember, member, admin } = boardStage(server);
let chair: MadeMember;
let outsider: MadeMember;
let group: MadeGroup;
beforeEach(async () => {
  chair = await server.make.member({ board });
  outsider = await server.make.member({ board });
  group = await server.make.group({ board, admins: [chair], members: [member] });
});

interface LiveEvent {
  readonly noun: string;
  readonly id: string | null;
}

const headersOf = (token: string) => ({ cookie: `${cookieName(server.context.config, cookieNames.session)}=${token}` });

async function listen(who: MadeMember, given?: string, query = '') {
  const token = given ?? (await sessionOf(server.context, who));
  const ending = new AbortController();
  const headers = { ...headersOf(token), 'x-board': who.boardId };
  const answer = await fetch(`${address}/ajax/events${query}`, { headers, signal: ending.signal });
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
  expect(answer.headers.get('connection')).toBe('close');
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const readMore = async (): Promise<boolean> => {
    const chunk = await reader?.read();
    text += chunk?.value ?? '';
    return chunk?.done === false;
  };
  return {
    async until(fits: (event: LiveEvent) => boolean): Promise<readonly LiveEvent[]> {
      for (;;) {
        const lines = text.split('\n').slice(0, -1).filter(Boolean);
        const events: LiveEvent[] = lines.map((line) => JSON.parse(line));
        if (events.some(fits)) return events;
        if (!(await readMore())) throw new Error(`The stream ended after: ${text}`);
      }
    },
    async untilEnded(): Promise<void> {
      while (await readMore());
    },
    close: () => ending.abort(),
  };
}
type Stream = Awaited<ReturnType<typeof listen>>;

async function received(streams: readonly Stream[]): Promise<readonly (readonly LiveEvent[])[]> {
  const meeting = await server.make.meeting({ board });
  await admin.patch(`/ajax/meetings/${meeting.id}`, { title: 'The last event' });
  const isLast = ({ id }: LiveEvent) => id === meeting.id;
  const all = await Promise.all(streams.map((stream) => stream.until(isLast)));
  for (const stream of streams) stream.close();
  return all.map((events) => events.filter((event) => !isLast(event)));
}

async function heardBy(listeners: readonly MadeMember[], work: () => Promise<unknown>) {
  const streams = await Promise.all(listeners.map((who) => listen(who)));
  await work();
  return received(streams);
}

const idsOf = (events: readonly LiveEvent[]) => events.map(({ id }) => id);
const namesIn = (events: readonly LiveEvent[], things: Readonly<Record<string, { readonly id: string }>>) =>
  Object.entries(things).flatMap(([name, { id }]) => (idsOf(events).includes(id) ? [name] : []));
const rename = (path: string) =>
  admin.patch(`/ajax/${path}`, { title: 'Another title', ...(path.startsWith('announcements/') && { revision: 1 }) });

test('a page receives one live event for each visible item that changed while the page was loading', async () => {
  const [shown, drafted] = [await server.make.meeting({ board }), await server.make.meeting({ board, state: 'draft' })];
  const witness = await listen(adminMember);
  const loading = performance.now();
  for (const { id } of [shown, drafted, shown, drafted]) await rename(`meetings/${id}`);
  await witness.until(({ id }) => id === drafted.id);
  const age = Math.ceil(performance.now() - loading);
  const [asked, late] = [await listen(member, undefined, `?age=${age}`), await listen(member)];
  witness.close();
  expect((await received([asked, late])).map(idsOf)).toEqual([[shown.id], []]);
});

test('a board’s new sign-in rule ends its event streams, and members who meet the rule can reconnect', async () => {
  await makeSecondFactor(server.context, adminMember.userId ?? '');
  const otherBoard = await server.make.board();
  const other = await server.make.member({ board: otherBoard, isBoardAdmin: true });
  const meeting = await server.make.meeting({ board: otherBoard });
  const [here, elsewhere] = [await listen(member), await listen(other)];
  await admin.post('/ajax/board/two-factor-required', { required: true });
  await here.untilEnded();
  await (await server.signIn(other)).patch(`/ajax/meetings/${meeting.id}`, { title: 'Another title' });
  await elsewhere.until(({ id }) => id === meeting.id);
  elsewhere.close();
  await received([await listen(adminMember)]);
});

test('live events about a draft reach only its editors, and those about its publication reach everybody', async () => {
  const times = { start: '2026-12-10T13:30:00.000Z', end: '2026-12-10T16:00:00.000Z' };
  const texts = { title: 'Secret plan', location: '', join_url: '', description: '' };
  const draft = await server.make.meeting({ board, state: 'draft' });
  let hidden: unknown;
  const [forAdmin = [], forMember = []] = await heardBy([adminMember, member], async () => {
    const made = await admin.post('/ajax/meetings', { type: 'remote', ...texts, ...times });
    hidden = made.json.data.meeting.id;
    await admin.post(`/ajax/meetings/${draft.id}/publish`);
  });
  expect([idsOf(forAdmin), idsOf(forMember)]).toEqual([[hidden, draft.id], [draft.id]]);
});

test('live events about a group’s meeting or announcement reach the group, and those about its drafts only the editors', async () => {
  const given = { board, groups: [group] };
  const items = {
    meeting: await server.make.meeting(given),
    announcement: await server.make.announcement(given),
    draftMeeting: await server.make.meeting({ ...given, state: 'draft' }),
    draftAnnouncement: await server.make.announcement({ ...given, state: 'draft' }),
  };
  const heard = await heardBy([adminMember, chair, member, outsider], async () => {
    for (const [name, { id }] of Object.entries(items)) {
      const path = /meeting/i.test(name) ? `meetings/${id}` : `announcements/${id}`;
      expect((await rename(path)).status).toBe(200);
    }
  });
  const all = Object.keys(items);
  expect(heard.map((events) => namesIn(events, items))).toEqual([all, all, ['meeting', 'announcement'], []]);
});

test('an anonymous poll that closes on schedule sends live events to the audience of its meeting or announcement', async () => {
  const homes = {
    meeting: await server.make.meeting({ board, groups: [group] }),
    announcement: await server.make.announcement({ board, groups: [group] }),
  };
  const closing = { isAnonymous: true, closesAt: '2026-11-16T12:00:10.000Z' };
  await server.make.poll({ ...closing, meeting: homes.meeting });
  await server.make.poll({ ...closing, announcement: homes.announcement });
  const heard = await heardBy([member, outsider], async () => {
    server.context.clock.set(closing.closesAt);
    await closeDuePolls(server.context);
  });
  expect(heard.map((events) => namesIn(events, homes))).toEqual([Object.keys(homes), []]);
});

test('a change sends live events only on its own board', async () => {
  const elsewhere = await server.make.member({ isBoardAdmin: true });
  const foreign = await server.make.meeting({ board: { id: elsewhere.boardId, shortname: '', title: '' } });
  const own = await server.make.meeting({ board });
  const heard = await heardBy([member], async () => {
    await (await server.signIn(elsewhere)).patch(`/ajax/meetings/${foreign.id}`, { title: 'Elsewhere' });
    await rename(`meetings/${own.id}`);
  });
  expect(heard).toEqual([[{ noun: 'meeting', id: own.id }]]);
});

test('a member can have at most twenty event streams open at once', async () => {
  const headers = { ...headersOf(await sessionOf(server.context, member)), 'x-board': board.id };
  const open = () => fetch(`${address}/ajax/events`, { headers });
  // Keep references, because garbage collection would close the streams.
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

test('signing out ends the event streams of that session but not those of the member’s other browsers', async () => {
  const token = await sessionOf(server.context, member);
  const [ended, other] = [await listen(member, token), await listen(member)];
  const headers = {
    ...headersOf(token),
    'content-type': 'application/json',
    'x-requested-with': 'XMLHttpRequest',
    'x-xsrf-token': csrfToken(server.context, token),
  };
  expect((await fetch(`${address}/logout`, { method: 'POST', headers, body: '{}' })).status).toBe(200);
  await ended.untilEnded();
  await received([other]);
});

test('renaming a document sends one live event to everybody who can see the document', async () => {
  const category = await server.make.category({ board });
  const papers = [
    await server.make.document({ category, hidden: true }),
    await server.make.document({ category }),
    await server.make.document({ meeting: await server.make.meeting({ board }) }),
    await server.make.document({ meeting: await server.make.meeting({ board, state: 'draft' }) }),
    await server.make.document({ announcement: await server.make.announcement({ board, state: 'published' }) }),
  ];
  const heard = await heardBy([adminMember, member], async () => {
    for (const { id } of papers) await admin.patch(`/ajax/documents/${id}`, { title: 'Corrected.pdf' });
  });
  const nouns = ['library', 'library', 'document', 'document', 'document'];
  const [hidden, open, ofMeeting, ofDraft, ofAnnouncement] = papers.map(({ id }, nth) => ({ noun: nouns[nth], id }));
  expect(heard).toEqual([
    [hidden, open, ofMeeting, ofDraft, ofAnnouncement],
    [open, ofMeeting, ofAnnouncement],
  ]);
});

test('changing a category, folder or document in the library sends live events only to those who can see it before or after the change', async () => {
  const category = await server.make.category({ board, name: 'Open' });
  const closed = await server.make.category({ board, name: 'Closed', groups: [group] });
  const folder = await server.make.folder({ category, groups: [group] });
  const narrow = { whole_board: false, group_ids: [group.id], member_ids: [] };
  const document = await server.make.document({ category });
  const everybody = ['admin', 'chair', 'member', 'outsider'];
  const [editors, inGroup] = [everybody.slice(0, 2), everybody.slice(0, 3)];
  const item = (kind: string, id: string) => ({ items: [{ kind, id }] });
  const inside = { home: { kind: 'folder', id: folder.id }, name: 'Salaries' };
  const [ofFolder, ofCategory] = [`folders/${folder.id}`, `categories/${category.id}`];
  for (const [method, path, body, hearers] of [
    ['post', 'folders', inside, inGroup],
    ['patch', ofFolder, { name: 'Pay' }, inGroup],
    ['patch', `categories/${closed.id}`, { name: 'Shut' }, inGroup],
    ['post', 'hide', { ...item('folder', folder.id), hidden: true }, inGroup],
    ['patch', ofFolder, { name: 'Pay again' }, editors],
    ['patch', ofCategory, { audience: narrow }, everybody],
    ['patch', ofCategory, { name: 'Ours' }, inGroup],
    ['post', 'delete', item('document', document.id), inGroup],
  ] as const) {
    const heard = await heardBy([adminMember, chair, member, outsider], async () => {
      expect((await admin[method](`/ajax/library/${path}`, body)).status).toBe(200);
    });
    const isHeard = heard.map((events) => events.some(({ noun }) => noun === 'library'));
    expect([path, everybody.filter((_, nth) => isHeard[nth])]).toEqual([path, hearers]);
  }
});

test('a change to a group sends live events to its members, to those who just left it, and to board admins', async () => {
  let id: unknown;
  const heard = await heardBy([adminMember, member, outsider], async () => {
    const members = [{ member_id: member.id, is_group_admin: false }];
    const made = await admin.post('/ajax/groups', { name: 'Audit', description: '', members });
    ({ id } = made.json.data.group);
    await admin.patch(`/ajax/groups/${id}`, { members: [{ member_id: member.id, role: 'none' }] });
    await admin.patch(`/ajax/groups/${id}`, { description: 'Without anybody' });
  });
  expect(heard.map((events) => events.filter((event) => event.id === id).length)).toEqual([3, 2, 0]);
});

test('changes to a person send live events only to board admins and the person’s group admins if members cannot see each other', async () => {
  await server.sql('update boards set people_hidden = true where id = $1', [board.id]);
  await server.make.group({ board, admins: [outsider] });
  const heard = await heardBy([adminMember, chair, outsider], () =>
    admin.post(`/ajax/people/${member.id}/admin`, { is_board_admin: true }),
  );
  expect(heard.map((events) => events.filter(({ id }) => id === member.id).length)).toEqual([1, 1, 0]);
});

test.each([
  ['ends if its reader is no longer an admin', 'update members set is_board_admin = false where id = $1'],
  ['ends if its reader has left the board', "update members set status = 'inactive' where id = $1"],
  [
    'ends if its reader has signed out',
    'delete from sessions where user_id = (select user_id from members where id = $1)',
  ],
  ['delivers events if nothing has changed', null],
])('an event stream that is starting %s', async (_, change) => {
  const { context } = server;
  const [route] = eventRoutes as readonly FlightRoute[];
  const second = await server.make.member({ board, isBoardAdmin: true });
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
  // Runs SQL directly, so that no event is published.
  if (change !== null) await server.sql(change, [second.id]);
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
    await expect.poll(() => [...new Set(reported)]).toEqual(['end']);
  }
  stop();
});

test('live events about marks reach only their author, and marks that a page already has are not sent again', async () => {
  const document = await server.make.document({ meeting: await server.make.meeting({ board }) });
  const author = await server.signIn(member);
  const heard = await heardBy([member, member, adminMember], async () => {
    const saved = await author.post(`/ajax/documents/${document.id}/annotations`, {
      annotations: '<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve"><annots></annots></xfdf>',
      version_id: document.versionId,
      base_revision: 0,
    });
    expect(saved.json.data).toMatchObject({ result: 'saved', revision: 1 });
  });
  expect(heard.map((events) => events.filter(({ noun }) => noun === 'annotations').length)).toEqual([1, 1, 0]);
  const path = `/ajax/documents/${document.id}/versions/${document.versionId}/annotations`;
  const after = async (revision: number) => (await author.get(`${path}?after=${revision}`)).json.data;
  expect(await after(0)).toEqual({ xfdf: expect.stringContaining('<annots>'), revision: 1, base: 0 });
  expect(await after(1)).toEqual({ xfdf: null, revision: 1, base: 0 });
});
