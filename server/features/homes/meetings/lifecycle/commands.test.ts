import ICAL from 'ical.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import type { TestClient } from '#tests/support/client.ts';
import {
  inBoard,
  type MadeBoard,
  type MadeMeeting,
  type MadeMember,
  makeAgendaItem,
  makeBoard,
  makeDocument,
  makeMeeting,
  makeMember,
} from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';
import { withFailing } from '#tests/support/with-failing.ts';
import { purgeMeetingJobs } from './jobs.ts';

const server = testApp();

let board: MadeBoard;
let adminMember: MadeMember;
let member: MadeMember;
let admin: TestClient;
let reader: TestClient;
let meeting: MadeMeeting;
beforeEach(async () => {
  const { context } = server;
  context.clock.set('2026-11-16T12:00:00Z');
  board = await makeBoard(context, { timeZone: 'America/Halifax' });
  adminMember = await makeMember(context, { board, isBoardAdmin: true });
  admin = await server.signIn(adminMember);
  member = await makeMember(context, { board, firstName: 'Ben', lastName: 'Moser' });
  reader = await server.signIn(member);
  meeting = await makeMeeting(context, { board, state: 'draft', startsAt: '2026-11-30T13:30:00Z' });
  await admin.post(`/ajax/meetings/${meeting.id}/publish`);
  await reader.post(`/attendance/${meeting.id}/p`);
  await context.runJobs();
});

/** Sessions do not last that long. */
const at = async (instant: string) => {
  server.context.clock.set(instant);
  admin = await server.signIn(adminMember);
  reader = await server.signIn(member);
};
const purgeDue = async () => {
  await purgeMeetingJobs(server.context)[0].handle({}, { attempt: 1, isLast: true });
  await server.context.runJobs();
};
const act = (what: string, client = admin, id = meeting.id) => client.post(`/ajax/meetings/${id}/${what}`);
const remove = (client = admin, id = meeting.id) => client.delete(`/ajax/meetings/${id}`);
const seen = async (client = reader) => (await client.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting;
const mailed = (what: string) =>
  server.context.sent.filter((mail) => mail.to.address === member.email && mail.subject.startsWith(what));
const eventOf = (mail: { readonly attachments?: readonly { readonly content: unknown }[] } | undefined) =>
  new ICAL.Component(ICAL.parse(String(mail?.attachments?.[0]?.content))).getFirstSubcomponent('vevent');

describe('cancelling', () => {
  test('the page stays, marked; answers stay; no more are taken; everybody gets the cancelled calendar entry', async () => {
    const { data } = (await act('cancel')).json;
    expect(data.meeting.can).toMatchObject({
      restore: true,
      reschedule: false,
      cancel: false,
      respond: false,
      delete: true,
    });
    expect(await seen()).toMatchObject({ state: 'cancelled', meeting_status: { acceptance: 'accepted-in-person' } });
    expect((await reader.post(`/attendance/${meeting.id}/n`)).json.msg).toBe('This meeting is cancelled.');
    await server.context.runJobs();
    const [mail] = mailed('Cancelled');
    expect(mail?.text).toContain('This meeting is cancelled and does not take place.');
    expect(mail?.text).not.toContain('Going in-person');
    expect(eventOf(mail)?.getFirstPropertyValue('status')).toBe('CANCELLED');
    expect(eventOf(mail)?.getFirstPropertyValue('sequence')).toBe(1);
  });

  test('it can be taken back: it takes place as planned, and the answers count', async () => {
    await act('cancel');
    expect((await act('restore')).json.data.meeting.state).toBe('published');
    expect(await seen()).toMatchObject({
      meeting_status: { acceptance: 'accepted-in-person' },
      can: { respond: true },
    });
    await server.context.runJobs();
    // The cancelling was taken back before its mail went out: it has lost its reason.
    expect(mailed('Cancelled')).toEqual([]);
    const [mail] = mailed('Takes place after all');
    expect(eventOf(mail)?.getFirstPropertyValue('status')).toBe('CONFIRMED');
    expect(eventOf(mail)?.getFirstPropertyValue('sequence')).toBe(2);
  });

  test('called off and deleted at once, everybody is told still, without the way to a page that is gone', async () => {
    const search = await server.make.dateSearch({ board, title: 'Strategy day' });
    await server.make.invitee({ meeting: search, member });
    for (const id of [meeting.id, search.id]) {
      await act('cancel', admin, id);
      expect((await remove(admin, id)).json.status).toBe('success');
    }
    await server.context.runJobs();
    expect(
      mailed('Cancelled')
        .map((mail) => mail.subject)
        .toSorted(),
    ).toEqual(['Cancelled: Autumn meeting, Monday, November 30, 2026', 'Cancelled: Strategy day']);
    for (const mail of mailed('Cancelled')) {
      expect(mail.text).not.toContain('View Meeting');
      expect(mail.html).not.toMatch(/\/meetings?\/(m-b|[0-9a-f]{8}-)/);
    }
    const [dated] = mailed('Cancelled: Autumn');
    expect(eventOf(dated)?.getFirstPropertyValue('status')).toBe('CANCELLED');
  });

  test('a message that a later one has overtaken is not sent: restored, then called off, moved, or both again', async () => {
    await act('cancel');
    await server.context.runJobs();
    for (const what of ['restore', 'cancel', 'restore']) await act(what);
    await server.context.runJobs();
    expect(mailed('Cancelled')).toHaveLength(1);
    expect(mailed('Takes place after all')).toHaveLength(1);
    for (const what of ['cancel', 'restore']) await act(what);
    const times = { start: '2026-12-02T13:30:00Z', end: '2026-12-02T16:00:00Z' };
    await admin.post(`/ajax/meetings/${meeting.id}/reschedule`, { type: 'hybrid', ...times });
    await server.context.runJobs();
    expect(mailed('Takes place after all')).toHaveLength(1);
    expect(mailed('Rescheduled')).toHaveLength(1);
    for (const what of ['cancel', 'restore', 'cancel']) await act(what);
    await server.context.runJobs();
    expect(mailed('Cancelled')).toHaveLength(2);
  });

  test('ten at once: one is made, everybody is told once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => act('cancel')));
    expect(answers.map(({ json }) => json.status).toSorted()).toEqual([...Array(9).fill('error'), 'success']);
    await server.context.runJobs();
    expect(mailed('Cancelled')).toHaveLength(1);
  });

  test('only an editor cancels and restores, and only what is published or cancelled', async () => {
    expect((await act('cancel', reader)).status).toBe(403);
    expect((await act('restore')).json.msg).toBe('This meeting is not cancelled.');
    const draft = await server.make.meeting({ board, state: 'draft' });
    expect((await act('cancel', admin, draft.id)).json.msg).toBe('Only a published meeting can be cancelled.');
  });
});

describe('deleting', () => {
  test('a meeting to come is cancelled first, so that everybody hears of it; one that is over can go', async () => {
    expect((await remove()).json.msg).toBe('Cancel this meeting before you delete it, so that everybody hears of it.');
    await at('2026-12-01T12:00:00Z');
    expect((await remove()).json.status).toBe('success');
    expect((await reader.get(`/ajax/meetings/${meeting.id}`)).status).toBe(404);
  });

  test('what was deleted is listed for its editors, and comes back whole', async () => {
    const item = await server.make.agendaItem({ meeting });
    const paper = await server.make.document({ item });
    await act('cancel');
    await remove();
    const [deleted] = (await admin.get('/ajax/meetings')).json.data.deleted;
    expect(deleted).toEqual({
      ...{ id: meeting.id, title: 'Autumn meeting', state: 'cancelled', start: '2026-11-30T13:30:00.000Z' },
      ...{ finds_date: false, deleted_at: '2026-11-16T12:00:00.000Z', purged_at: '2026-12-16T12:00:00.000Z' },
    });
    expect((await reader.get('/ajax/meetings')).json.data.deleted).toEqual([]);
    expect((await act('undelete', reader)).status).toBe(404);
    await at('2026-12-16T11:59:00Z');
    const { data } = (await act('undelete')).json;
    expect(data.meeting.state).toBe('cancelled');
    expect(data.meeting.agenda_items[0].documents[0].id).toBe(paper.id);
    expect((await admin.get('/ajax/meetings')).json.data.deleted).toEqual([]);
  });

  test('ten restorers at once: one success, and the others find nothing deleted', async () => {
    await act('cancel');
    await remove();
    const answers = await Promise.all(Array.from({ length: 10 }, () => act('undelete')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(404)]);
  });

  test('after 30 days it is gone with its bytes, versions and marks; nothing younger is', async () => {
    const { context } = server;
    const item = await makeAgendaItem(context, { meeting });
    const paper = await makeDocument(context, { item });
    await reader.post(`/ajax/documents/${paper.id}/annotations`, {
      ...{ version_id: paper.versionId, base_revision: 0 },
      annotations: '<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve"><annots/></xfdf>',
    });
    const kept = await makeMeeting(context, { board, state: 'draft' });
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
      const { rows } = await asSuperuser(context, (client) =>
        client.query(`select * from ${table} where board_id = $1`, [board.id]),
      );
      expect([table, rows.filter((row) => row.id !== kept.id)]).toEqual([table, []]);
    }
    const stored = (await context.storage.list('boards')).map(({ key }) => key);
    expect(stored.filter((key) => key.includes(paper.versionId))).toEqual([]);
    const log = await inBoard(context, board.id, (tx) =>
      tx.selectFrom('audit_entries').select(['action', 'member_id']).where('action', '=', 'meeting.purged').execute(),
    );
    expect(log).toEqual([{ action: 'meeting.purged', member_id: null }]);
  });
});

describe('duplicating', () => {
  test('a new draft with the agenda, place, type and audience; without date, papers, answers and guests', async () => {
    const { context } = server;
    const item = await makeAgendaItem(context, { meeting, title: 'Budget', minutes: 30 });
    await makeDocument(context, { item });
    const { data } = (await act('duplicate')).json;
    expect(data.meeting).toMatchObject({
      ...{ state: 'draft', title: 'Autumn meeting', type: 'hybrid', document_count: 0, invitees: [] },
      ...{ start: null, end: null, attendance_opens_at: null, closes_at: null },
      agenda_items: [{ title: 'Budget', minutes: 30, documents: [] }],
    });
    expect(data.meeting.id).not.toBe(meeting.id);
    expect((await reader.get(`/ajax/meetings/${data.meeting.id}`)).status).toBe(404);
    expect((await act('duplicate', reader)).status).toBe(403);
  });
});

describe('reopening', () => {
  test('a board admin makes a meeting editable again that has become read-only, and closes it again; both are logged', async () => {
    expect((await act('reopen')).json.msg).toBe('This meeting is not read-only.');
    await at('2026-12-20T12:00:00Z');
    expect(await seen()).toMatchObject({ is_closed: true, can: { respond: false, reopen: false } });
    expect((await act('reopen', reader)).status).toBe(403);
    const { meeting: open } = (await act('reopen')).json.data;
    expect(open).toMatchObject({ is_closed: false, is_reopened: true, can: { close: true, take_attendance: true } });
    expect((await reader.post(`/attendance/${meeting.id}/n`)).json.data).toBe('declined');
    expect((await act('close')).json.data.meeting.is_closed).toBe(true);
    expect((await reader.post(`/attendance/${meeting.id}/p`)).json.status).toBe('error');
    const log = await server.inBoard(board.id, (tx) =>
      tx
        .selectFrom('audit_entries')
        .select('action')
        .where('action', 'in', ['meeting.reopened', 'meeting.closed'])
        .orderBy('id')
        .execute(),
    );
    expect(log.map((each) => each.action)).toEqual(['meeting.reopened', 'meeting.closed']);
  });
});

test('a meeting that cannot be purged holds up no other', async () => {
  const { context } = server;
  const stuck = await makeMeeting(context, { board, state: 'draft' });
  const other = await makeMeeting(context, { board, state: 'draft' });
  for (const { id } of [stuck, other]) await remove(admin, id);
  await at('2026-12-17T12:00:00Z');
  await withFailing(context, { table: 'meetings', on: 'delete', when: `old.id = '${stuck.id}'` }, async () => {
    await expect(purgeDue()).rejects.toThrow('This fails.');
  });
  const { rows } = await asSuperuser(context, (client) =>
    client.query<{ id: string }>('select id from meetings where id = any($1)', [[stuck.id, other.id]]),
  );
  expect(rows).toEqual([{ id: stuck.id }]);
});
