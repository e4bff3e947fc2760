import { beforeEach, expect, test } from 'vitest';
import { parseMagicUid } from '#domain/magic-uid.ts';
import { meetingUid } from '#server/features/core/secret-addresses/present.ts';
import { cookieName, cookieNames } from '#server/http/cookies.ts';
import { createSecrets, hashToken } from '#server/secrets.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import type { TestClient } from '#tests/support/client.ts';
import {
  inBoard,
  type MadeBoard,
  type MadeMeeting,
  type MadeMember,
  makeAnnouncementLink,
} from '#tests/support/factories.ts';
import { sessionOf } from '#tests/support/session.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();

let board: MadeBoard;
let member: MadeMember;
let meeting: MadeMeeting;
let uid: string;
let visitor: TestClient;
beforeEach(async () => {
  server.context.clock.set('2026-11-16T12:00:00Z');
  board = await server.make.board({ title: 'Harbour Trust', timeZone: 'Europe/Lisbon' });
  member = await server.make.member({ board, firstName: 'Ben', lastName: 'Moser' });
  meeting = await server.make.meeting({ board, title: 'Winter meeting' });
  ({ uid } = await server.make.invitee({ meeting, member }));
  visitor = server.stranger();
});

const shown = async () => visitor.get(`/ajax/magic/meetings/${uid}`);

async function everythingOf(boardId: string) {
  return server.inBoard(boardId, async (tx) => ({
    invitees: await tx.selectFrom('invitees').selectAll().execute(),
    audits: await tx.selectFrom('audit_entries').selectAll().execute(),
    recent: await tx.selectFrom('recent_documents').selectAll().execute(),
  }));
}

test('S9.24 a uid begins with m-b, holds 256 bits, and differs by member, meeting, generation and key', () => {
  const of = { memberId: member.id, meetingId: meeting.id, generation: 1 };
  const others = [
    meetingUid(server.context.secrets, { ...of, memberId: meeting.id }),
    meetingUid(server.context.secrets, { ...of, meetingId: member.id }),
    meetingUid(server.context.secrets, { ...of, generation: 2 }),
    meetingUid(createSecrets('another installation has another key'), of),
  ];
  expect(uid).toMatch(/^m-b[a-z2-7]{52}$/);
  expect(parseMagicUid(uid)?.kind).toBe('meeting');
  expect(meetingUid(server.context.secrets, of)).toBe(uid);
  expect(new Set([uid, ...others]).size).toBe(5);
});

test('only the SHA-256 of a uid is kept', async () => {
  const links = await server.inBoard(board.id, (tx) => tx.selectFrom('magic_links').selectAll().execute());
  expect(links.map((link) => link.uid_hash)).toEqual([hashToken(uid)]);
  expect(JSON.stringify(links)).not.toContain(uid);
});

test('S2.7 S1.12 the one meeting is shown without signing in: agenda and documents, no people', async () => {
  await server.make.invitee({
    meeting,
    member: await server.make.member({ board, lastName: 'Adler' }),
  });
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
  for (const hidden of ['Adler', 'Moser', 'Another meeting', member.id, board.shortname]) {
    expect(answer.text).not.toContain(hidden);
  }
});

test('opening it changes nothing, however often', async () => {
  const before = await everythingOf(board.id);
  for (let nth = 0; nth < 50; nth += 1) expect((await shown()).status).toBe(200);
  expect(await everythingOf(board.id)).toEqual(before);
});

test('S7.19 a document of the meeting opens under its uid: in place, as a download, in parts', async () => {
  const paper = await server.make.document({
    item: await server.make.agendaItem({ meeting }),
    title: 'Budget.pdf',
  });
  const path = `/meeting/${uid}/document/${paper.id}`;
  // Opens nothing.
  const head = await server.app.inject({ method: 'HEAD', url: path });
  expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(paper.bytes.length)]);
  const opened = await visitor.get(path);
  expect(opened.status).toBe(200);
  expect(opened.bytes).toEqual(paper.bytes);
  expect(opened.headers).toMatchObject({
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  expect(opened.headers['content-disposition']).toMatch(/^inline/);
  expect((await visitor.get(`${path}?download=1`)).headers['content-disposition']).toMatch(/^attachment/);
  const part = await visitor.get(path, { range: 'bytes=2-5' });
  expect(part.status).toBe(206);
  expect(part.bytes).toEqual(paper.bytes.subarray(2, 6));
  const log = (await everythingOf(board.id)).audits.map((entry) => [entry.action, entry.detail]);
  expect(log).toEqual([
    ['document.opened', { via: 'magic', version_id: paper.versionId }],
    ['document.downloaded', { via: 'magic', version_id: paper.versionId }],
  ]);
});

test('a page that somebody uploaded is never shown as one', async () => {
  const bytes = Buffer.from('<script>alert(1)</script>');
  const page = await server.make.document({ meeting, extension: 'html', bytes });
  const opened = await visitor.get(`/meeting/${uid}/document/${page.id}`);
  expect(opened.headers['content-type']).toBe('application/octet-stream');
  expect(opened.headers['content-disposition']).toMatch(/^attachment/);
});

test('documents elsewhere are not there: of another meeting, of another board, deleted ones', async () => {
  const others = [
    await server.make.document({ meeting: await server.make.meeting({ board }) }),
    await server.make.document(),
    await server.make.document({ meeting, deletedAt: '2026-11-15T00:00:00Z' }),
  ];
  for (const { id } of others) expect((await visitor.get(`/meeting/${uid}/document/${id}`)).status).toBe(404);
});

test('a link of a meeting opens no address of announcements, nor the other way round', async () => {
  const announcement = await server.make.announcement({ board });
  const other = await makeAnnouncementLink(server.context, { announcement, member });
  const paper = await server.make.document({ meeting });
  const note = await server.make.document({ announcement });
  const opens = async (path: string) => (await visitor.get(path)).status;
  expect([
    await opens(`/meeting/${uid}/document/${paper.id}`),
    await opens(`/announcement/${other}/document/${note.id}`),
  ]).toEqual([200, 200]);
  expect([
    await opens(`/announcement/${uid}/document/${paper.id}`),
    await opens(`/meeting/${other}/document/${note.id}`),
    await opens(`/ajax/magic/announcements/${uid}`),
    await opens(`/ajax/magic/meetings/${other}`),
  ]).toEqual([404, 404, 404, 404]);
});

test('a link opens neither another announcement nor the library, whoever it was sent to', async () => {
  const announcement = await server.make.announcement({ board });
  const link = await makeAnnouncementLink(server.context, { announcement, member });
  const category = await server.make.category({ board });
  const elsewhere = [
    await server.make.document({ announcement: await server.make.announcement({ board }) }),
    await server.make.document({ category }),
    await server.make.document({ folder: await server.make.folder({ category }) }),
  ];
  for (const { id } of elsewhere) {
    for (const path of [`/meeting/${uid}`, `/announcement/${link}`]) {
      expect((await visitor.get(`${path}/document/${id}`)).status).toBe(404);
    }
  }
});

test("an admin's magic link opens no more than a member's", async () => {
  const adminMember = await server.make.member({ board, isBoardAdmin: true });
  const link = await server.make.invitee({ meeting, member: adminMember });
  const draft = await server.make.meeting({ board, state: 'draft' });
  const paper = await server.make.document({ meeting: draft });
  expect((await visitor.get(`/meeting/${link.uid}/document/${paper.id}`)).status).toBe(404);
  expect((await visitor.get('/ajax/meetings', { 'x-board': board.id })).status).toBe(419);
});

test('a link opens nothing once its meeting is deleted or a draft, over for 30 days, or renewed', async () => {
  const set = (fields: { deleted_at?: string | null; state?: 'draft' | 'published' }) =>
    server.inBoard(board.id, (tx) => tx.updateTable('meetings').set(fields).where('id', '=', meeting.id).execute());
  await set({ deleted_at: '2026-11-16T00:00:00Z' });
  expect((await shown()).status).toBe(404);
  await set({ deleted_at: null, state: 'draft' });
  expect((await shown()).status).toBe(404);
  await set({ state: 'published' });
  expect((await shown()).status).toBe(200);
  const renewed = meetingUid(server.context.secrets, { memberId: member.id, meetingId: meeting.id, generation: 2 });
  await server.inBoard(board.id, (tx) =>
    tx
      .updateTable('magic_links')
      .set({ generation: 2, uid_hash: hashToken(renewed) })
      .execute(),
  );
  expect((await shown()).status).toBe(404);
  uid = renewed;
  expect((await shown()).status).toBe(200);
  server.context.clock.set('2026-12-23T14:00:00Z');
  expect((await shown()).status).toBe(404);
});

test('a signed-in reader of another board gets no more by knowing ids', async () => {
  const foreign = await server.signIn(await server.make.member({ isBoardAdmin: true }));
  expect((await foreign.get(`/ajax/magic/meetings/${meeting.id}`)).status).toBe(404);
});

test('M22 the login leads who is signed in to where they came from; from somebody else’s link, home', async () => {
  const leadsTo = async (who: Parameters<typeof sessionOf>[1], next: string) => {
    const token = await sessionOf(server.context, who);
    const cookie = `${cookieName(server.context.config, cookieNames.session)}=${token}`;
    const url = `/login?next=${encodeURIComponent(next)}`;
    return (await server.app.inject({ url, headers: { cookie, accept: 'text/html' } })).headers.location;
  };
  const own = { userId: member.userId, boardId: member.boardId };
  expect(await leadsTo(own, `/meeting/${uid}?document=one`)).toBe(`/meetings/${meeting.id}?document=one`);
  expect(await leadsTo(own, '/library')).toBe('/library');
  expect(await leadsTo(own, 'https://elsewhere.example/')).toBe('/home');
  const other = await server.make.member({ board });
  expect(await leadsTo({ userId: other.userId, boardId: other.boardId }, `/meeting/${uid}`)).toBe('/home');
});

test('a user who was disabled opens nothing by magic link, and gets no mail', async () => {
  expect((await visitor.get(`/ajax/magic/meetings/${uid}`)).status).toBe(200);
  await server.asSuperuser((client) =>
    client.query('update users set disabled_at = now() where id = $1', [member.userId]),
  );
  expect((await visitor.get(`/ajax/magic/meetings/${uid}`)).status).toBe(404);
  const admin = await server.signIn(await server.make.member({ board, isBoardAdmin: true }));
  const draft = await server.make.meeting({ board, state: 'draft', title: 'Quiet meeting' });
  await admin.post(`/ajax/meetings/${draft.id}/publish`);
  await server.context.runJobs();
  expect(server.context.sent.filter((message) => message.to.address === member.email)).toEqual([]);
});

test('a board whose links are for answering shows no text, agenda or paper by them', async () => {
  const item = await server.make.agendaItem({ meeting, title: 'Confidential matter' });
  const { id } = await server.make.document({ item, title: 'Secret paper.pdf' });
  const setLinks = (magic_links: string) =>
    server.inBoard(board.id, (tx) => tx.updateTable('boards').set({ magic_links }).execute());
  expect((await shown()).json.data.meeting.can.read).toBe(true);
  await setLinks('answer');
  const answer = await shown();
  expect(answer.json.data.meeting).toMatchObject({ agenda_items: [], documents: [], description: '' });
  expect(answer.json.data.meeting.can).toEqual({ respond: true, read: false });
  expect(answer.text).not.toMatch(/Confidential|Secret/);
  expect((await visitor.get(`/meeting/${uid}/document/${id}`)).status).toBe(404);
  expect((await visitor.post(`/attendance/${uid}/p`)).json.status).toBe('success');
  await setLinks('off');
  expect((await shown()).status).toBe(404);
  expect((await visitor.post(`/attendance/${uid}/p`)).status).toBe(404);
});
