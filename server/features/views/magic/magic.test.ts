import { beforeEach, expect, test } from 'vitest';
import { cookieName, cookieNames } from '#server/http/cookies.ts';
import { boardStage } from '#tests/support/board-stage.ts';
import type { TestClient } from '#tests/support/client.ts';
import { type MadeMeeting, type MadeMember, makeAnnouncementLink } from '#tests/support/factories.ts';
import { sessionOf } from '#tests/support/session.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { board, adminMember, member, admin, setBoard, mailTo } = boardStage(server, {
  board: { timeZone: 'Europe/Lisbon' },
});
let meeting: MadeMeeting;
let uid: string;
let visitor: TestClient;
beforeEach(async () => {
  meeting = await server.make.meeting({ board, title: 'Winter meeting' });
  ({ uid } = await server.make.invitee({ meeting, member }));
  visitor = server.stranger();
});

const shown = async () => visitor.get(`/ajax/magic/meetings/${uid}`);
const statusOf = async (path: string) => (await visitor.get(path)).status;

test('a meeting link shows a visitor the agenda and documents, but no other people', async () => {
  await server.make.invitee({ meeting, member: await server.make.member({ board, lastName: 'Reed' }) });
  const item = await server.make.agendaItem({ meeting, title: 'Budget' });
  const paper = await server.make.document({ item });
  await server.make.meeting({ board, title: 'Another meeting' });
  const answer = await shown();
  expect(answer.json.data).toMatchObject({
    board: { title: 'Harbour Trust', time_zone: 'Europe/Lisbon' },
    first_name: 'Ben',
    meeting: {
      title: 'Winter meeting',
      agenda_items: [{ title: 'Budget', documents: [{ id: paper.id }] }],
      meeting_status: { acceptance: 'none' },
      can: { respond: true },
    },
  });
  for (const hidden of ['Adler', 'Reed', 'Moser', 'Another meeting', member.id, board.shortname])
    expect(answer.text).not.toContain(hidden);
});

test('a meeting link serves a document inline, as a download and in byte ranges', async () => {
  const paper = await server.make.document({ item: await server.make.agendaItem({ meeting }), title: 'Budget.pdf' });
  const path = `/meeting/${uid}/document/${paper.id}`;
  const head = await server.app.inject({ method: 'HEAD', url: path });
  expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(paper.bytes.length)]);
  const opened = await visitor.get(path);
  expect([opened.status, opened.bytes]).toEqual([200, paper.bytes]);
  expect(opened.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^inline/),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  expect((await visitor.get(`${path}?download=1`)).headers['content-disposition']).toMatch(/^attachment/);
  const part = await visitor.get(path, { range: 'bytes=2-5' });
  expect([part.status, part.bytes]).toEqual([206, paper.bytes.subarray(2, 6)]);
  const log = await server.sql('select action, detail from audit_entries where board_id = $1 order by id', [board.id]);
  const detail = { via: 'magic', version_id: paper.versionId };
  expect(log).toEqual(['document.opened', 'document.downloaded'].map((action) => ({ action, detail })));
});

test('a link opens only the documents of its own meeting or announcement, even if it belongs to a board admin', async () => {
  const announcement = await server.make.announcement({ board });
  const letter = await makeAnnouncementLink(server.context, { announcement, member });
  const { uid: ofAdmin } = await server.make.invitee({ meeting, member: adminMember });
  const paper = await server.make.document({ meeting });
  const note = await server.make.document({ announcement });
  const category = await server.make.category({ board });
  const elsewhere = [
    await server.make.document({ meeting, deletedAt: '2026-11-15T00:00:00Z' }),
    await server.make.document({ meeting: await server.make.meeting({ board }) }),
    await server.make.document({ meeting: await server.make.meeting({ board, state: 'draft' }) }),
    await server.make.document({ announcement: await server.make.announcement({ board }) }),
    await server.make.document({ category }),
    await server.make.document({ folder: await server.make.folder({ category }) }),
  ];
  const [forMeeting, forAnnouncement] = [`/meeting/${uid}/document`, `/announcement/${letter}/document`];
  for (const path of [`${forMeeting}/${paper.id}`, `${forAnnouncement}/${note.id}`])
    expect(await statusOf(path)).toBe(200);
  for (const path of [
    ...elsewhere.flatMap(({ id }) =>
      [forMeeting, forAnnouncement, `/meeting/${ofAdmin}/document`].map((link) => `${link}/${id}`),
    ),
    `/announcement/${uid}/document/${paper.id}`,
    `/meeting/${letter}/document/${note.id}`,
    `/ajax/magic/announcements/${uid}`,
    `/ajax/magic/meetings/${letter}`,
  ])
    expect([path, await statusOf(path)]).toEqual([path, 404]);
});

test('the login page redirects members from their own link to its meeting, and from somebody else’s link to the home page', async () => {
  const leadsTo = async (who: MadeMember, next: string) => {
    const cookie = `${cookieName(server.context.config, cookieNames.session)}=${await sessionOf(server.context, who)}`;
    const url = `/login?next=${encodeURIComponent(next)}`;
    return (await server.app.inject({ url, headers: { cookie, accept: 'text/html' } })).headers.location;
  };
  expect(await leadsTo(member, `/meeting/${uid}?document=one`)).toBe(`/meetings/${meeting.id}?document=one`);
  expect(await leadsTo(member, '/library')).toBe('/library');
  expect(await leadsTo(member, 'https://elsewhere.example/')).toBe('/home');
  expect(await leadsTo(await server.make.member({ board }), `/meeting/${uid}`)).toBe('/home');
});

test('a disabled user gets no mail about a meeting', async () => {
  await server.sql('update users set disabled_at = now() where id = $1', [member.userId]);
  const draft = await server.make.meeting({ board, state: 'draft', title: 'Quiet meeting' });
  await admin.post(`/ajax/meetings/${draft.id}/publish`);
  await server.context.runJobs();
  expect(mailTo(member)).toEqual([]);
});

test('a link shows no description, agenda or documents if links only allow a reply, and nothing if links are off', async () => {
  const item = await server.make.agendaItem({ meeting, title: 'Confidential matter' });
  const { id } = await server.make.document({ item, title: 'Secret paper.pdf' });
  expect((await shown()).json.data.meeting.can.read).toBe(true);
  await setBoard({ magic_links: 'answer' });
  const answer = await shown();
  expect(answer.json.data.meeting).toMatchObject({ agenda_items: [], documents: [], description: '' });
  expect(answer.json.data.meeting.can).toEqual({ respond: true, read: false });
  expect(answer.text).not.toMatch(/Confidential|Secret/);
  expect(await statusOf(`/meeting/${uid}/document/${id}`)).toBe(404);
  expect((await visitor.post(`/attendance/${uid}/p`)).json.status).toBe('success');
  await setBoard({ magic_links: 'off' });
  expect((await shown()).status).toBe(404);
  expect((await visitor.post(`/attendance/${uid}/p`)).status).toBe(404);
});
