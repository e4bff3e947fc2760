import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { announcementMessages } from '#domain/messages/announcements.ts';
import { announcementUid } from '#server/features/core/secret-addresses/present.ts';
import { productJobs } from '#server/features/jobs.ts';
import { auditEntries } from '#tests/support/audit-entries.ts';
import { boardStage } from '#tests/support/board-stage.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { MadeGroup, MadeMember } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { board, adminMember, member: ben, admin, reader, signInAgain, at, setBoard, mailTo } = boardStage(server);
let dana: MadeMember;
let pending: MadeMember;
let finance: MadeGroup;
beforeEach(async () => {
  dana = await server.make.member({ board, firstName: 'Dana', lastName: 'Reed' });
  pending = await server.make.member({ board, status: 'invited' });
  finance = await server.make.group({ board, name: 'Finance', members: [ben] });
});

const wordsOf = (...paragraphs: readonly string[]) => ({
  type: 'doc',
  content: paragraphs.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
});
const forFinance = () => ({ whole_board: false, group_ids: [finance.id], member_ids: [] });

async function draft(fields: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const body = { title: 'Site visit', body: wordsOf('Bring sturdy shoes.'), ...fields };
  return (await admin.post('/ajax/announcements', body)).json.data.announcement.id;
}
const publish = (id: string, publishOn: string | null = null) =>
  admin.post(`/ajax/announcements/${id}/publish`, { publish_on: publishOn });
const uidOf = (member: MadeMember, announcementId: string, generation = 1) =>
  announcementUid(server.context.secrets, { memberId: member.id, announcementId, generation });

describe('writing and publishing', () => {
  test('ten simultaneous publish requests send each active member one message with a personal link', async () => {
    const id = await draft();
    const answers = await Promise.all(Array.from({ length: 10 }, () => publish(id)));
    expect(answers.map(({ json }) => json.status).toSorted()).toEqual([...Array(9).fill('error'), 'success']);
    await server.context.runJobs();
    expect([adminMember, ben, dana, pending].map((member) => mailTo(member).length)).toEqual([1, 1, 1, 0]);
    const [message] = mailTo(ben);
    expect(message?.subject).toBe('Site visit');
    expect(message?.text).toContain('Bring sturdy shoes.');
    expect(message?.text).toContain(`/announcement/${uidOf(ben, id)}`);
    expect(message?.text).not.toContain(uidOf(dana, id));
    const link = { home: { kind: 'announcement', id }, title: 'Mine', url: 'https://example.com' };
    expect((await reader.post('/ajax/library/links', link)).status).toBe(403);
  });

  test('an announcement cannot be published without text, or emptied after it is scheduled or published', async () => {
    const empty = { body: { type: 'doc', content: [{ type: 'paragraph' }] } };
    const id = await draft(empty);
    const save = (revision: number, fields: object) =>
      admin.patch(`/ajax/announcements/${id}`, { revision, ...fields });
    expect((await publish(id)).json.msg).toBe('Write the text before you publish.');
    await save(1, { body: wordsOf('Bring sturdy shoes.') });
    expect((await save(2, empty)).json.status).toBe('success');
    await save(3, { body: wordsOf('Bring sturdy shoes.') });
    for (const publishOn of ['2026-11-18T12:00:00Z', null]) {
      expect((await publish(id, publishOn)).json.status).toBe('success');
      expect((await save(4, empty)).json.errors).toEqual({ body: announcementMessages.empty });
    }
  });

  test('a scheduled announcement is published once, even if several servers try at the same time', async () => {
    const id = await draft();
    expect((await publish(id, '2026-11-15T08:00:00Z')).json.errors).toEqual({
      publish_on: 'Choose a time in the future.',
    });
    expect((await publish(id, '2026-11-18T12:00:00Z')).json.data.announcement.state).toBe('scheduled');
    await look(3);
    expect((await reader.get(`/ajax/announcements/${id}`)).status).toBe(404);
    server.context.clock.set('2026-11-18T12:00:30Z');
    await look(5);
    await signInAgain();
    expect((await reader.get(`/ajax/announcements/${id}`)).json.data.announcement.publish_on).toBe(
      '2026-11-18T12:00:30.000Z',
    );
    expect(mailTo(ben)).toHaveLength(1);
  });

  test('a suspended board does not publish scheduled announcements', async () => {
    const id = await draft();
    await publish(id, '2026-11-18T12:00:00Z');
    server.context.clock.set('2026-11-19T12:00:00Z');
    await setBoard({ suspended_at: server.context.clock.now() });
    await look(1);
    await setBoard({ suspended_at: null });
    await signInAgain();
    expect((await admin.get(`/ajax/announcements/${id}`)).json.data.announcement.state).toBe('scheduled');
    await look(1);
    expect((await admin.get(`/ajax/announcements/${id}`)).json.data.announcement.state).toBe('published');
  });

  test('unpublishing an announcement disables its links, and publishing it again sends no second message', async () => {
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

  test('a person added to the audience gets the message, and a removed person can no longer open the announcement', async () => {
    const id = await draft({ audience: forFinance() });
    await publish(id);
    const audience = { whole_board: false, group_ids: [], member_ids: [dana.id] };
    await admin.patch(`/ajax/announcements/${id}`, { revision: 1, audience });
    await server.context.runJobs();
    expect(mailTo(dana)).toHaveLength(1);
    expect((await reader.get(`/ajax/announcements/${id}`)).status).toBe(404);
    expect((await server.stranger().get(`/ajax/magic/announcements/${uidOf(ben, id)}`)).status).toBe(404);
    expect(mailTo(ben)).toHaveLength(0);
  });

  test('only one of ten simultaneous saves of an announcement succeeds', async () => {
    const id = await draft();
    const save = (title: string) => admin.patch(`/ajax/announcements/${id}`, { revision: 1, title });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, nth) => save(`Title ${nth}`)));
    expect(answers.map(({ json }) => json.status).toSorted()).toEqual([...Array(9).fill('error'), 'success']);
  });

  test.each([
    ['raw HTML', { type: 'doc', content: [{ type: 'html', html: '<script>alert(1)</script>' }] }],
    ['a body that is not a document', { type: 'paragraph' }],
  ])('an announcement with %s is rejected', async (_what, body) => {
    const answer = await admin.post('/ajax/announcements', { title: 'Odd', body });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.json.errors).some((field) => field.startsWith('body'))).toBe(true);
  });
});

describe('reading', () => {
  test('the pages of the list contain every announcement once, newest first', async () => {
    for (let nth = 0; nth < 65; nth += 1) {
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

  test('an announcement is unread until it is opened, and its editors see which other members opened it', async () => {
    const id = await draft();
    const openedAt = '2026-11-16T12:00:00.000Z';
    const getsIt = (await admin.get(`/ajax/announcements/${id}/readers`)).json.data.not_opened;
    expect(getsIt.map((each: { name: string }) => each.name)).toEqual(['Zoë Adler', 'Ben Moser', 'Dana Reed']);
    const { announcement } = (await publish(id)).json.data;
    expect(announcement).toMatchObject({ state: 'published', audience: 'Whole board', publish_on: openedAt });
    const isUnread = async (who: TestClient) => (await who.get('/ajax/announcements')).json.data.published[0].is_unread;
    expect([await isUnread(reader), await isUnread(admin)]).toEqual([true, false]);
    const inTimeline = { id, itemType: 'announcement', sortDate: openedAt, announcement: { is_unread: true } };
    expect((await reader.get('/ajax/dashboard')).json.data.timeline).toMatchObject([inTimeline]);
    const seen = (await reader.get(`/ajax/announcements/${id}`)).json.data.announcement;
    const can = { edit: false, publish: false, unpublish: false, delete: false };
    expect(seen).toMatchObject({ author: { name: 'Zoë Adler' }, opened: null, audience_named: null, can });
    expect(await isUnread(reader)).toBe(false);
    const { opened, not_opened, pending: waiting } = (await admin.get(`/ajax/announcements/${id}/readers`)).json.data;
    expect(opened).toMatchObject([{ name: 'Ben Moser', opened_at: openedAt }]);
    expect(not_opened.map((each: { name: string }) => each.name)).toEqual(['Dana Reed']);
    await admin.get(`/ajax/announcements/${id}`);
    expect((await admin.get(`/ajax/announcements/${id}`)).json.data.announcement.opened).toEqual({ count: 1, of: 2 });
    expect(waiting.map((each: { member_id: string }) => each.member_id)).toEqual([pending.id]);
  });
});

test('the audience of an announcement can answer its poll on the page and through personal links', async () => {
  const id = await draft({ audience: forFinance() });
  const rules = { choice: 'single', is_anonymous: false, results: 'after-answering', closes_at: null };
  const question = { question: 'Which tent?', options: ['Green', 'White'], ...rules };
  const made = await admin.post(`/ajax/announcements/${id}/polls`, question);
  const { poll } = made.json.data;
  const answer = { option_ids: [poll.options[0].id] };
  await publish(id);
  expect((await reader.get(`/ajax/announcements/${id}`)).json.data.announcement.polls).toMatchObject({
    polls: [{ question: 'Which tent?', invitee_count: 1, can: { answer: true, edit: false } }],
    can: { create: false },
  });
  expect((await (await server.signIn(dana)).post(`/ajax/polls/${poll.id}/response`, answer)).status).toBe(404);
  const visitor = server.stranger();
  const path = `/ajax/magic/announcements/${uidOf(ben, id)}`;
  expect((await visitor.get(path)).json.data.announcement.polls).toMatchObject([{ can: { answer: true } }]);
  const voted = await visitor.post(`${path}/polls/${poll.id}/response`, answer);
  expect(voted.json.data.poll).toMatchObject({ has_answered: true, response_count: 1 });
  const seen = (await admin.get(`/ajax/announcements/${id}`)).json.data.announcement.polls.polls[0];
  expect(seen).toMatchObject({ response_count: 1, can: { edit: false, close: true } });
  const log = await auditEntries(server, board.id, { action: 'poll.responded' });
  expect(log).toMatchObject([{ detail: { announcement_id: id, via: 'magic' } }]);
});

describe('deleting and restoring', () => {
  test('an announcement restored after its scheduled time becomes a draft and sends no mail', async () => {
    const id = await draft();
    await publish(id, '2026-11-18T12:00:00Z');
    await admin.delete(`/ajax/announcements/${id}`);
    await at('2026-11-18T12:01:00Z');
    const restored = await admin.post(`/ajax/announcements/${id}/undelete`);
    expect(restored.json.data.announcement).toMatchObject({ state: 'draft', publish_on: null });
    await look(1, 'publish-announcements');
    expect(mailTo(ben)).toEqual([]);
  });

  test('a deleted announcement can be restored for 30 days and is then purged with its files', async () => {
    const id = await draft();
    await publish(id);
    const paper = await server.make.document({ announcement: { id, boardId: board.id } });
    await admin.delete(`/ajax/announcements/${id}`);
    expect((await reader.get(`/ajax/announcements/${id}`)).status).toBe(404);
    expect((await admin.get('/ajax/announcements')).json.data.deleted).toMatchObject([{ id }]);
    expect((await reader.post(`/ajax/announcements/${id}/undelete`)).status).toBe(404);
    await admin.post(`/ajax/announcements/${id}/undelete`);
    expect((await reader.get(`/ajax/announcements/${id}`)).status).toBe(200);
    await admin.delete(`/ajax/announcements/${id}`);
    server.context.clock.set('2026-12-17T12:00:00Z');
    await look(1, 'purge-announcements');
    expect(await server.sql('select from announcements where board_id = $1', [board.id])).toEqual([]);
    const key = `boards/${board.id}/documents/${paper.versionId}`;
    expect(existsSync(join(server.context.config.dataDir, 'files', key))).toBe(false);
  });
});

test('on a board that hides its members from each other, only admins and the author see the author’s name', async () => {
  await setBoard({ people_hidden: true });
  const id = await draft();
  await publish(id);
  await server.context.runJobs();
  const answer = await server.stranger().get(`/ajax/magic/announcements/${uidOf(ben, id)}`);
  expect(answer.json.data.announcement).toMatchObject({ title: 'Site visit', author_name: null });
  expect(mailTo(ben)).toHaveLength(1);
  expect(JSON.stringify(mailTo(ben))).not.toContain('Adler');
  expect(mailTo(adminMember).at(-1)?.text).toContain('From Zoë Adler');
  await server.sql('update members set is_board_admin = false where id = $1', [adminMember.id]);
  const own = (await admin.get(`/ajax/announcements/${id}`)).json.data.announcement;
  expect(own.author).toMatchObject({ name: 'Zoë Adler', slug: null });
});

describe('magic links to announcements', () => {
  test('open their announcement for 30 days without recording who reads it', async () => {
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

  test('show no text if the board’s links are only for replies, and stop working if the board turns links off', async () => {
    const id = await draft();
    await setBoard({ magic_links: 'answer' });
    await publish(id);
    await server.context.runJobs();
    expect(mailTo(ben)[0]?.text).not.toContain('sturdy');
    const path = `/ajax/magic/announcements/${uidOf(ben, id)}`;
    expect((await server.stranger().get(path)).json.data.announcement).toMatchObject({ body: null, documents: [] });
    await setBoard({ magic_links: 'off' });
    expect((await server.stranger().get(path)).status).toBe(404);
  });
});

async function look(times: number, name = 'publish-announcements'): Promise<void> {
  const job = productJobs(server.context).find((each) => each.name === name);
  if (!job) throw new Error(`There is no job ${name}.`);
  await Promise.all(Array.from({ length: times }, () => job.handle({}, { attempt: 1, isLast: false })));
  await server.context.runJobs();
}
