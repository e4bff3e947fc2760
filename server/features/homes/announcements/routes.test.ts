import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { announcementMessages } from '#domain/messages/announcements.ts';
import { announcementUid } from '#server/features/core/secret-addresses/present.ts';
import { productJobs } from '#server/features/jobs.ts';
import { hashToken } from '#server/secrets.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import type { TestClient } from '#tests/support/client.ts';
import {
  inBoard,
  type MadeBoard,
  type MadeGroup,
  type MadeMember,
  makeBoard,
  makeGroup,
  makeMember,
} from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();

let board: MadeBoard;
let admin: TestClient;
let reader: TestClient;
let adminMember: MadeMember;
let ben: MadeMember;
let dana: MadeMember;
let pending: MadeMember;
let finance: MadeGroup;
beforeEach(async () => {
  const { context } = server;
  context.clock.set('2026-11-16T12:00:00Z');
  board = await makeBoard(context, { title: 'Harbour Trust', timeZone: 'America/Halifax' });
  adminMember = await makeMember(context, { board, isBoardAdmin: true, firstName: 'Zoë', lastName: 'Adler' });
  ben = await makeMember(context, { board, firstName: 'Ben', lastName: 'Moser' });
  dana = await makeMember(context, { board, firstName: 'Dana', lastName: 'Reed' });
  pending = await makeMember(context, { board, status: 'invited' });
  finance = await makeGroup(context, { board, name: 'Finance', members: [ben] });
  admin = await server.signIn(adminMember);
  reader = await server.signIn(ben);
});

const wordsOf = (...paragraphs: readonly string[]) => ({
  type: 'doc',
  content: paragraphs.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
});
const forFinance = () => ({ whole_board: false, group_ids: [finance.id], member_ids: [] });
const wholeBoard = { whole_board: true, group_ids: [], member_ids: [] };

async function draft(fields: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const body = { title: 'Site visit', body: wordsOf('Bring sturdy shoes.'), ...fields };
  return (await admin.post('/ajax/announcements', body)).json.data.announcement.id;
}
const publish = (id: string, publishOn: string | null = null) =>
  admin.post(`/ajax/announcements/${id}/publish`, { publish_on: publishOn });
const mailTo = (member: MadeMember) => server.context.sent.filter((message) => message.to.address === member.email);
const uidOf = (member: MadeMember, announcementId: string, generation = 1) =>
  announcementUid(server.context.secrets, { memberId: member.id, announcementId, generation });

describe('writing and publishing', () => {
  test('a draft is there for its editors alone; published, its audience reads it and nobody else', async () => {
    const id = await draft({ audience: forFinance() });
    const other = await server.signIn(dana);
    expect((await reader.get(`/ajax/announcements/${id}`)).status).toBe(404);
    expect((await publish(id)).json.data.announcement).toMatchObject({
      state: 'published',
      audience: 'Finance',
      publish_on: '2026-11-16T12:00:00.000Z',
    });
    expect((await reader.get(`/ajax/announcements/${id}`)).json.data.announcement).toMatchObject({
      title: 'Site visit',
      author: { name: 'Zoë Adler' },
      opened: null,
      audience_named: null,
      can: { edit: false, publish: false, unpublish: false, delete: false },
    });
    expect((await other.get(`/ajax/announcements/${id}`)).status).toBe(404);
    expect((await other.get('/ajax/announcements')).json.data.published).toEqual([]);
  });

  test('S1.4 each active member of the audience gets one message with a link of their own; pending ones none', async () => {
    const id = await draft();
    await publish(id);
    await server.context.runJobs();
    expect([adminMember, ben, dana, pending].map((member) => mailTo(member).length)).toEqual([1, 1, 1, 0]);
    const [message] = mailTo(ben);
    expect(message?.subject).toBe('Site visit');
    expect(message?.text).toContain('Bring sturdy shoes.');
    expect(message?.text).toContain(`/announcement/${uidOf(ben, id)}`);
    expect(message?.text).not.toContain(uidOf(dana, id));
  });

  test('ten publishers at once: one success, one set of messages', async () => {
    const id = await draft();
    const answers = await Promise.all(Array.from({ length: 10 }, () => publish(id)));
    expect(answers.map(({ json }) => json.status).toSorted()).toEqual([...Array(9).fill('error'), 'success']);
    await server.context.runJobs();
    expect(mailTo(ben)).toHaveLength(1);
  });

  test('what is scheduled or out keeps its words; a draft may lose them', async () => {
    const id = await draft();
    const empty = { body: { type: 'doc', content: [{ type: 'paragraph' }] } };
    const save = (revision: number, fields: object) =>
      admin.patch(`/ajax/announcements/${id}`, { revision, ...fields });
    expect((await save(1, empty)).json.status).toBe('success');
    await save(2, { body: wordsOf('Bring sturdy shoes.') });
    await publish(id, '2026-11-18T12:00:00Z');
    expect((await save(3, empty)).json.errors).toEqual({ body: announcementMessages.empty });
    expect((await publish(id)).json.status).toBe('success');
    expect((await save(3, empty)).json.errors).toEqual({ body: announcementMessages.empty });
  });

  test('what was scheduled is published once when its time has come, however many look', async () => {
    const id = await draft();
    expect((await publish(id, '2026-11-15T08:00:00Z')).json.errors).toEqual({
      publish_on: 'Choose a time that is still to come.',
    });
    expect((await publish(id, '2026-11-18T12:00:00Z')).json.data.announcement.state).toBe('scheduled');
    await look(3);
    expect((await reader.get(`/ajax/announcements/${id}`)).status).toBe(404);
    server.context.clock.set('2026-11-18T12:00:30Z');
    await look(5);
    reader = await server.signIn(ben);
    expect((await reader.get(`/ajax/announcements/${id}`)).json.data.announcement.publish_on).toBe(
      '2026-11-18T12:00:30.000Z',
    );
    expect(mailTo(ben)).toHaveLength(1);
  });

  test('a suspended board waits with what is scheduled', async () => {
    const id = await draft();
    await publish(id, '2026-11-18T12:00:00Z');
    server.context.clock.set('2026-11-19T12:00:00Z');
    const suspend = (at: Date | null) =>
      server.asSuperuser((client) => client.query('update boards set suspended_at = $2 where id = $1', [board.id, at]));
    await suspend(server.context.clock.now());
    await look(1);
    await suspend(null);
    admin = await server.signIn(adminMember);
    expect((await admin.get(`/ajax/announcements/${id}`)).json.data.announcement.state).toBe('scheduled');
    await look(1);
    expect((await admin.get(`/ajax/announcements/${id}`)).json.data.announcement.state).toBe('published');
  });

  test('without words nothing is published', async () => {
    const id = await draft({ body: { type: 'doc', content: [{ type: 'paragraph' }] } });
    expect((await publish(id)).json.msg).toBe('Write the text before you publish.');
  });

  test('taken back it is a draft again, its links open nothing, and nobody is told twice', async () => {
    const id = await draft();
    await publish(id);
    await server.context.runJobs();
    const taken = await admin.post(`/ajax/announcements/${id}/unpublish`);
    expect(taken.json.data.announcement).toMatchObject({ state: 'draft', publish_on: null });
    expect((await server.stranger().get(`/ajax/magic/announcements/${uidOf(ben, id)}`)).status).toBe(404);
    await publish(id);
    await server.context.runJobs();
    expect(mailTo(ben)).toHaveLength(1);
    expect((await server.stranger().get(`/ajax/magic/announcements/${uidOf(ben, id)}`)).status).toBe(200);
  });

  test('who comes into the audience of a published one gets the message, who leaves it sees it no more', async () => {
    const id = await draft({ audience: forFinance() });
    await publish(id);
    const audience = { whole_board: false, group_ids: [], member_ids: [dana.id] };
    await admin.patch(`/ajax/announcements/${id}`, { revision: 1, audience });
    await server.context.runJobs();
    expect(mailTo(dana)).toHaveLength(1);
    expect((await reader.get(`/ajax/announcements/${id}`)).status).toBe(404);
    expect((await server.stranger().get(`/ajax/magic/announcements/${uidOf(ben, id)}`)).status).toBe(404);
    // The message to who is out by now has lost its reason.
    expect(mailTo(ben)).toHaveLength(0);
  });

  test('of two who write at once the second is told, and nothing is lost', async () => {
    const id = await draft();
    const save = (title: string) => admin.patch(`/ajax/announcements/${id}`, { revision: 1, title });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, nth) => save(`Title ${nth}`)));
    expect(answers.map(({ json }) => json.status).toSorted()).toEqual([...Array(9).fill('error'), 'success']);
  });

  test.each([
    ['markup', { type: 'doc', content: [{ type: 'html', html: '<script>alert(1)</script>' }] }],
    ['a script link', link('javascript:alert(1)')],
    ['an unknown attribute', { type: 'doc', content: [{ type: 'paragraph', attrs: { style: 'x' } }] }],
    ['no document', { type: 'paragraph' }],
  ])('%s is not stored', async (_what, body) => {
    const answer = await admin.post('/ajax/announcements', { title: 'Odd', body });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.json.errors).some((field) => field.startsWith('body'))).toBe(true);
  });

  test('a group admin writes for the own group, and for nobody else', async () => {
    const chair = await server.make.member({ board });
    const own = await server.make.group({ board, members: [ben], admins: [chair] });
    const client = await server.signIn(chair);
    const write = (audience: unknown) =>
      client.post('/ajax/announcements', { title: 'Of the committee', body: wordsOf('Hello'), audience });
    expect((await write({ whole_board: false, group_ids: [own.id], member_ids: [] })).json.status).toBe('success');
    expect((await write(wholeBoard)).status).toBe(422);
    expect((await write(forFinance())).status).toBe(422);
    expect((await reader.post('/ajax/announcements', { title: 'No', body: wordsOf('No') })).status).toBe(403);
  });
});

describe('reading', () => {
  test('it is news to its readers, and never to who wrote it', async () => {
    await publish(await draft());
    const isUnread = async (who: TestClient) => (await who.get('/ajax/announcements')).json.data.published[0].is_unread;
    expect([await isUnread(reader), await isUnread(admin)]).toEqual([true, false]);
  });

  test('the list goes on from the last one known, each once, newest first', async () => {
    for (let nth = 0; nth < 65; nth += 1) {
      // Two at a time have the same moment.
      server.context.clock.set(new Date(Date.UTC(2026, 10, 16, 12, Math.floor(nth / 2))).toISOString());
      await server.make.announcement({ board, title: `Number ${nth}` });
    }
    const seen: string[] = [];
    let address = '/ajax/announcements';
    for (;;) {
      const { published, has_more } = (await reader.get(address)).json.data;
      seen.push(...published.map((each: { title: string }) => each.title));
      const { publish_on, id } = published.at(-1);
      if (!has_more) break;
      address = `/ajax/announcements?before=${encodeURIComponent(publish_on)}&before_id=${id}`;
    }
    expect(new Set(seen).size).toBe(65);
    expect(seen).toHaveLength(65);
    expect(Number(seen[0]?.split(' ')[1])).toBeGreaterThan(62);
    expect(Number(seen.at(-1)?.split(' ')[1])).toBeLessThan(2);
  });

  test('M16 it is unread until it was opened, and its editors see by whom, its author aside', async () => {
    const id = await draft();
    const getsIt = (await admin.get(`/ajax/announcements/${id}/readers`)).json.data.not_opened;
    expect(getsIt.map((each: { name: string }) => each.name)).toEqual(['Zoë Adler', 'Ben Moser', 'Dana Reed']);
    await publish(id);
    const unread = async () => (await reader.get('/ajax/announcements')).json.data.published[0].is_unread;
    expect(await unread()).toBe(true);
    await reader.get(`/ajax/announcements/${id}`);
    expect(await unread()).toBe(false);
    const { opened, not_opened, pending: waiting } = (await admin.get(`/ajax/announcements/${id}/readers`)).json.data;
    expect(opened).toMatchObject([{ name: 'Ben Moser', opened_at: '2026-11-16T12:00:00.000Z' }]);
    expect(not_opened.map((each: { name: string }) => each.name)).toEqual(['Dana Reed']);
    await admin.get(`/ajax/announcements/${id}`);
    expect((await admin.get(`/ajax/announcements/${id}`)).json.data.announcement.opened).toEqual({ count: 1, of: 2 });
    expect(waiting.map((each: { member_id: string }) => each.member_id)).toEqual([pending.id]);
    expect((await reader.get(`/ajax/announcements/${id}/readers`)).status).toBe(403);
  });

  test('S3.8 S4.11 the timeline holds meetings and announcements, newest first', async () => {
    const old = await server.make.announcement({ board, title: 'Older', publishOn: '2026-11-01T12:00:00Z' });
    const id = await draft();
    await publish(id);
    const { timeline } = (await reader.get('/ajax/dashboard')).json.data;
    expect(timeline).toMatchObject([
      { id, itemType: 'announcement', sortDate: '2026-11-16T12:00:00.000Z', announcement: { is_unread: true } },
      { id: old.id, itemType: 'announcement' },
    ]);
  });

  test('documents stand under it in their order, and open for its audience alone', async () => {
    const made = await server.make.announcement({ board, groups: [finance] });
    const first = await server.make.document({ announcement: made, title: 'First.pdf' });
    const second = await server.make.document({ announcement: made, title: 'Second.pdf' });
    const place = { kind: 'announcement', id: made.id };
    await admin.post(`/ajax/documents/${second.id}/move`, { home: place, before_id: first.id });
    const { documents } = (await reader.get(`/ajax/announcements/${made.id}`)).json.data.announcement;
    expect(documents.map((each: { title: string }) => each.title)).toEqual(['Second.pdf', 'First.pdf']);
    expect((await reader.get(`/ajax/documents/${first.id}`)).json.data.home).toEqual(place);
    expect((await (await server.signIn(dana)).get(`/document/${first.id}`)).status).toBe(404);
    const uid = uidOf(ben, made.id);
    await makeReader(made.id, ben);
    expect((await server.stranger().get(`/announcement/${uid}/document/${first.id}`)).bytes).toEqual(first.bytes);
    const elsewhere = await server.make.document();
    expect((await server.stranger().get(`/announcement/${uid}/document/${elsewhere.id}`)).status).toBe(404);
  });
});

describe('asking and linking', () => {
  const question = {
    question: 'Which tent?',
    choice: 'single',
    is_anonymous: false,
    results: 'after-answering',
    closes_at: null,
    options: ['Green', 'White'],
  };

  test('a poll under an announcement asks its audience, on the page and by their links, and nobody else', async () => {
    const id = await draft({ audience: forFinance() });
    const made = await admin.post(`/ajax/announcements/${id}/polls`, question);
    const { poll } = made.json.data;
    const answer = { option_ids: [poll.options[0].id] };
    await publish(id);
    expect((await reader.get(`/ajax/announcements/${id}`)).json.data.announcement.polls).toMatchObject({
      polls: [{ question: 'Which tent?', invitee_count: 1, can: { answer: true, edit: false } }],
      can: { create: false },
    });
    expect((await (await server.signIn(dana)).post(`/ajax/polls/${poll.id}/response`, answer)).status).toBe(404);
    expect((await reader.post(`/ajax/announcements/${id}/polls`, question)).status).toBe(403);
    const visitor = server.stranger();
    const path = `/ajax/magic/announcements/${uidOf(ben, id)}`;
    expect((await visitor.get(path)).json.data.announcement.polls).toMatchObject([{ can: { answer: true } }]);
    const voted = await visitor.post(`${path}/polls/${poll.id}/response`, answer);
    expect(voted.json.data.poll).toMatchObject({ has_answered: true, response_count: 1 });
    const seen = (await admin.get(`/ajax/announcements/${id}`)).json.data.announcement.polls.polls[0];
    expect(seen).toMatchObject({ response_count: 1, can: { edit: false, close: true } });
    const log = await server.inBoard(board.id, (tx) =>
      tx.selectFrom('audit_entries').select('detail').where('action', '=', 'poll.responded').execute(),
    );
    expect(log).toEqual([{ detail: { announcement_id: id, via: 'magic' } }]);
  });

  test('before it is out nobody answers', async () => {
    const id = await draft();
    const { poll } = (await admin.post(`/ajax/announcements/${id}/polls`, question)).json.data;
    expect(poll.can.answer).toBe(false);
    const early = await admin.post(`/ajax/polls/${poll.id}/response`, { option_ids: [poll.options[0].id] });
    expect(early.json.status).toBe('error');
    expect((await reader.post(`/ajax/polls/${poll.id}/response`, { option_ids: [poll.options[0].id] })).status).toBe(
      404,
    );
  });

  test('the link of a meeting answers no poll of an announcement', async () => {
    const id = await draft();
    const { poll } = (await admin.post(`/ajax/announcements/${id}/polls`, question)).json.data;
    await publish(id);
    const meeting = await server.make.meeting({ board });
    const { uid } = await server.make.invitee({ meeting, member: ben });
    const path = `/ajax/magic/meetings/${uid}/polls/${poll.id}/response`;
    expect((await server.stranger().post(path, { option_ids: [poll.options[0].id] })).status).toBe(404);
  });

  test('a link stands among its documents; private addresses are refused', async () => {
    const id = await draft();
    const place = { kind: 'announcement', id };
    const add = (url: string) => admin.post('/ajax/library/links', { home: place, title: 'The yard', url });
    expect((await add('https://example.org/yard')).json.status).toBe('success');
    expect((await add('http://127.1/')).status).toBe(422);
    expect((await admin.get(`/ajax/announcements/${id}`)).json.data.announcement.documents).toMatchObject([
      { title: 'The yard', is_link: true, link_url: 'https://example.org/yard' },
    ]);
    expect(
      (await reader.post('/ajax/library/links', { home: place, title: 'No', url: 'https://example.org' })).status,
    ).toBe(404);
  });
});

describe('deleting', () => {
  test('restored after the time for which it was scheduled, it is a draft, and nobody gets mail', async () => {
    const id = await draft();
    await publish(id, '2026-11-18T12:00:00Z');
    await admin.delete(`/ajax/announcements/${id}`);
    server.context.clock.set('2026-11-18T12:01:00Z');
    admin = await server.signIn(adminMember);
    const restored = await admin.post(`/ajax/announcements/${id}/undelete`);
    expect(restored.json.data.announcement).toMatchObject({ state: 'draft', publish_on: null });
    await look(1, 'publish-announcements');
    expect(mailTo(ben)).toEqual([]);
  });

  test('what was deleted is out of sight for 30 days, can come back, and is then gone with its bytes', async () => {
    const id = await draft();
    await publish(id);
    const paper = await server.make.document({ announcement: { id, boardId: board.id } });
    await admin.delete(`/ajax/announcements/${id}`);
    expect((await reader.get(`/ajax/announcements/${id}`)).status).toBe(404);
    expect((await admin.get('/ajax/announcements')).json.data.deleted).toMatchObject([{ id }]);
    expect((await reader.post(`/ajax/announcements/${id}/undelete`)).status).toBe(404);
    expect((await reader.get(`/ajax/announcements/${id}`)).status).toBe(404);
    await admin.post(`/ajax/announcements/${id}/undelete`);
    expect((await reader.get(`/ajax/announcements/${id}`)).status).toBe(200);
    await admin.delete(`/ajax/announcements/${id}`);
    server.context.clock.set('2026-12-17T12:00:00Z');
    await look(1, 'purge-announcements');
    const rows = await server.inBoard(board.id, (tx) => tx.selectFrom('announcements').select('id').execute());
    expect(rows).toEqual([]);
    const key = `boards/${board.id}/documents/${paper.versionId}`;
    expect(existsSync(join(server.context.config.dataDir, 'files', key))).toBe(false);
  });
});

test('S6.3 a board that hides its people names an author to its admins and to themselves alone, by link and mail too', async () => {
  await server.inBoard(board.id, (tx) => tx.updateTable('boards').set({ people_hidden: true }).execute());
  const id = await draft();
  await publish(id);
  await server.context.runJobs();
  const page = async (client: TestClient) => (await client.get(`/ajax/announcements/${id}`)).json.data.announcement;
  expect((await page(reader)).author).toBe(null);
  expect((await page(admin)).author).toMatchObject({ name: 'Zoë Adler' });
  const answer = await server.stranger().get(`/ajax/magic/announcements/${uidOf(ben, id)}`);
  expect(answer.json.data.announcement).toMatchObject({ title: 'Site visit', author_name: null });
  expect(mailTo(ben)).toHaveLength(1);
  expect(JSON.stringify(mailTo(ben))).not.toContain('Adler');
  expect(mailTo(adminMember).at(-1)?.text).toContain('From Zoë Adler');
  // The author, no admin any more.
  await server.inBoard(board.id, (tx) =>
    tx.updateTable('members').set({ is_board_admin: false }).where('id', '=', adminMember.id).execute(),
  );
  expect((await page(admin)).author).toMatchObject({ name: 'Zoë Adler', slug: null });
});

describe('magic links', () => {
  test('S2.9 S3.19 it opens for who holds the link, changes nothing, and ends after 30 days', async () => {
    const id = await draft();
    await publish(id);
    const uid = uidOf(ben, id);
    expect(uid).toMatch(/^a[a-z2-7]{52}$/);
    const visitor = server.stranger();
    const answer = await visitor.get(`/ajax/magic/announcements/${uid}`);
    expect(answer.json.data).toMatchObject({
      first_name: 'Ben',
      announcement: { title: 'Site visit', author_name: 'Zoë Adler' },
    });
    expect(answer.text).not.toContain(ben.id);
    expect((await admin.get(`/ajax/announcements/${id}/readers`)).json.data.opened).toEqual([]);
    expect((await visitor.get(`/ajax/magic/meetings/${uid}`)).status).toBe(404);
    server.context.clock.set('2026-12-17T12:00:00Z');
    expect((await visitor.get(`/ajax/magic/announcements/${uid}`)).status).toBe(404);
  });

  test('a board whose links show no papers shows no text; one without links none at all', async () => {
    const id = await draft();
    const set = (magic_links: string) =>
      server.inBoard(board.id, (tx) => tx.updateTable('boards').set({ magic_links }).execute());
    await set('answer');
    await publish(id);
    await server.context.runJobs();
    expect(mailTo(ben)[0]?.text).not.toContain('sturdy');
    const path = `/ajax/magic/announcements/${uidOf(ben, id)}`;
    expect((await server.stranger().get(path)).json.data.announcement).toMatchObject({ body: null, documents: [] });
    await set('off');
    expect((await server.stranger().get(path)).status).toBe(404);
  });
});

function link(href: string) {
  const marks = [{ type: 'link', attrs: { href } }];
  return { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks }] }] };
}

/** Lets several servers look at once for what is due. */
async function look(times: number, name = 'publish-announcements'): Promise<void> {
  const job = productJobs(server.context).find((each) => each.name === name);
  if (!job) throw new Error(`There is no job ${name}.`);
  await Promise.all(Array.from({ length: times }, () => job.handle({}, { attempt: 1, isLast: false })));
  await server.context.runJobs();
}

async function makeReader(announcementId: string, member: MadeMember): Promise<void> {
  const row = { board_id: board.id, announcement_id: announcementId, member_id: member.id };
  const uid_hash = hashToken(uidOf(member, announcementId));
  await server.inBoard(board.id, (tx) =>
    tx
      .insertInto('announcement_readers')
      .values({ ...row, uid_hash })
      .onConflict((conflict) =>
        conflict.columns(['board_id', 'announcement_id', 'member_id']).doUpdateSet({ uid_hash }),
      )
      .execute(),
  );
}

test('papers are put on an announcement by its editors alone', async () => {
  const { id } = await server.make.announcement({ board });
  const attach = (who: TestClient) =>
    who.post('/ajax/documents', { upload_id: crypto.randomUUID(), home: { kind: 'announcement', id } });
  expect((await attach(reader)).status).toBe(403);
  // Whoever may hears that there is no such upload.
  expect((await attach(admin)).status).toBe(404);
});
