import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { minutesMessages } from '#domain/messages/meeting-minutes.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { MadeDocument } from '#tests/support/factories.ts';
import { minutesStage } from '#tests/support/minutes-stage.ts';
import { mark, marks, note } from '#tests/support/paper-stage.ts';
import { testApp } from '#tests/support/test-app.ts';
import { destroyNotesJobs } from '../jobs.ts';

const server = testApp();
const { stage, minutes } = minutesStage(server);
const { ada, cleo, dora, query } = stage;
let paper: MadeDocument;
let later: MadeDocument;

beforeEach(async () => {
  paper = await server.make.document({ item: stage.itemAt(1), title: 'Budget.pdf' });
  await mark(cleo, paper, marks(note('a'), note('b', 1)));
  later = { ...paper, versionId: randomUUID() };
  await query(
    `insert into document_versions (id, board_id, document_id, number, filename, storage_key, byte_size, sha256)
     select $2::uuid, board_id, document_id, 2, filename, $2::text, byte_size, sha256 from document_versions where document_id = $1`,
    [paper.id, later.versionId],
  );
  await mark(dora, later, marks(note('c')));
  await minutes.holdAndCirculate();
  await minutes.comment('Was it Thursday?', cleo);
  await minutes.save(1, 'A word more.', 0);
  await minutes.close(await minutes.vote());
  await query('update boards set destroy_notes_days = 30 where id = $1', [stage.board.id]);
});

/** Runs the jobs twice at the same time, as two servers would. */
async function tick(instant: string): Promise<void> {
  server.context.clock.set(instant);
  const [finder] = destroyNotesJobs(server.context);
  await Promise.all([1, 2].map(() => finder.handle({}, { attempt: 1, isLast: false })));
  const [, runner] = destroyNotesJobs(server.context);
  const { rows } = await query('select board_id, meeting_id as id from gate.notes_to_destroy($1, 9)', [instant]);
  await Promise.all([...rows, ...rows].map((row) => runner.handle(row, { attempt: 1, isLast: false })));
  await server.context.runJobs();
  await stage.signInAgain();
}
const annotationsOf = async (as: TestClient, version = later) =>
  (await as.get(`/ajax/documents/${paper.id}/versions/${version.versionId}/annotations`)).json.data;
const notices = () => minutes.mailed('notes-notice');
const waiting = async (as: TestClient) =>
  (await as.get('/ajax/waiting')).json.data.items.filter(({ kind }: { kind: string }) => kind === 'notes');
const logged = async () =>
  (await query(`select action, detail from audit_entries where action like 'meeting.notes%' order by id`)).rows;

const holdPath = () => stage.path('notes-hold');

test('members who have marked papers are notified 14 days before marks, comments and drafts are destroyed', async () => {
  await tick('2027-03-01T09:20:00Z');
  expect(await notices()).toEqual([cleo.id, dora.id].toSorted());
  const [mail] = server.context.sent.filter(({ to }) => to.address === cleo.email).slice(-1);
  expect(mail?.text).toContain('Your marks on the papers for November Board Meeting will be destroyed on');
  expect(mail?.text).not.toContain('Budget');
  expect(await waiting(cleo)).toMatchObject([{ title: 'November Board Meeting', due_on: '2027-03-15' }]);
  expect(await waiting(ada)).toEqual([]);
  await tick('2027-03-15T09:00:00Z');
  expect((await annotationsOf(dora)).xfdf).toContain('name="c"');
  await query(
    `insert into board_books (board_id, document_id, member_id, is_marked, fingerprint, state, requested_at)
     values ($1, $2, $3, true, '', 'waiting', now())`,
    [stage.board.id, paper.id, cleo.id],
  );
  await tick('2027-03-15T09:20:00Z');
  expect((await query('select from board_books')).rowCount).toBe(0);
  for (const [as, version] of [
    [cleo, paper],
    [dora, later],
  ] as const)
    expect(await annotationsOf(as, version)).toEqual({ xfdf: null, revision: 2, base: 2 });
  expect(await logged()).toEqual([
    { action: 'meeting.notes-announced', detail: { mails: 2 } },
    { action: 'meeting.notes-destroyed', detail: { counts: '3 marks, 1 comment and 1 draft destroyed' } },
  ]);
  const { lines } = (await ada.get('/ajax/audit?kind=meetings')).json.data;
  expect(lines[0]).toMatchObject({ action: 'meeting.notes-destroyed', by: null });
  expect(lines[0].fields).toEqual(['3 marks, 1 comment and 1 draft destroyed']);
  const minutesText = JSON.stringify(await minutes.shown());
  expect(minutesText).toMatch(/A word more\.[\s\S]*"approved"|"approved"[\s\S]*A word more\./);
  expect(minutesText).not.toContain('Was it Thursday?');
  expect((await query('select from minutes_wordings')).rowCount).toBe(0);
  expect(await waiting(cleo)).toEqual([]);
  await expect(query('delete from minutes_sections')).rejects.toThrow('approved');
});

test('saving marks fails if they are based on destroyed marks, and succeeds if they are based on the current revision', async () => {
  await tick('2027-03-01T09:20:00Z');
  await tick('2027-03-15T09:20:00Z');
  for (const base of [0, 1]) {
    const { json } = await mark(dora, later, marks(note('c'), note('unsent')), base);
    expect(json.data).toEqual({ result: 'stale', xfdf: marks(), revision: 2, base: 2 });
  }
  expect((await mark(dora, later, marks(note('new')), 2)).json.data).toMatchObject({ result: 'saved', revision: 3 });
  expect(await annotationsOf(dora)).toMatchObject({ revision: 3, base: 2 });
  expect((await mark(dora, later, marks(note('c')), 1)).json.data.result).toBe('stale');
});

test('a legal hold stops the destruction of marks, and members are notified again when the hold ends', async () => {
  await tick('2027-03-01T09:20:00Z');
  expect((await cleo.post(holdPath(), { reason: 'A dispute' })).status).toBe(403);
  expect((await ada.post(holdPath(), { reason: 'A dispute' })).json.status).toBe('success');
  const held = { hold: { reason: 'A dispute', by: 'Ada Byron' } };
  expect((await ada.get(holdPath())).json.data).toMatchObject(held);
  expect(await waiting(cleo)).toEqual([]);
  await tick('2027-03-15T09:20:00Z');
  expect((await annotationsOf(dora)).xfdf).toContain('name="c"');
  await ada.post(holdPath(), { reason: null });
  await tick('2027-03-15T10:20:00Z');
  expect((await annotationsOf(dora)).xfdf).toContain('name="c"');
  expect(await notices()).toHaveLength(4);
  expect((await ada.get(holdPath())).json.data).toEqual({ hold: null });
  expect(await waiting(cleo)).toMatchObject([{ due_on: '2027-03-29' }]);
  await tick('2027-03-29T10:20:00Z');
  expect((await annotationsOf(dora)).xfdf).toBe(null);
  expect((await ada.post(holdPath(), { reason: 'Too late' })).json.msg).toBe(minutesMessages.notesDestroyed);
});
