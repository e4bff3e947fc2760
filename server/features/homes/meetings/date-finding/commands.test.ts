import { expect, test } from 'vitest';
import { boardStage } from '#tests/support/board-stage.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { MadeMember } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { board, adminMember, member, admin, reader: client, at, setBoard, mailTo } = boardStage(server);

const dates = [
  { start: '2027-01-16T14:00:00.000Z', end: '2027-01-16T17:00:00.000Z' },
  { start: '2027-01-23T14:00:00.000Z', end: '2027-01-23T17:00:00.000Z' },
  { start: '2027-01-28T17:00:00.000Z', end: '2027-01-28T20:00:00.000Z' },
];
const halfHours = (count: number) =>
  Array.from({ length: count }, (_, hour) => {
    const at = `2027-03-01T${String(hour).padStart(2, '0')}`;
    return { start: `${at}:00:00.000Z`, end: `${at}:30:00.000Z` };
  });
const fields = { title: 'Strategy day', type: 'hybrid', location: '', join_url: '', description: '' };

async function asked(options = dates) {
  const made = await admin.post('/ajax/meetings', { ...fields, date_options: options });
  const { id } = made.json.data.meeting;
  await admin.post(`/ajax/meetings/${id}/publish`);
  return (await admin.get(`/ajax/meetings/${id}`)).json.data.meeting;
}
const answer = (who: TestClient, id: string, answers: Readonly<Record<string, string | null>>) =>
  who.post(`/ajax/meetings/${id}/dates`, {
    answers: Object.entries(answers).map(([option_id, each]) => ({ option_id, answer: each })),
  });
const idsOf = (meeting: { date_search: { options: { id: string }[] } }) =>
  meeting.date_search.options.map(({ id }) => id) as [string, string, string];
const all = (ids: readonly string[], each: string) => Object.fromEntries(ids.map((id) => [id, each]));
const subjects = (of = member) => mailTo(of).map((mail) => mail.subject);
const whole = async (who: TestClient, id: string) => (await who.get(`/ajax/meetings/${id}`)).json.data.meeting;

test('a meeting proposes dates, collects answers, and is scheduled for the date that an editor picks', async () => {
  const meeting = await asked();
  const span = { start: dates[0]?.start, end: dates[2]?.end };
  expect(meeting).toMatchObject({ state: 'finding-date', finds_date: true, ...span });
  await server.context.runJobs();
  expect(subjects()).toEqual(['Find a date: Strategy day']);
  expect(mailTo(member)[0]?.attachments ?? []).toEqual([]);
  const [first, second, third] = idsOf(meeting);
  expect((await client.get('/ajax/dashboard')).json.data.waiting_dates).toMatchObject([
    { id: meeting.id, date_search: { option_count: 3, unanswered_count: 3 } },
  ]);
  await answer(client, meeting.id, { [first]: 'no', [second]: 'yes', [third]: 'if-need-be' });
  await answer(admin, meeting.id, { [first]: 'yes', [second]: 'yes' });
  await answer(client, meeting.id, { [third]: 'no' });
  expect((await client.get('/ajax/dashboard')).json.data.waiting_dates).toEqual([]);
  const seen = await whole(client, meeting.id);
  expect(seen.date_search.options).toMatchObject([
    { yes: 1, if_need_be: 0, no: 1, is_best: false, own_answer: 'no' },
    { yes: 2, no: 0, is_best: true, own_answer: 'yes' },
    { yes: 0, if_need_be: 0, no: 1, is_best: false, own_answer: 'no' },
  ]);
  expect(seen.date_search.can).toEqual({ answer: true, pick: false });
  expect((await client.get('/ajax/meetings')).json.data.finding_date).toMatchObject([{ id: meeting.id }]);

  const picked = await admin.post(`/ajax/meetings/${meeting.id}/dates/${second}/pick`);
  expect(picked.json.data.meeting).toMatchObject({
    state: 'published',
    finds_date: false,
    date_search: null,
    ...dates[1],
    // A yes to a proposed date is not a reply to the meeting.
    meeting_status: { acceptance: 'none' },
  });
  await server.context.runJobs();
  const chosen = mailTo(member).at(-1);
  expect(chosen?.subject).toBe('Date found: Strategy day, Saturday, January 23, 2027');
  expect(String(chosen?.attachments?.[0]?.content)).toContain('SEQUENCE:1');
  expect((await answer(client, meeting.id, { [first]: 'yes' })).json.msg).toBe('A date has already been picked.');
  expect((await client.post(`/attendance/${meeting.id}/p`)).json.status).toBe('success');
});

test('a draft date search can be saved without proposed dates, but not published', async () => {
  const made = await admin.post('/ajax/meetings', { ...fields, date_options: [] });
  const draft = made.json.data.meeting;
  expect(draft).toMatchObject({ finds_date: true, start: null, end: null, date_search: { options: [] } });
  expect((await admin.post(`/ajax/meetings/${draft.id}/publish`, {})).json.status).toBe('error');
  const save = async (body: object) => (await admin.patch(`/ajax/meetings/${draft.id}`, body)).json.data.meeting;
  expect((await save({ date_options: dates })).date_search.options).toHaveLength(3);
  const emptied = await save({ date_options: [], date_options_before: dates });
  expect(emptied).toMatchObject({ finds_date: true, start: null, date_search: { options: [] } });
  expect((await admin.get('/ajax/meetings')).status).toBe(200);
});

test('an open date search needs at least two dates', async () => {
  const { id } = await server.make.dateSearch({ board });
  const { date_search: search } = await whole(admin, id);
  const before = search.options.map(({ start, end }: { start: string; end: string }) => ({ start, end }));
  const answer = await admin.patch(`/ajax/meetings/${id}`, { date_options: [], date_options_before: before });
  expect(answer.json.errors).toEqual({ date_options: 'You need to pick at least 2 options.' });
});

test('the database rejects changes that would make a date search inconsistent', async () => {
  const { id } = await server.make.dateSearch({ board });
  for (const change of [
    'update meetings set starts_at = now() where id = $1',
    `update meetings set state = 'published' where id = $1`,
    'update meetings set finds_date = false where id = $1',
    'delete from date_options where meeting_id = $1',
  ]) {
    await expect(server.sql(change, [id]), change).rejects.toMatchObject({ code: '23514' });
  }
});

test('after all dates of a date search have passed, new members are still invited and a cancellation is still announced', async () => {
  const meeting = await asked();
  await server.context.runJobs();
  await at('2027-01-28T21:00:00Z');
  const newcomer = await server.make.member({ board });
  await admin.post(`/ajax/meetings/${meeting.id}/cancel`);
  await server.context.runJobs();
  expect(subjects()).toEqual(['Find a date: Strategy day', 'Cancelled: Strategy day']);
  await admin.post(`/ajax/meetings/${meeting.id}/restore`);
  await server.context.runJobs();
  expect(subjects().at(-1)).toBe('Find a date: Strategy day');
  expect(subjects(newcomer)).toEqual(['Find a date: Strategy day']);
});

test('only a date in the future can be picked', async () => {
  const meeting = await asked();
  const [passed, next] = idsOf(meeting);
  await at(dates[0]?.start ?? '');
  const refusal = await admin.post(`/ajax/meetings/${meeting.id}/dates/${passed}/pick`);
  expect(refusal.json.msg).toBe('This date has passed. Pick one in the future.');
  expect(await whole(admin, meeting.id)).toMatchObject({ state: 'finding-date' });
  expect((await admin.post(`/ajax/meetings/${meeting.id}/dates/${next}/pick`)).json.status).toBe('success');
  expect(await whole(admin, meeting.id)).toMatchObject({ state: 'published', start: dates[1]?.start });
});

test('ten simultaneous picks choose one date and send each member one message', async () => {
  const meeting = await asked();
  const ids = idsOf(meeting);
  const picks = await Promise.all(
    Array.from({ length: 10 }, (_, nth) => admin.post(`/ajax/meetings/${meeting.id}/dates/${ids[nth % 3]}/pick`)),
  );
  expect(picks.filter((each) => each.json.status === 'success')).toHaveLength(1);
  await server.context.runJobs();
  expect(subjects()).toEqual([expect.stringMatching(/^Date found:/)]);
});

test('an answer sent while an editor picks the date is either stored or rejected', async () => {
  const meeting = await asked();
  const [first] = idsOf(meeting);
  const people = await Promise.all(Array.from({ length: 5 }, () => server.make.member({ board })));
  for (const who of people) await server.make.invitee({ meeting: { ...meeting, boardId: board.id }, member: who });
  const clients = await Promise.all(people.map((who) => server.signIn(who)));
  const [picked, ...answers] = await Promise.all([
    admin.post(`/ajax/meetings/${meeting.id}/dates/${first}/pick`),
    ...clients.map((each) => answer(each, meeting.id, { [first]: 'yes' })),
  ]);
  expect(picked.json.status).toBe('success');
  const refusals = answers.filter((each) => each.json.status !== 'success');
  for (const each of refusals) expect(each.json.msg).toBe('A date has already been picked.');
  const kept = await server.sql('select member_id from date_answers where meeting_id = $1', [meeting.id]);
  const taken = people.filter((_, nth) => answers[nth]?.json.status === 'success');
  expect(kept.map((row) => row.member_id).toSorted()).toEqual(taken.map((who) => who.id).toSorted());
  expect((await whole(client, meeting.id)).state).toBe('published');
});

test('changing the proposed dates keeps the answers to the remaining dates', async () => {
  const meeting = await asked();
  const ids = idsOf(meeting);
  await answer(client, meeting.id, all(ids, 'yes'));
  const added = { start: '2027-02-02T14:00:00.000Z', end: '2027-02-02T15:00:00.000Z' };
  const changed = await admin.patch(`/ajax/meetings/${meeting.id}`, {
    date_options: [...dates.slice(1), added],
    date_options_before: dates,
  });
  expect(changed.json.data.meeting).toMatchObject({ start: dates[1]?.start, end: added.end });
  const { options } = (await whole(client, meeting.id)).date_search;
  expect(options.map((each: { own_answer: string | null }) => each.own_answer)).toEqual(['yes', 'yes', null]);
  expect((await answer(client, meeting.id, { [ids[0]]: 'no' })).json.msg).toContain('has been removed');
  expect((await admin.patch(`/ajax/meetings/${meeting.id}`, { ...dates[0] })).json.status).toBe('error');
  expect((await admin.patch(`/ajax/meetings/${meeting.id}`, { date_options: dates.slice(0, 1) })).status).toBe(422);
});

test('saving an outdated list of dates keeps a date that another editor has added, with its answers', async () => {
  const meeting = await asked();
  const other = await server.signIn(await server.make.member({ board, isBoardAdmin: true }));
  const path = `/ajax/meetings/${meeting.id}`;
  const added = { start: '2027-02-02T14:00:00.000Z', end: '2027-02-02T15:00:00.000Z' };
  await other.patch(path, { date_options: [...dates, added], date_options_before: dates });
  const { id: addedId } = (await whole(client, meeting.id)).date_search.options.at(-1);
  await answer(client, meeting.id, { [addedId]: 'yes' });
  const saved = await admin.patch(path, { date_options: dates.slice(1), date_options_before: dates });
  expect(saved.json.data.meeting).toMatchObject({ start: dates[1]?.start, end: added.end });
  expect((await whole(client, meeting.id)).date_search.options).toMatchObject([
    ...dates.slice(1),
    { ...added, id: addedId, own_answer: 'yes' },
  ]);
  await admin.patch(path, { date_options: dates.slice(0, 2) });
  expect((await whole(client, meeting.id)).date_search.options).toHaveLength(4);
  const many = halfHours(20);
  expect((await admin.patch(path, { date_options: many, date_options_before: dates })).json.errors).toEqual({
    date_options: 'At most 20 dates can be proposed.',
  });
  expect((await admin.patch(path, { date_options: many, date_options_before: [...dates, added] })).status).toBe(200);
});

test('an editor’s reminder goes only to members with unanswered dates and cannot be repeated immediately', async () => {
  const meeting = await asked();
  const ids = idsOf(meeting);
  await answer(admin, meeting.id, all(ids, 'yes'));
  expect((await whole(admin, meeting.id)).counts).toEqual({ replied: 1, marked: 0, recipients: 2, silent: 1 });
  expect((await admin.post(`/ajax/meetings/${meeting.id}/remind`)).json.data.recipient_count).toBe(1);
  expect((await admin.post(`/ajax/meetings/${meeting.id}/remind`)).json.status).toBe('error');
  await server.context.runJobs();
  expect(subjects().at(-1)).toBe('Please say which dates suit you: Strategy day');
});

test('a date search can be cancelled, deleted and restored without losing its answers', async () => {
  const meeting = await asked();
  const [first] = idsOf(meeting);
  await answer(client, meeting.id, { [first]: 'yes' });
  expect((await client.get(`/meetings/addtocalendar/${meeting.id}/ical`)).status).toBe(404);
  expect((await client.get('/ajax/dashboard')).json.data.timeline).toEqual([]);
  expect((await client.post(`/attendance/${meeting.id}/p`)).json.msg).toContain('no date yet');
  expect((await admin.delete(`/ajax/meetings/${meeting.id}`)).json.status).toBe('error');
  await admin.post(`/ajax/meetings/${meeting.id}/cancel`);
  expect((await answer(client, meeting.id, { [first]: 'no' })).json.msg).toBe('This meeting is cancelled.');
  await admin.post(`/ajax/meetings/${meeting.id}/restore`);
  expect(await whole(client, meeting.id)).toMatchObject({ state: 'finding-date' });
  await admin.post(`/ajax/meetings/${meeting.id}/cancel`);
  expect((await admin.delete(`/ajax/meetings/${meeting.id}`)).json.status).toBe('success');
  expect((await admin.post(`/ajax/meetings/${meeting.id}/undelete`)).json.data.meeting.state).toBe('cancelled');
  expect((await whole(client, meeting.id)).date_search.options[0]).toMatchObject({ yes: 1, own_answer: 'yes' });
});

test('a draft can switch between proposed dates and a fixed date, and a copy of it has neither', async () => {
  const made = await admin.post('/ajax/meetings', { ...fields, ...dates[0] });
  const { id } = made.json.data.meeting;
  expect((await admin.patch(`/ajax/meetings/${id}`, { date_options: dates })).json.data.meeting.finds_date).toBe(true);
  const copy = (await admin.post(`/ajax/meetings/${id}/duplicate`)).json.data.meeting;
  expect(copy).toMatchObject({ state: 'draft', finds_date: false, date_search: null, start: null, end: null });
  const fixed = await admin.patch(`/ajax/meetings/${id}`, { date_options: null, ...dates[2] });
  expect(fixed.json.data.meeting).toMatchObject({ finds_date: false, date_search: null, ...dates[2] });
  const none = { start: null, end: null };
  await admin.patch(`/ajax/meetings/${id}`, { date_options: dates });
  const neither = await admin.patch(`/ajax/meetings/${id}`, { date_options: null, ...none });
  expect(neither.json.data.meeting).toMatchObject({ finds_date: false, ...none });
});

test('on a board that hides its members from each other, members and users of magic links see the answers to a date search without names', async () => {
  await setBoard({ people_hidden: true });
  const search = await server.make.dateSearch({ board });
  const { uid } = await server.make.invitee({ meeting: search, member });
  await server.make.invitee({ meeting: search, member: adminMember });
  const [first = ''] = search.optionIds;
  await answer(admin, search.id, { [first]: 'yes' });
  expect((await whole(client, search.id)).date_search.rows).toBeNull();
  const visitor = server.stranger();
  const given = { answers: [{ option_id: first, answer: 'if-need-be' }] };
  expect((await visitor.post(`/ajax/magic/meetings/${uid}/dates`, given)).json.status).toBe('success');
  const seen = await visitor.get(`/ajax/magic/meetings/${uid}`);
  expect(seen.json.data.meeting.date_search).toMatchObject({
    rows: null,
    can: { answer: true, pick: false },
    options: [{ yes: 1, if_need_be: 1, own_answer: 'if-need-be' }, {}, {}],
  });
  expect(seen.text).not.toContain(adminMember.lastName);
});

test('a draft date search cannot be answered, and simultaneous answers to a published one are all saved', async () => {
  const pending = await server.make.member({ board, status: 'invited' });
  const draft = (await admin.post('/ajax/meetings', { ...fields, date_options: dates })).json.data.meeting;
  const [before = ''] = idsOf(draft);
  expect((await answer(admin, draft.id, { [before]: 'yes' })).json.status).toBe('error');
  expect((await answer(client, draft.id, { [before]: 'yes' })).status).toBe(404);
  const { id, ...meeting } = await asked();
  const [first, second, third] = idsOf(meeting);
  const answerFor = (who: MadeMember, option_id: string, each: string | null) =>
    admin.post(`/ajax/meetings/${id}/invitees/${who.id}/dates`, { answers: [{ option_id, answer: each }] });
  const answers = await Promise.all([
    answer(client, id, { [first]: 'yes', [second]: 'no' }),
    answer(admin, id, { [first]: 'if-need-be' }),
    answerFor(pending, first, 'no'),
  ]);
  expect(answers.map(({ json }) => json.status)).toEqual(Array(3).fill('success'));
  expect((await answerFor(member, first, 'no')).status).toBe(403);
  expect((await answerFor(await server.make.member(), first, 'no')).status).toBe(404);
  const listed = async () => {
    const { rows, options } = (await whole(client, id)).date_search;
    const own = new Map(rows.map((row: { member_id: string; answers: unknown }) => [row.member_id, row.answers]));
    return [
      ...[member, adminMember, pending].map((who) => own.get(who.id)),
      options.map((each: Record<string, number>) => [each.yes, each.if_need_be, each.no].join(' ')),
    ];
  };
  const others = [
    ['if-need-be', null, null],
    ['no', null, null],
  ];
  expect(await listed()).toEqual([['yes', 'no', null], ...others, ['1 1 1', '0 0 1', '0 0 0']]);
  expect((await answerFor(member, first, null)).json.status).toBe('success');
  await answer(client, id, { [second]: null });
  expect(await listed()).toEqual([[null, null, null], ...others, ['0 1 1', '0 0 0', '0 0 0']]);
  expect((await admin.post(`/ajax/meetings/${id}/dates/${before}/pick`)).status).toBe(404);
  expect((await admin.post(`/ajax/meetings/${id}/dates/${third}/pick`)).json.status).toBe('success');
  await server.context.runJobs();
  expect([subjects().at(-1), subjects(pending)]).toEqual([expect.stringMatching(/^Date found/), []]);
});
