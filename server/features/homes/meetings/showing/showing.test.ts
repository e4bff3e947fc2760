import { beforeEach, expect, test } from 'vitest';
import { draftNewsJobs } from '#server/features/homes/meetings/jobs.ts';
import { auditEntries } from '#tests/support/audit-entries.ts';
import { boardStage } from '#tests/support/board-stage.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { MadeAgendaItem, MadeMeeting, MadeMember } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeWithheld } from '#tests/support/withheld.ts';

const server = testApp();
const { board, adminMember, member: chair, admin, reader, at, mailTo, signInAgain } = boardStage(server);
let meeting: MadeMeeting;
let item: MadeAgendaItem;
let dana: MadeMember;
let other: TestClient;
beforeEach(async () => {
  dana = await server.make.member({ board, firstName: 'Dana', lastName: 'Okafor' });
  const group = await server.make.group({ board, members: [chair, dana] });
  meeting = await server.make.meeting({ board, groups: [group], title: 'Winter draft', state: 'draft' });
  item = await server.make.agendaItem({ meeting, title: 'Budget' });
  other = await server.signIn(dana);
});

const path = () => `/ajax/meetings/${meeting.id}`;
const show = (...members: readonly Pick<MadeMember, 'id'>[]) =>
  admin.put(`${path()}/showing`, { member_ids: members.map(({ id }) => id) });
const comment = (text: string, as = reader) => as.post(`/ajax/agenda-items/${item.id}/draft-comments`, { text });
const showing = async (as: TestClient) => (await as.get(`${path()}/showing`)).json.data;
const titles = async (as: TestClient) =>
  (await as.get('/ajax/meetings')).json.data.drafts.map(({ title }: { title: string }) => title);
const found = async (as: TestClient) =>
  JSON.stringify((await as.post('/search', { itemType: 'everything', searchString: 'Winter draft' })).json.data);
const newsRun = async () => {
  const [finder] = draftNewsJobs(server.context);
  await finder.handle({}, { attempt: 1, isLast: true });
  await server.context.runJobs();
};

test('a member can open a draft only while it is shown to them, and not once it is deleted', async () => {
  const paper = await server.make.document({ item, title: 'Plan.pdf' });
  const sees = async (as: TestClient) =>
    Promise.all(
      [path(), `/ajax/documents/${paper.id}`, `${path()}/showing`].map(async (at) => (await as.get(at)).status),
    );
  expect(await sees(reader)).toEqual([404, 404, 404]);
  expect((await show(chair)).json.data).toMatchObject({ shown_to: [{ member_id: chair.id, name: 'Ben Moser' }] });
  expect(await sees(reader)).toEqual([200, 200, 200]);
  expect([await titles(reader), await titles(other)]).toEqual([['Winter draft'], []]);
  expect(await found(reader)).toContain(meeting.id);
  expect(await found(other)).not.toContain(meeting.id);
  expect(await sees(other)).toEqual([404, 404, 404]);
  for (const closed of ['room', 'minutes', 'action-items', 'paper-requests', 'audience'])
    expect((await reader.get(`${path()}/${closed}`)).status, closed).toBe(404);
  expect((await reader.patch(path(), { title: 'Mine' })).status).toBe(404);
  await comment('Too long.');
  await show();
  expect(await sees(reader)).toEqual([404, 404, 404]);
  await show(chair);
  expect((await admin.delete(path())).status).toBe(200);
  expect(await sees(reader)).toEqual([404, 404, 404]);
  expect(await server.sql('select id from draft_comments where board_id = $1', [board.id])).toEqual([]);
});

test('a draft can be shown only to members of its audience, only by editors, and only until it is published', async () => {
  const outsider = await server.make.member({ board });
  expect((await show(outsider)).status).toBe(422);
  expect((await reader.put(`${path()}/showing`, { member_ids: [chair.id] })).status).toBe(404);
  await show(chair);
  expect((await reader.put(`${path()}/showing`, { member_ids: [dana.id] })).status).toBe(404);
  await admin.post(`${path()}/publish`, { note: '' });
  expect((await show(chair)).json.msg).toBe('This meeting has already been published.');
  expect((await comment('Late')).status).toBe(403);
  expect(await showing(reader)).toEqual({ shown_to: null, comments: [], can: { show: false, comment: false } });
});

test('members who are shown a draft can comment on it, and only editors can answer and resolve the comments', async () => {
  await show(chair, dana);
  expect((await comment('Please move this up.')).status).toBe(200);
  expect((await comment('Me too', admin)).status).toBe(403);
  const [{ id }] = (await showing(admin)).comments;
  const settle = (body: object, as = admin) => as.post(`/ajax/draft-comments/${id}`, body);
  expect((await settle({ is_resolved: true }, reader)).status).toBe(404);
  await settle({ answer: 'It is item 1 now.', is_resolved: false });
  await settle({ is_resolved: true });
  const asked = { text: 'Please move this up.', author: { name: 'Ben Moser' } };
  const settled = { answer: 'It is item 1 now.', settled_by: 'Zoë Adler', is_resolved: true };
  expect((await showing(other)).comments).toMatchObject([{ ...asked, ...settled }]);
  const actions = await auditEntries(server, board.id, { action: 'meeting.draft%' });
  expect(actions.map(({ action }) => action)).toEqual([
    'meeting.draft-shown',
    'meeting.draft-commented',
    'meeting.draft-comment-answered',
    'meeting.draft-comment-resolved',
  ]);
});

test('members get one message when the draft is shown, and then at most one a day about changes that they can see', async () => {
  await show(chair, dana);
  await server.context.runJobs();
  const mails = (subject: string) => [chair, dana, adminMember].map((each) => mailTo(each, subject).length);
  expect(mails('Draft to read: Winter draft')).toEqual([1, 1, 0]);
  expect(mailTo(chair).at(-1)?.text).not.toContain('Budget');
  await show(chair, dana);
  server.context.clock.advance({ minutes: 5 });
  await comment('Please move this up.');
  const counts = async () => {
    await newsRun();
    await newsRun();
    return [chair, dana].map((each) => mailTo(each, 'Draft updated: Winter draft').length);
  };
  expect(await counts()).toEqual([0, 0]);
  await at('2026-11-17T12:30:00Z');
  expect(await counts()).toEqual([0, 1]);
  server.context.clock.advance({ minutes: 5 });
  await makeWithheld(server.context, { item, from: dana, by: adminMember });
  await admin.patch(`/ajax/agenda-items/${item.id}`, { revision: 1, title: 'Budget 2027' });
  await comment('And this.');
  await at('2026-11-18T12:30:00Z');
  expect(await counts()).toEqual([1, 1]);
  await at('2026-11-19T12:30:00Z');
  expect(await counts()).toEqual([1, 1]);
});

test('nobody, not even an editor, sees comments on an item that is withheld from them', async () => {
  await show(chair, dana);
  await comment('About the offer');
  const [{ id }] = (await showing(admin)).comments;
  await makeWithheld(server.context, { item, from: dana, by: adminMember });
  await makeWithheld(server.context, { item, from: adminMember, by: chair });
  await signInAgain();
  expect([(await showing(other)).comments, (await showing(admin)).comments]).toEqual([[], []]);
  expect((await comment('Mine', other)).status).toBe(404);
  expect((await admin.post(`/ajax/draft-comments/${id}`, { is_resolved: true })).status).toBe(404);
});
