import { beforeEach, describe, expect, test } from 'vitest';
import { purgeMeetingJobs } from '#server/features/homes/meetings/jobs.ts';
import { auditEntries } from '#tests/support/audit-entries.ts';
import { boardStage } from '#tests/support/board-stage.ts';
import type { MadeMeeting } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { board, member, admin, reader, at, mailTo } = boardStage(server);
let meeting: MadeMeeting;
beforeEach(async () => {
  meeting = await server.make.meeting({ board, state: 'draft', startsAt: '2026-11-30T13:30:00Z' });
  await admin.post(`/ajax/meetings/${meeting.id}/publish`);
  await reader.post(`/attendance/${meeting.id}/p`);
  await server.context.runJobs();
});

const purgeDue = async () => {
  await purgeMeetingJobs(server.context)[0].handle({}, { attempt: 1, isLast: true });
  await server.context.runJobs();
};
const act = (what: string, client = admin, id = meeting.id) => client.post(`/ajax/meetings/${id}/${what}`);
const remove = (client = admin, id = meeting.id) => client.delete(`/ajax/meetings/${id}`);
const seen = async (client = reader) => (await client.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting;
const mailed = (what: string) => mailTo(member, what);
const calendarOf = (mail: ReturnType<typeof mailed>[number] | undefined) =>
  String(mail?.attachments?.[0]?.content).replaceAll('\r\n ', '').split('\r\n');

describe('cancelling a meeting', () => {
  test('sends one cancellation for ten simultaneous requests and keeps the replies', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => act('cancel')));
    expect(answers.map(({ json }) => json.status).toSorted()).toEqual([...Array(9).fill('error'), 'success']);
    const can = { restore: true, reschedule: false, cancel: false, respond: false, delete: true };
    expect((await seen(admin)).can).toMatchObject(can);
    expect(await seen()).toMatchObject({ state: 'cancelled', meeting_status: { acceptance: 'accepted-in-person' } });
    expect((await reader.post(`/attendance/${meeting.id}/n`)).json.msg).toBe('This meeting is cancelled.');
    await server.context.runJobs();
    const [mail, ...more] = mailed('Cancelled');
    expect(more).toEqual([]);
    expect(mail?.text).toContain('This meeting is cancelled and will not take place.');
    expect(mail?.text).not.toContain('Going in-person');
    expect(mail?.attachments?.[0]).toMatchObject({
      contentType: 'text/calendar; charset=utf-8; method=CANCEL',
      cancelsEvent: true,
    });
    const lines = ['METHOD:CANCEL', 'STATUS:CANCELLED', 'SEQUENCE:1'];
    expect(calendarOf(mail)).toEqual(expect.arrayContaining(lines));
    expect(calendarOf(mail).find((line) => line.startsWith('ORGANIZER'))).toContain(`mailto:${mail?.from.address}`);
  });

  test('can be undone without losing the replies, and a queued cancellation is then not sent', async () => {
    await act('cancel');
    expect((await act('restore')).json.data.meeting.state).toBe('published');
    expect(await seen()).toMatchObject({
      meeting_status: { acceptance: 'accepted-in-person' },
      can: { respond: true },
    });
    await server.context.runJobs();
    expect(mailed('Cancelled')).toEqual([]);
    const lines = ['METHOD:PUBLISH', 'STATUS:CONFIRMED', 'SEQUENCE:2'];
    expect(calendarOf(mailed('No longer cancelled')[0])).toEqual(expect.arrayContaining(lines));
  });

  test('sends the cancellation without a link to the meeting if the meeting is deleted immediately afterwards', async () => {
    const search = await server.make.dateSearch({ board, title: 'Strategy day' });
    await server.make.invitee({ meeting: search, member });
    for (const id of [meeting.id, search.id]) {
      await act('cancel', admin, id);
      expect((await remove(admin, id)).json.status).toBe('success');
    }
    await server.context.runJobs();
    const subjects = mailed('Cancelled').map((mail) => mail.subject);
    expect(subjects.toSorted()).toEqual([
      'Cancelled: Autumn meeting, Monday, November 30, 2026',
      'Cancelled: Strategy day',
    ]);
    for (const mail of mailed('Cancelled')) {
      expect(mail.text).not.toContain('View Meeting');
      expect(mail.html).not.toMatch(/\/meetings?\/(m-b|[0-9a-f]{8}-)/);
    }
    expect(calendarOf(mailed('Cancelled: Autumn')[0])).toContain('STATUS:CANCELLED');
  });

  test('sends no message that a later change has made obsolete', async () => {
    await act('cancel');
    await server.context.runJobs();
    for (const what of ['restore', 'cancel', 'restore']) await act(what);
    await server.context.runJobs();
    expect(mailed('Cancelled')).toHaveLength(1);
    expect(mailed('No longer cancelled')).toHaveLength(1);
    for (const what of ['cancel', 'restore']) await act(what);
    const times = { start: '2026-12-02T13:30:00Z', end: '2026-12-02T16:00:00Z' };
    await admin.post(`/ajax/meetings/${meeting.id}/reschedule`, { type: 'hybrid', ...times });
    await server.context.runJobs();
    expect(mailed('No longer cancelled')).toHaveLength(1);
    expect(mailed('Rescheduled')).toHaveLength(1);
    for (const what of ['cancel', 'restore', 'cancel']) await act(what);
    await server.context.runJobs();
    expect(mailed('Cancelled')).toHaveLength(2);
  });
});

describe('deleting a meeting', () => {
  test('requires cancelling an upcoming meeting first, but not a past one', async () => {
    expect((await remove()).json.msg).toBe('Cancel this meeting before you delete it, so that everybody is notified.');
    await at('2026-12-01T12:00:00Z');
    expect((await remove()).json.status).toBe('success');
    expect((await reader.get(`/ajax/meetings/${meeting.id}`)).status).toBe(404);
  });

  test('can be undone by an editor for 30 days, and only one of ten simultaneous restorations succeeds', async () => {
    const item = await server.make.agendaItem({ meeting });
    const paper = await server.make.document({ item });
    await act('cancel');
    await remove();
    const [deleted] = (await admin.get('/ajax/meetings')).json.data.deleted;
    expect(deleted).toMatchObject({ id: meeting.id, title: 'Autumn meeting', purged_at: '2026-12-16T12:00:00.000Z' });
    expect((await reader.get('/ajax/meetings')).json.data.deleted).toEqual([]);
    expect((await act('undelete', reader)).status).toBe(404);
    await at('2026-12-16T11:59:00Z');
    const answers = await Promise.all(Array.from({ length: 10 }, () => act('undelete')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(404)]);
    expect(await seen()).toMatchObject({ state: 'cancelled', agenda_items: [{ documents: [{ id: paper.id }] }] });
    expect((await admin.get('/ajax/meetings')).json.data.deleted).toEqual([]);
  });

  test('purges the meeting with its content after 30 days, not earlier', async () => {
    const item = await server.make.agendaItem({ meeting });
    const paper = await server.make.document({ item });
    await reader.post(`/ajax/documents/${paper.id}/annotations`, {
      version_id: paper.versionId,
      base_revision: 0,
      annotations: '<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve"><annots/></xfdf>',
    });
    const kept = await server.make.meeting({ board, state: 'draft' });
    await act('cancel');
    await remove();
    await at('2026-12-16T11:00:00Z');
    await remove(admin, kept.id);
    await purgeDue();
    expect((await act('undelete')).status).toBe(200);
    await remove();
    await at('2027-01-15T10:59:00Z');
    await purgeDue();
    expect((await act('undelete', admin, kept.id)).status).toBe(200);
    await at('2027-01-15T11:01:00Z');
    expect((await act('undelete')).status).toBe(404);
    await purgeDue();
    for (const table of ['meetings', 'agenda_items', 'invitees', 'magic_links', 'documents', 'document_versions']) {
      const rows = await server.sql(`select * from ${table} where board_id = $1`, [board.id]);
      expect([table, rows.filter((row) => row.id !== kept.id)]).toEqual([table, []]);
    }
    const stored = (await server.context.storage.list('boards')).map(({ key }) => key);
    expect(stored.filter((key) => key.includes(paper.versionId))).toEqual([]);
    const log = await auditEntries(server, board.id, { action: 'meeting.purged' });
    expect(log).toMatchObject([{ member_id: null }]);
  });
});

test('a copy of a meeting is a draft with the same agenda and type, but no date, documents or invitees', async () => {
  const item = await server.make.agendaItem({ meeting, title: 'Budget', minutes: 30 });
  await server.make.document({ item });
  const { data } = (await act('duplicate')).json;
  expect(data.meeting).toMatchObject({
    state: 'draft',
    title: 'Autumn meeting',
    type: 'hybrid',
    document_count: 0,
    invitees: [],
    start: null,
    end: null,
    attendance_opens_at: null,
    closes_at: null,
    agenda_items: [{ title: 'Budget', minutes: 30, documents: [] }],
  });
  expect(data.meeting.id).not.toBe(meeting.id);
});

test('a board admin can reopen a read-only meeting and close it again, and both actions are logged', async () => {
  expect((await act('reopen')).json.msg).toBe('This meeting is not read-only.');
  await at('2026-12-20T12:00:00Z');
  expect(await seen()).toMatchObject({ is_closed: true, can: { respond: false, reopen: false } });
  const { meeting: open } = (await act('reopen')).json.data;
  expect(open).toMatchObject({ is_closed: false, is_reopened: true, can: { close: true, take_attendance: true } });
  expect((await reader.post(`/attendance/${meeting.id}/n`)).json.data).toBe('declined');
  expect((await act('close')).json.data.meeting.is_closed).toBe(true);
  expect((await reader.post(`/attendance/${meeting.id}/p`)).json.status).toBe('error');
  for (const action of ['meeting.reopened', 'meeting.closed'])
    expect(await auditEntries(server, board.id, { action })).toHaveLength(1);
});
