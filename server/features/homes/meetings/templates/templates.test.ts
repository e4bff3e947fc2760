import { expect, test } from 'vitest';
import type { MeetingTemplate } from '#contract/meeting-templates.ts';
import type { Meeting } from '#contract/meetings.ts';
import { boardStage } from '#tests/support/board-stage.ts';
import type { TestClient } from '#tests/support/client.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeWithheld } from '#tests/support/withheld.ts';

const server = testApp();
const { board, adminMember, member, admin, reader } = boardStage(server);

const listed = async (as: TestClient): Promise<readonly MeetingTemplate[]> =>
  (await as.get('/ajax/meeting-templates')).json.data.templates;
const path = (meetingId: string) => `/ajax/meetings/${meetingId}/paper-requests`;
const save = (as: TestClient, meetingId: string, name: string) =>
  as.post(`/ajax/meetings/${meetingId}/template`, { name });

test('drafts created from a template get its length, agenda and audience, but no documents', async () => {
  const group = await server.make.group({ board, name: 'Finance', members: [member] });
  const meeting = await server.make.meeting({ board, groups: [group], location: 'Hall', title: 'November' });
  await server.make.agendaItem({ meeting, title: 'Welcome', presenter: 'The chair' });
  const budget = await server.make.agendaItem({ meeting, title: 'Budget' });
  await server.make.document({ item: budget, title: 'Budget.pdf' });
  expect((await save(admin, meeting.id, 'Finance committee')).json.status).toBe('success');
  expect((await save(admin, meeting.id, 'Finance committee')).json.errors).toEqual({
    name: 'There is already a template with this name.',
  });
  const [template] = await listed(admin);
  expect(template).toMatchObject({
    name: 'Finance committee',
    type: 'hybrid',
    location: 'Hall',
    audience: { whole_board: false, group_ids: [group.id], member_ids: [] },
    agenda_items: [{ title: 'Welcome', presenter: 'The chair' }, { title: 'Budget' }],
  });
  const starts = ['2027-01-14T13:30:00.000Z', '2027-02-11T13:30:00.000Z'];
  const plan = (as: TestClient) => as.post(`/ajax/meeting-templates/${template?.id}/drafts`, { starts });
  expect((await plan(reader)).status).toBe(404);
  expect((await plan(admin)).json.status).toBe('success');
  const { drafts } = (await admin.get('/ajax/meetings')).json.data;
  expect(drafts.map((draft: Meeting) => [draft.title, draft.start])).toEqual(
    starts.map((start) => ['Finance committee', start]),
  );
  const made: Meeting = (await admin.get(`/ajax/meetings/${drafts[0].id}`)).json.data.meeting;
  expect(Date.parse(made.end ?? '') - Date.parse(made.start ?? '')).toBe((template?.length_minutes ?? 0) * 60_000);
  expect(made).toMatchObject({ audience: 'Finance', documents: [], agenda_items: [{}, { documents: [] }] });
  expect((await reader.delete(`/ajax/meeting-templates/${template?.id}`)).status).toBe(404);
  expect((await admin.delete(`/ajax/meeting-templates/${template?.id}`)).json.status).toBe('success');
  expect(await listed(admin)).toEqual([]);
});

test('a template omits items withheld from any member, even if they are withheld after it is saved', async () => {
  const meeting = await server.make.meeting({ board });
  const offer = await server.make.agendaItem({ meeting, title: 'The offer' });
  await server.make.agendaItem({ meeting, title: 'Any other business' });
  await save(admin, meeting.id, 'Before');
  await makeWithheld(server.context, { item: offer, from: member, by: adminMember });
  await save(admin, meeting.id, 'After');
  const titles = (await listed(admin)).map(({ agenda_items: items }) => items.map(({ title }) => title));
  expect(titles).toEqual([['Any other business'], ['Any other business']]);
});

test('a draft created from a template proposes the original meeting’s paper requests, except those for withheld items', async () => {
  const meeting = await server.make.meeting({ board });
  const budget = await server.make.agendaItem({ meeting, title: 'Budget' });
  const offer = await server.make.agendaItem({ meeting, title: 'The offer' });
  await server.make.agendaItem({ meeting, title: 'Any other business' });
  const papers = [budget, offer].map(({ id }, nth) => ({
    agenda_item_id: id,
    title: `Paper ${nth + 1}`,
    author: nth === 0 ? { member_id: member.id } : { name: 'Priya Raman', email: 'priya@example.org' },
    due_on: '2026-11-30',
    note: '',
  }));
  expect((await admin.post(path(meeting.id), { papers })).json.status).toBe('success');
  await save(admin, meeting.id, 'Budget meeting');
  const [template] = await listed(admin);
  const starts = ['2027-01-14T13:30:00.000Z'];
  await admin.post(`/ajax/meeting-templates/${template?.id}/drafts`, { starts });
  const [draft] = (await admin.get('/ajax/meetings')).json.data.drafts;
  const expected = async () => (await admin.get(path(draft.id))).json.data.expected;
  expect(await expected()).toMatchObject([
    { title: 'Paper 1', member_id: member.id },
    { title: 'Paper 2', member_id: null, author_name: 'Priya Raman' },
  ]);
  await makeWithheld(server.context, { item: offer, from: adminMember, by: member });
  expect(await expected()).toMatchObject([{ title: 'Paper 1' }]);
  const [{ agenda_item_id: id }] = await expected();
  await admin.post(path(draft.id), { papers: [{ ...papers[0], agenda_item_id: id }] });
  expect(await expected()).toEqual([]);
});

test('a group admin sees only the templates of their own group, and plain members see none', async () => {
  const ada = await server.make.member({ board });
  const group = await server.make.group({ board, admins: [ada] });
  await save(admin, (await server.make.meeting({ board })).id, 'Whole board');
  await save(admin, (await server.make.meeting({ board, groups: [group] })).id, 'Committee');
  expect((await listed(await server.signIn(ada))).map(({ name }) => name)).toEqual(['Committee']);
  expect((await reader.get('/ajax/meeting-templates')).status).toBe(403);
});

test('paper requests of another meeting are proposed only to editors of that meeting', async () => {
  const ada = await server.make.member({ board });
  const group = await server.make.group({ board, admins: [ada] });
  const other = await server.make.group({ board, members: [member] });
  const item = await server.make.agendaItem({ meeting: await server.make.meeting({ board, groups: [other] }) });
  const copy = await server.make.agendaItem({ meeting: await server.make.meeting({ board, groups: [group] }) });
  await server.sql('update agenda_items set copied_from = $1 where id = $2', [item.id, copy.id]);
  const paper = { title: 'Secret', author: { member_id: member.id }, due_on: '2026-11-30', note: '' };
  const papers = [{ ...paper, agenda_item_id: item.id }];
  expect((await admin.post(path(item.meetingId), { papers })).json.status).toBe('success');
  const proposed = async (as: TestClient) => (await as.get(path(copy.meetingId))).json.data.expected;
  expect(await proposed(admin)).toMatchObject([{ title: 'Secret' }]);
  expect(await proposed(await server.signIn(ada))).toEqual([]);
});
