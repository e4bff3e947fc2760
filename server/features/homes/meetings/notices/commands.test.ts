import { beforeEach, expect, test } from 'vitest';
import { boardStage } from '#tests/support/board-stage.ts';
import type { MadeMeeting } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { board, member, admin, mailTo } = boardStage(server);
let meeting: MadeMeeting;
beforeEach(async () => {
  await server.make.member({ board, status: 'invited' });
  meeting = await server.make.meeting({ board, state: 'draft', location: 'Hall' });
  await server.make.agendaItem({ meeting, title: 'Welcome' });
  await admin.post(`/ajax/meetings/${meeting.id}/publish`);
  await server.context.runJobs();
});

const at = () => `/ajax/meetings/${meeting.id}`;
const changes = async (): Promise<string[]> =>
  (await admin.get(`${at()}/changes`)).json.data.changes.map((change: { text: string }) => change.text);
const notify = (note = '') => admin.post(`${at()}/changes`, { note });
const mails = (to = member) => mailTo(to, 'What changed');

test('changes since publication are listed, and ten simultaneous requests email them to members only once', async () => {
  expect(await changes()).toEqual([]);
  expect((await notify()).json.msg).toBe('Nothing has changed since members were last notified.');
  const item = await server.make.agendaItem({ meeting, title: 'Budget' });
  const paper = await server.make.document({ item, title: 'Budget 2027' });
  await admin.patch(at(), { location: 'Room 4' });
  const texts = ['The place is now Room 4', 'Added: 2 Budget', 'Added: Budget 2027, under 2 Budget'];
  expect(await changes()).toEqual(texts);
  const answers = await Promise.all(Array.from({ length: 10 }, () => notify('Please read.')));
  expect(answers.filter(({ json }) => json.status === 'success').map(({ json }) => json.data)).toEqual([
    { recipient_count: 2 },
  ]);
  await server.context.runJobs();
  const [mail, ...more] = mails();
  expect(more).toEqual([]);
  for (const text of [...texts, 'Please read.']) expect(mail?.text).toContain(text);
  expect(mail?.html).toMatch(new RegExp(`href="[^"]*/meeting/[^"]*\\?document=${paper.id}"[^>]*>Added: Budget 2027`));
  // The location is not mentioned in the mail, because the attached calendar entry contains it.
  expect(mail?.attachments).toHaveLength(1);
  expect(await changes()).toEqual([]);
});

test('a person who leaves the audience of a past meeting gets no more mail about it, not even queued mail', async () => {
  const stays = await server.make.member({ board });
  const committee = await server.make.group({ board, members: [member, stays] });
  const isOver = { startsAt: '2020-01-06T14:00:00Z', endsAt: '2020-01-06T15:00:00Z' };
  meeting = await server.make.meeting({ board, state: 'draft', groups: [committee], ...isOver });
  await admin.post(`${at()}/publish`);
  await server.context.runJobs();
  await admin.patch(at(), { description: 'For those who stay.' });
  expect((await notify()).json.data).toEqual({ recipient_count: 2 });
  await admin.patch(`/ajax/groups/${committee.id}`, { members: [{ member_id: member.id, role: 'none' }] });
  await server.context.runJobs();
  expect(mails()).toEqual([]);
  await admin.patch(at(), { location: 'Room 4' });
  expect((await notify()).json.data).toEqual({ recipient_count: 1 });
  expect((await admin.get(at())).json.data.meeting.counts.recipients).toBe(1);
  await server.context.runJobs();
  expect(mails()).toEqual([]);
  expect(mails(stays)).toHaveLength(2);
});

test('rescheduling a meeting keeps the list of unsent changes and does not add the new times to it', async () => {
  await admin.patch(at(), { location: 'Room 4' });
  const to = { type: 'remote', start: '2026-12-14T13:30:00Z', end: '2026-12-14T15:30:00Z' };
  await admin.post(`${at()}/reschedule`, to);
  expect(await changes()).toEqual(['The place is now Room 4']);
});

test('a notification clears the list of changes even if the server’s clock has moved backwards', async () => {
  const { clock } = server.context;
  const [now, behind] = [clock.now(), new Date(clock.now().getTime() - 5_000)];
  for (const [at, place] of [
    [now, 'Room 4'],
    [behind, 'Room 5'],
  ] as const) {
    clock.set(at.toISOString());
    await admin.patch(`/ajax/meetings/${meeting.id}`, { location: place });
    expect((await notify()).json.status).toBe('success');
  }
  expect(await changes()).toEqual([]);
});

test('admins can set the defaults for new meetings of the board', async () => {
  const path = '/ajax/default-meeting';
  expect((await admin.get(path)).json.data.default_meeting).toMatchObject({ type: 'hybrid', length_minutes: 120 });
  const wanted = {
    type: 'remote',
    length_minutes: 90,
    location: '',
    join_url: 'https://meet.example/board',
    agenda_items: [{ title: 'Welcome', minutes: 5 }],
  };
  expect((await admin.post(path, wanted)).json.data.default_meeting).toMatchObject({ length_minutes: 90 });
  expect((await admin.get(path)).json.data.default_meeting).toMatchObject({
    type: 'remote',
    join_url: 'https://meet.example/board',
    agenda_items: [{ title: 'Welcome', minutes: 5 }],
  });
  expect((await admin.post(path, { ...wanted, join_url: 'http://127.0.0.1/' })).status).toBe(422);
  const presentedBy = (presenter_id: string) => ({ ...wanted, agenda_items: [{ title: 'Welcome', presenter_id }] });
  const stranger = await server.make.member();
  expect((await admin.post(path, presentedBy(stranger.id))).status).toBe(404);
  expect((await admin.post(path, presentedBy(member.id))).json.data.default_meeting).toMatchObject({
    agenda_items: [{ presenter_id: member.id }],
  });
});
