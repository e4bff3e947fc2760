import { PDFDocument } from '@cantoo/pdf-lib';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestClient } from '#tests/support/client.ts';
import { inBoard, type MadeBoard, type MadeMember } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';
import { uploader } from '#tests/support/upload.ts';

/** Papers of meetings and announcements are replaced, renamed and given properties as documents of the library are. */

const server = testApp();
let pdf: Buffer;
let board: MadeBoard;
let chair: MadeMember;
let secretary: MadeMember;

beforeAll(async () => {
  const made = await PDFDocument.create();
  made.addPage().drawText('The corrected page');
  pdf = Buffer.from(await made.save());
});
beforeEach(async () => {
  server.context.clock.set('2026-11-16T12:00:00Z');
  board = await server.make.board();
  secretary = await server.make.member({ board, isBoardAdmin: true });
  chair = await server.make.member({ board });
});

/** A paper in each place of its own: the committee's, of which the chair is group admin, and two that are not only its. */
async function papers() {
  const finance = await server.make.group({ board, admins: [chair] });
  const audit = await server.make.group({ board });
  const meeting = await server.make.meeting({ board, groups: [finance] });
  const both = await server.make.meeting({ board, groups: [finance, audit] });
  const foreign = await server.make.meeting({ board: await server.make.board() });
  return {
    ofMeeting: await server.make.document({ meeting }),
    ofItem: await server.make.document({ item: await server.make.agendaItem({ meeting }) }),
    ofAnnouncement: await server.make.document({
      announcement: await server.make.announcement({ board, state: 'published', groups: [finance] }),
    }),
    shared: await server.make.document({ meeting: both }),
    ofBoard: await server.make.document({ meeting: await server.make.meeting({ board }) }),
    foreign: await server.make.document({ meeting: foreign }),
  };
}

const replace = async (who: MadeMember, as: TestClient, id: string) => {
  const upload = await uploader(server.app, server.context, who);
  return as.post(`/ajax/documents/${id}/versions`, { upload_id: await upload.send({ name: 'New.pdf', bytes: pdf }) });
};
const actionsOn = async (id: string) => {
  const rows = await server.inBoard(board.id, (tx) =>
    tx.selectFrom('audit_entries').select(['action', 'member_id']).where('subject_id', '=', id).orderBy('at').execute(),
  );
  return rows.map(({ action, member_id }) => [action, member_id]);
};

test('M10 a paper is replaced and renamed by who may edit all that it stands in, and by nobody else; each is in the log', async () => {
  const made = await papers();
  const { ofMeeting, ofItem, ofAnnouncement, shared, ofBoard, foreign } = made;
  const reader = await server.make.member({ board });
  const as = {
    chair: await server.signIn(chair),
    secretary: await server.signIn(secretary),
    reader: await server.signIn(reader),
  };
  for (const { id } of [ofMeeting, ofItem, ofAnnouncement]) {
    expect((await replace(chair, as.chair, id)).json.data.document).toMatchObject({ filename: 'New.pdf' });
    expect((await as.chair.patch(`/ajax/documents/${id}`, { title: 'Rent roll' })).json.status).toBe('success');
    expect(await actionsOn(id)).toEqual([
      ['document.replaced', chair.id],
      ['document.updated', chair.id],
    ]);
  }
  // The committee is only a part of this one's audience.
  expect((await replace(chair, as.chair, shared.id)).status).toBe(403);
  expect((await as.chair.patch(`/ajax/documents/${shared.id}`, { title: 'Mine' })).status).toBe(403);
  expect((await replace(secretary, as.secretary, shared.id)).status).toBe(200);
  // Whoever reads it does not change it; what is hidden is not there.
  expect((await as.reader.patch(`/ajax/documents/${ofBoard.id}`, { title: 'Mine' })).status).toBe(403);
  expect((await as.reader.post(`/ajax/documents/${ofBoard.id}/versions`, { upload_id: ofBoard.id })).status).toBe(403);
  for (const { id } of [ofMeeting, foreign]) {
    expect((await as.reader.patch(`/ajax/documents/${id}`, { title: 'Mine' })).status).toBe(404);
    expect((await as.reader.get(`/ajax/documents/${id}/versions`)).status).toBe(404);
  }
  expect((await replace(secretary, as.secretary, foreign.id)).status).toBe(404);
  for (const { id } of [ofBoard, foreign]) expect(await actionsOn(id)).toEqual([]);
});

test('M10 once a meeting has become read-only its papers can still be replaced and renamed; they are new to who saw them before', async () => {
  const meeting = await server.make.meeting({
    ...{ board, startsAt: '2026-10-01T12:00:00Z', endsAt: '2026-10-01T13:00:00Z' },
  });
  await server.make.invitee({ meeting, member: chair, lastVisitedAt: '2026-10-01T12:30:00Z' });
  const paper = await server.make.document({ meeting, createdAt: '2026-09-01T12:00:00Z' });
  const admin = await server.signIn(secretary);
  const director = await server.signIn(chair);
  const shown = async () => (await director.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting;
  expect(await shown()).toMatchObject({ documents: [{ is_new: false }] });
  server.context.clock.advance({ minutes: 60 });
  expect((await replace(secretary, admin, paper.id)).status).toBe(200);
  expect((await admin.patch(`/ajax/documents/${paper.id}`, { title: 'Signed' })).json.status).toBe('success');
  server.context.clock.advance({ minutes: 60 });
  expect(await shown()).toMatchObject({ documents: [{ id: paper.id, title: 'Signed', is_new: true }] });
});

test('M10 a paper replaced during a visit is new to who had opened it, until they open it again, and not to who had not', async () => {
  const meeting = await server.make.meeting({ board });
  await server.make.invitee({ meeting, member: chair });
  const [paper, other] = [
    await server.make.document({ meeting, createdAt: '2026-09-01T12:00:00Z' }),
    await server.make.document({ meeting, createdAt: '2026-09-01T12:00:00Z' }),
  ];
  const admin = await server.signIn(secretary);
  const director = await server.signIn(chair);
  const isNew = async () => {
    const { documents } = (await director.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting;
    return [paper, other].map(({ id }) => documents.find((each: { id: string }) => each.id === id).is_new);
  };
  expect(await isNew()).toEqual([false, false]);
  await director.get(`/ajax/documents/${paper.id}`);
  server.context.clock.advance({ minutes: 2 });
  for (const { id } of [paper, other]) expect((await replace(secretary, admin, id)).status).toBe(200);
  server.context.clock.advance({ minutes: 2 });
  expect(await isNew()).toEqual([true, false]);
  await director.get(`/ajax/documents/${paper.id}`);
  expect(await isNew()).toEqual([false, false]);
});

test('M10 a paper replaced on a published announcement is new to who opened it before, and to nobody else', async () => {
  const announcement = await server.make.announcement({ board, state: 'published' });
  const paper = await server.make.document({ announcement, createdAt: '2026-09-01T12:00:00Z' });
  const admin = await server.signIn(secretary);
  const [reader, newcomer] = [await server.signIn(chair), await server.signIn(await server.make.member({ board }))];
  const isNew = async (as: typeof reader) => {
    const { documents } = (await as.get(`/ajax/announcements/${announcement.id}`)).json.data.announcement;
    return documents.map(({ is_new }: { is_new: boolean }) => is_new);
  };
  expect(await isNew(reader)).toEqual([false]);
  server.context.clock.advance({ minutes: 60 });
  expect((await replace(secretary, admin, paper.id)).status).toBe(200);
  server.context.clock.advance({ minutes: 60 });
  expect([await isNew(reader), await isNew(newcomer)]).toEqual([[true], [false]]);
});

test('M10 a link gets another address, and its kind with it; the log holds both; a private address is refused, and so is one for a file', async () => {
  const announcement = await server.make.announcement({ board, state: 'published' });
  const admin = await server.signIn(secretary);
  const reader = await server.signIn(chair);
  const place = { kind: 'announcement', id: announcement.id };
  const added = await admin.post('/ajax/library/links', { home: place, title: 'Guide', url: 'https://example.org/' });
  const { id } = added.json.data;
  const change = (url: string, as = admin) => as.patch(`/ajax/documents/${id}`, { url });
  expect((await change('http://127.0.0.1/')).json.errors.url).toBe('This field must be in url format');
  expect((await change('https://example.com/', reader)).status).toBe(403);
  expect((await change('https://vimeo.com/76979871')).json.status).toBe('success');
  const { document } = (await reader.get(`/ajax/documents/${id}`)).json.data;
  expect(document).toMatchObject({ title: 'Guide', link_url: 'https://vimeo.com/76979871', mime_type: 'vimeo' });
  expect((await actionsOn(id)).at(-1)).toEqual(['document.updated', secretary.id]);
  const { detail } = await server.inBoard(board.id, (tx) =>
    tx
      .selectFrom('audit_entries')
      .select('detail')
      .where('subject_id', '=', id)
      .where('action', '=', 'document.updated')
      .executeTakeFirstOrThrow(),
  );
  expect(detail).toEqual({ fields: 'url', from: 'https://example.org/', to: 'https://vimeo.com/76979871' });
  const paper = await server.make.document({ announcement });
  const refused = await admin.patch(`/ajax/documents/${paper.id}`, { url: 'https://example.org/' });
  expect(refused.json).toEqual({ status: 'error', msg: 'Only a link has an address that could be changed.' });
});
