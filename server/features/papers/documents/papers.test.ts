import { expect, test } from 'vitest';
import { auditEntries } from '#tests/support/audit-entries.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { MadeMember } from '#tests/support/factories.ts';
import { untilLockWaiter } from '#tests/support/lock-waiters.ts';
import { eachPaperStage, linesPaper } from '#tests/support/paper-stage.ts';
import { testApp } from '#tests/support/test-app.ts';
import { uploader } from '#tests/support/upload.ts';

const server = testApp();
const pdf = await linesPaper('The corrected page');
const { board, secretary, admin, reader: chair, member: director } = eachPaperStage(server);

async function papers() {
  const finance = await server.make.group({ board, admins: [chair] });
  const audit = await server.make.group({ board });
  const meeting = await server.make.meeting({ board, groups: [finance] });
  const both = await server.make.meeting({ board, groups: [finance, audit] });
  return {
    ofMeeting: await server.make.document({ meeting }),
    ofItem: await server.make.document({ item: await server.make.agendaItem({ meeting }) }),
    ofAnnouncement: await server.make.document({
      announcement: await server.make.announcement({ board, state: 'published', groups: [finance] }),
    }),
    shared: await server.make.document({ meeting: both }),
    ofBoard: await server.make.document({ meeting: await server.make.meeting({ board }) }),
  };
}

const replace = async (who: MadeMember, as: TestClient, id: string) => {
  const upload = await uploader(server.app, server.context, who);
  return as.post(`/ajax/documents/${id}/versions`, { upload_id: await upload.send({ name: 'New.pdf', bytes: pdf }) });
};

test('only editors of a document’s place can replace or rename the document, and both actions are logged', async () => {
  const { ofMeeting, ofItem, ofAnnouncement, shared, ofBoard } = await papers();
  for (const { id } of [ofMeeting, ofItem, ofAnnouncement]) {
    expect((await replace(chair, director, id)).json.data.document).toMatchObject({ filename: 'New.pdf' });
    expect((await director.patch(`/ajax/documents/${id}`, { title: 'Rent roll' })).json.status).toBe('success');
    expect(await auditEntries(server, board.id, { subject: id })).toMatchObject([
      { action: 'document.replaced', member_id: chair.id },
      { action: 'document.updated', member_id: chair.id },
    ]);
  }
  for (const { id } of [shared, ofBoard]) {
    expect((await replace(chair, director, id)).status).toBe(403);
    expect((await director.patch(`/ajax/documents/${id}`, { title: 'Mine' })).status).toBe(403);
    expect(await auditEntries(server, board.id, { subject: id })).toEqual([]);
  }
  expect((await replace(secretary, admin, shared.id)).status).toBe(200);
});

test('a document of a read-only meeting can be replaced and renamed, and is then marked as new for earlier visitors', async () => {
  const times = { startsAt: '2026-10-01T12:00:00Z', endsAt: '2026-10-01T13:00:00Z' };
  const meeting = await server.make.meeting({ board, ...times });
  await server.make.invitee({ meeting, member: chair, lastVisitedAt: '2026-10-01T12:30:00Z' });
  const paper = await server.make.document({ meeting, createdAt: '2026-09-01T12:00:00Z' });
  const shown = async () => (await director.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting;
  expect(await shown()).toMatchObject({ documents: [{ is_new: false }] });
  server.context.clock.advance({ minutes: 60 });
  expect((await replace(secretary, admin, paper.id)).status).toBe(200);
  expect((await admin.patch(`/ajax/documents/${paper.id}`, { title: 'Signed' })).json.status).toBe('success');
  server.context.clock.advance({ minutes: 60 });
  expect(await shown()).toMatchObject({ documents: [{ id: paper.id, title: 'Signed', is_new: true }] });
});

test('a document replaced during a visit is marked as a new version only for members who had opened it', async () => {
  const meeting = await server.make.meeting({ board });
  await server.make.invitee({ meeting, member: chair });
  const [paper, other] = [
    await server.make.document({ meeting, createdAt: '2026-09-01T12:00:00Z' }),
    await server.make.document({ meeting, createdAt: '2026-09-01T12:00:00Z' }),
  ];
  const isNew = async () => {
    const { documents } = (await director.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting;
    return [paper, other].map(({ id }) => {
      const { is_new, is_new_version } = documents.find((each: { id: string }) => each.id === id);
      return is_new_version ? 'new version' : is_new;
    });
  };
  expect(await isNew()).toEqual([false, false]);
  await director.get(`/ajax/documents/${paper.id}`);
  server.context.clock.advance({ minutes: 2 });
  for (const { id } of [paper, other]) expect((await replace(secretary, admin, id)).status).toBe(200);
  server.context.clock.advance({ minutes: 2 });
  expect(await isNew()).toEqual(['new version', false]);
  await director.get(`/ajax/documents/${paper.id}`);
  expect(await isNew()).toEqual([false, false]);
});

test('a replaced document is marked as new only for members who had already opened its announcement', async () => {
  const announcement = await server.make.announcement({ board, state: 'published' });
  const paper = await server.make.document({ announcement, createdAt: '2026-09-01T12:00:00Z' });
  const newcomer = await server.signIn(await server.make.member({ board }));
  const isNew = async (as: TestClient) => {
    const { documents } = (await as.get(`/ajax/announcements/${announcement.id}`)).json.data.announcement;
    return documents.map(({ is_new }: { is_new: boolean }) => is_new);
  };
  expect(await isNew(director)).toEqual([false]);
  server.context.clock.advance({ minutes: 60 });
  expect((await replace(secretary, admin, paper.id)).status).toBe(200);
  server.context.clock.advance({ minutes: 60 });
  expect([await isNew(director), await isNew(newcomer)]).toEqual([[true], [false]]);
});

test('changing a link’s address updates the link’s kind and logs both addresses', async () => {
  const announcement = await server.make.announcement({ board, state: 'published' });
  const place = { kind: 'announcement', id: announcement.id };
  const added = await admin.post('/ajax/library/links', { home: place, title: 'Guide', url: 'https://example.org/' });
  const { id } = added.json.data;
  const change = (url: string) => admin.patch(`/ajax/documents/${id}`, { url });
  expect((await change('http://127.0.0.1/')).json.errors.url).toBe('This field must be in url format');
  expect((await change('https://vimeo.com/76979871')).json.status).toBe('success');
  const { document } = (await director.get(`/ajax/documents/${id}`)).json.data;
  expect(document).toMatchObject({ title: 'Guide', link_url: 'https://vimeo.com/76979871', mime_type: 'vimeo' });
  const detail = { fields: 'url', from: 'https://example.org/', to: 'https://vimeo.com/76979871' };
  const log = await auditEntries(server, board.id, { subject: id, action: 'document.updated' });
  expect(log).toEqual([{ action: 'document.updated', member_id: secretary.id, detail }]);
  const paper = await server.make.document({ announcement });
  const refused = await admin.patch(`/ajax/documents/${paper.id}`, { url: 'https://example.org/' });
  expect(refused.json).toEqual({ status: 'error', msg: 'Only links have an address that can be changed.' });
});

test('an editor cannot rename a document that is moved out of their group while the request waits', async () => {
  const group = await server.make.group({ board, admins: [chair] });
  const meeting = await server.make.meeting({ board, groups: [group] });
  const common = await server.make.meeting({ board });
  const paper = await server.make.document({ meeting, title: 'Roof.pdf' });
  await server.asSuperuser(async (db) => {
    await db.query('begin');
    await db.query('select from meetings where id = $1 for update', [meeting.id]);
    const renaming = director.patch(`/ajax/documents/${paper.id}`, { title: 'Mine.pdf' });
    await untilLockWaiter(server.context);
    await db.query('update documents set meeting_id = $1 where id = $2', [common.id, paper.id]);
    await db.query('commit');
    expect((await renaming).status).toBe(403);
  });
  const read = await director.get(`/ajax/documents/${paper.id}`);
  expect(read.json.data.document.title).toBe('Roof.pdf');
});
