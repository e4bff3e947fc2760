import { beforeEach, describe, expect, test } from 'vitest';
import { addJob } from '#server/jobs/queue.ts';
import { auditEntries } from '#tests/support/audit-entries.ts';
import { boardStage } from '#tests/support/board-stage.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { MadeMeeting, MadeMember } from '#tests/support/factories.ts';
import { untilLockWaiter } from '#tests/support/lock-waiters.ts';
import { closeDuePolls, type MadePoll } from '#tests/support/polls.ts';
import { testApp } from '#tests/support/test-app.ts';
import { purgePollJobs } from './jobs.ts';

const server = testApp();
const { board, admin, at } = boardStage(server);
let meeting: MadeMeeting;
let members: readonly MadeMember[];
let uids: readonly string[];
let clients: readonly TestClient[];
const first = () => clients[0] as TestClient;
beforeEach(async () => {
  meeting = await server.make.meeting({ board });
  const made = [];
  for (const name of ['Gill', 'Moser', 'Raman', 'Stone']) {
    const member = await server.make.member({ board, firstName: 'Pat', lastName: name });
    made.push({ member, ...(await server.make.invitee({ meeting, member })) });
  }
  members = made.map((each) => each.member);
  uids = made.map((each) => each.uid);
  clients = await Promise.all(members.map((member) => server.signIn(member)));
});

const input = {
  question: 'Lunch together?',
  choice: 'single',
  is_anonymous: false,
  results: 'after-answering',
  closes_at: '2026-11-20T12:00:00Z',
  options: ['Yes', 'No', 'Abstain'],
};
const vote = (who: TestClient, pollId: string, ids: readonly (string | undefined)[]) =>
  who.post(`/ajax/polls/${pollId}/response`, { option_ids: ids });
const seen = async (who: TestClient) => (await who.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting.polls.polls;
const votesOf = (poll: { options: { votes: number | null }[] }) => poll.options.map((option) => option.votes);

test('a poll in a meeting is listed on the dashboard, and answers can be changed until it is closed', async () => {
  const { poll } = (await admin.post(`/ajax/meetings/${meeting.id}/polls`, input)).json.data;
  const [yes, no] = poll.options.map((option: { id: string }) => option.id);
  expect((await first().get('/ajax/dashboard')).json.data.waiting_polls).toMatchObject([
    { question: 'Lunch together?', itemType: 'meeting', item_id: meeting.id, item_title: meeting.title },
  ]);
  expect(votesOf((await seen(first()))[0])).toEqual([null, null, null]);
  const answered = await vote(first(), poll.id, [yes]);
  expect(answered.json.data.poll).toMatchObject({
    has_answered: true,
    own_option_ids: [yes],
    response_count: 1,
    invitee_count: 4,
    options: [{ votes: 1, voters: ['Pat Gill'] }, { votes: 0 }, { votes: 0 }],
  });
  expect((await vote(first(), poll.id, [no])).json.data.poll.options).toMatchObject([{ votes: 0 }, { votes: 1 }, {}]);
  expect((await first().get('/ajax/dashboard')).json.data.waiting_polls).toEqual([]);
  expect((await admin.put(`/ajax/polls/${poll.id}`, input)).json.msg).toContain('Somebody has already answered');
  await admin.post(`/ajax/polls/${poll.id}/close`);
  expect((await vote(first(), poll.id, [yes])).json.msg).toBe('This poll is closed.');
  expect(votesOf((await seen(clients[1] as TestClient))[0])).toEqual([0, 1, 0]);
  await admin.post(`/ajax/polls/${poll.id}/closing`, { closes_at: null });
  expect((await vote(first(), poll.id, [yes])).json.status).toBe('success');
});

test('a poll in a published announcement is on the dashboard of each audience member who has not answered', async () => {
  const group = await server.make.group({ board, members: [{ id: (members[0] as MadeMember).id }] });
  const announcement = await server.make.announcement({ board, groups: [group], title: 'Choir trip' });
  const scheduled = await server.make.announcement({ board, state: 'scheduled', publishOn: '2026-12-01T12:00:00Z' });
  const poll = await server.make.poll({ announcement, question: 'Which song?' });
  await server.make.poll({ announcement: scheduled });
  await server.make.poll({ announcement, closesAt: '2026-11-16T11:00:00Z' });
  const waiting = async (who: TestClient) => (await who.get('/ajax/dashboard')).json.data.waiting_polls;
  const item = { itemType: 'announcement', item_id: announcement.id, item_title: 'Choir trip' };
  expect(await waiting(first())).toEqual([{ id: poll.id, question: 'Which song?', closes_at: null, ...item }]);
  for (const other of [clients[1] as TestClient, admin]) expect(await waiting(other)).toEqual([]);
  expect((await vote(first(), poll.id, [poll.optionIds[0]])).json.status).toBe('success');
  expect(await waiting(first())).toEqual([]);
});

test('an unanswered poll can be rewritten, but needs two different options and a closing time in the future', async () => {
  const { poll } = (await admin.post(`/ajax/meetings/${meeting.id}/polls`, input)).json.data;
  const anew = { ...input, is_anonymous: true, results: 'after-closing', options: ['A', 'B'] };
  expect((await admin.put(`/ajax/polls/${poll.id}`, anew)).json.data.poll).toMatchObject({
    is_anonymous: true,
    options: [{ text: 'A' }, { text: 'B' }],
  });
  const wrong = async (given: object) => (await admin.put(`/ajax/polls/${poll.id}`, { ...anew, ...given })).json.errors;
  expect(await wrong({ options: ['A'] })).toEqual({ options: 'A poll needs at least 2 options.' });
  expect(await wrong({ options: ['A', ' a'] })).toEqual({ 'options.1': 'This field cannot be a duplicate' });
  expect(await wrong({ results: 'always' })).toHaveProperty('results');
  expect(await wrong({ closes_at: '2026-11-16T11:59:00Z' })).toHaveProperty('closes_at');
});

test('ten simultaneous answers by one member count as one, and an anonymous poll accepts only one', async () => {
  const named = await server.make.poll({ meeting });
  await Promise.all(Array.from({ length: 10 }, (_, nth) => vote(first(), named.id, [named.optionIds[nth % 3]])));
  const [shown] = await seen(first());
  expect(shown.response_count).toBe(1);
  expect(votesOf(shown).reduce((sum, votes) => Number(sum) + Number(votes), 0)).toBe(1);
  const secret = await server.make.poll({ meeting, isAnonymous: true });
  const votes = await Promise.all(
    Array.from({ length: 10 }, (_, nth) => vote(first(), secret.id, [secret.optionIds[nth % 3]])),
  );
  expect(votes.filter((each) => each.json.status === 'success')).toHaveLength(1);
  await admin.post(`/ajax/polls/${secret.id}/close`);
  const closed = (await seen(first())).find((each: { id: string }) => each.id === secret.id);
  expect(closed).toMatchObject({ response_count: 1, own_option_ids: null });
  // A count would reveal the vote of the only voter.
  expect(votesOf(closed)).toEqual([null, null, null]);
});

test('an anonymous poll stores no link between members and choices, and cannot be reopened', async () => {
  const poll = await server.make.poll({ meeting, isAnonymous: true, choice: 'multiple' });
  const [a, b, c] = poll.optionIds;
  for (const [nth, choices] of [[a], [a, b], [c], [b, c]].entries()) {
    const { poll: answered } = (await vote(clients[nth] as TestClient, poll.id, choices)).json.data;
    expect(answered).toMatchObject({ own_option_ids: null, has_answered: true });
    expect(votesOf(answered)).toEqual([null, null, null]);
  }
  const rowsOf = (table: string) => server.sql(`select *, xmin::text from ${table} where poll_id = $1`, [poll.id]);
  const [tallies, [response]] = [await rowsOf('poll_tallies'), await rowsOf('poll_responses')];
  const audits = await auditEntries(server, board.id, { subject: poll.id, action: 'poll.responded' });
  expect(Object.keys(response ?? {})).toEqual(['board_id', 'poll_id', 'member_id', 'xmin']);
  expect(await rowsOf('poll_choices')).toEqual([]);
  expect(audits.map((row) => row.detail)).toEqual(Array(4).fill({ meeting_id: meeting.id }));
  // Every vote rewrites all tallies, so no row shows which vote changed it.
  expect(tallies.map(({ votes }) => votes)).toEqual([2, 2, 2]);
  expect(new Set(tallies.map((row) => row.xmin)).size).toBe(1);
  const joining = 'insert into poll_choices (board_id, poll_id, option_id, member_id) values ($1, $2, $3, $4)';
  const joined = server.sql(joining, [board.id, poll.id, a, members[0]?.id]);
  await expect(joined).rejects.toMatchObject({ code: '23503' });
  await admin.post(`/ajax/polls/${poll.id}/close`);
  const [shown] = await seen(admin);
  expect(shown.options.map((each: { voters: unknown }) => each.voters)).toEqual([null, null, null]);
  expect((await admin.post(`/ajax/polls/${poll.id}/closing`, { closes_at: null })).json.msg).toContain(
    'cannot be reopened',
  );
});

test('all simultaneous votes count, and only signed-in members who have answered see them with names', async () => {
  const poll = await server.make.poll({ meeting, results: 'after-answering', choice: 'multiple' });
  const [a, b] = poll.optionIds;
  const [, , third, silent] = clients as [TestClient, TestClient, TestClient, TestClient];
  const visitor = server.stranger();
  const path = `/ajax/magic/meetings/${uids[1]}`;
  const votes = await Promise.all([
    vote(first(), poll.id, [a]),
    vote(third, poll.id, [a, b]),
    visitor.post(`${path}/polls/${poll.id}/response`, { option_ids: [b] }),
  ]);
  expect(votes.map(({ json }) => json.status)).toEqual(Array(3).fill('success'));
  expect((await vote(admin, poll.id, [a])).json.status).toBe('error');
  const optionsOf = ({ options }: { options: { votes: number | null; voters: string[] | null }[] }) =>
    options.map((option) => [option.votes, option.voters?.toSorted() ?? null]);
  const seenByAll = async () => [
    optionsOf((await seen(first()))[0]),
    optionsOf((await seen(silent))[0]),
    optionsOf((await visitor.get(path)).json.data.meeting.polls[0]),
  ];
  const named = [
    [2, ['Pat Gill', 'Pat Raman']],
    [2, ['Pat Moser', 'Pat Raman']],
    [0, []],
  ];
  const unnamed = named.map(([count]) => [count, null]);
  expect(await seenByAll()).toEqual([named, Array(3).fill([null, null]), unnamed]);
  await admin.post(`/ajax/polls/${poll.id}/close`);
  expect(await seenByAll()).toEqual([named, named, unnamed]);
});

test('a deleted poll can be restored with its answers for 30 days and is then purged', async () => {
  const poll = await server.make.poll({ meeting });
  await vote(first(), poll.id, [poll.optionIds[1]]);
  await admin.delete(`/ajax/polls/${poll.id}`);
  expect(await seen(first())).toEqual([]);
  expect((await vote(first(), poll.id, [poll.optionIds[0]])).status).toBe(404);
  expect((await first().post(`/ajax/polls/${poll.id}/restore`)).status).toBe(403);
  await admin.post(`/ajax/polls/${poll.id}/restore`);
  expect(votesOf((await seen(first()))[0])).toEqual([0, 1, 0]);
  await admin.delete(`/ajax/polls/${poll.id}`);
  await at('2026-12-17T12:00:00Z');
  expect((await admin.post(`/ajax/polls/${poll.id}/restore`)).status).toBe(404);
  await purgePollJobs(server.context)[0].handle({}, { attempt: 1, isLast: false });
  await server.context.runJobs();
  expect(await server.sql('select from poll_responses where board_id = $1', [board.id])).toEqual([]);
});

test('polls of a read-only meeting cannot be changed or answered', async () => {
  const poll = await server.make.poll({ meeting });
  await at('2026-12-23T12:00:00Z');
  const late = await server.signIn(members[0] as MadeMember);
  expect((await vote(late, poll.id, [poll.optionIds[0]])).json.msg).toContain('read-only');
  expect((await admin.post(`/ajax/polls/${poll.id}/close`)).json.status).toBe('error');
  expect(new Set(Object.values((await seen(admin))[0].can))).toEqual(new Set([false]));
});

describe('an anonymous poll at its closing time', () => {
  const closesAt = '2026-11-16T12:00:10.000Z';
  const none = [null, null, null];
  const shown = async () => {
    const [poll] = await seen(admin);
    return [poll.is_closed, votesOf(poll)];
  };
  let poll: MadePoll;
  const voteOf = (who: TestClient) => vote(who, poll.id, [poll.optionIds[0]]);
  beforeEach(async () => {
    poll = await server.make.poll({ meeting, isAnonymous: true, closesAt });
    for (const voter of clients.slice(1)) expect((await voteOf(voter)).json.status).toBe('success');
  });

  test('is not closed by its job before that time', async () => {
    const job = { name: 'close-poll', payload: { board_id: board.id, id: poll.id } };
    await addJob(server.context.db, job);
    await server.context.runJobs(['close-poll']);
    expect(await shown()).toEqual([false, none]);
  });

  test('cannot be reopened or answered after its results are shown, even if the clock goes back', async () => {
    server.context.clock.set(closesAt);
    expect(await shown()).toEqual([false, none]);
    expect((await voteOf(first())).json.msg).toBe('This poll is closed.');
    await closeDuePolls(server.context);
    expect(await shown()).toEqual([true, [3, 0, 0]]);
    server.context.clock.set('2026-11-16T12:00:09.930Z');
    const again = await admin.post(`/ajax/polls/${poll.id}/closing`, { closes_at: null });
    expect(again.json.msg).toContain('cannot be reopened');
    expect((await voteOf(first())).json.status).toBe('error');
    expect(await shown()).toEqual([true, [3, 0, 0]]);
  });

  test('does not close if a concurrent change removes the closing time', async () => {
    await server.asSuperuser(async (holder) => {
      await holder.query('begin');
      await holder.query('update polls set closes_at = null where id = $1', [poll.id]);
      server.context.clock.set(closesAt);
      const closing = closeDuePolls(server.context);
      await untilLockWaiter(server.context);
      await holder.query('commit');
      await closing;
      expect(await shown()).toEqual([false, none]);
    });
  });
});
