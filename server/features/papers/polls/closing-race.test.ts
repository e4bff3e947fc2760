import { beforeEach, expect, test } from 'vitest';
import type { TestClient } from '#tests/support/client.ts';
import type { MadeMeeting } from '#tests/support/factories.ts';
import { untilLockWaiter } from '#tests/support/lock-waiters.ts';
import { closeDuePolls, type MadePoll } from '#tests/support/polls.ts';
import { testApp } from '#tests/support/test-app.ts';

/**
 * One vote more after the numbers of an anonymous poll were seen would show what it was. Calls that began before the poll's time
 * was over, and wait for a row or run on a server whose clock is behind, come after it.
 */
const server = testApp();
const closesAt = '2026-11-16T12:00:10.000Z';
const shortlyBefore = '2026-11-16T12:00:09.930Z';

let meeting: MadeMeeting;
let poll: MadePoll;
let admin: TestClient;
let voters: readonly TestClient[];

beforeEach(async () => {
  server.context.clock.set('2026-11-16T12:00:00Z');
  const board = await server.make.board();
  meeting = await server.make.meeting({ board });
  admin = await server.signIn(await server.make.member({ board, isBoardAdmin: true }));
  const made: TestClient[] = [];
  for (let nth = 0; nth < 4; nth += 1) {
    const member = await server.make.member({ board });
    await server.make.invitee({ meeting, member });
    made.push(await server.signIn(member));
  }
  voters = made;
  poll = await server.make.poll({ meeting, isAnonymous: true, closesAt });
  for (const voter of voters.slice(0, 3)) expect((await vote(voter)).json.status).toBe('success');
});

const vote = (who: TestClient | undefined) =>
  (who as TestClient).post(`/ajax/polls/${poll.id}/response`, { option_ids: [poll.optionIds[0]] });
const seen = async () => {
  const [shown] = (await admin.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting.polls.polls;
  return { isClosed: shown.is_closed, votes: shown.options.map((option: { votes: number | null }) => option.votes) };
};

test('after the results of an anonymous poll were shown, no earlier call reopens it or votes', async () => {
  server.context.clock.set(closesAt);
  expect(await seen()).toEqual({ isClosed: false, votes: [null, null, null] });
  expect((await vote(voters[3])).json.msg).toBe('This poll is closed.');
  await closeDuePolls(server.context);
  expect(await seen()).toEqual({ isClosed: true, votes: [3, 0, 0] });
  server.context.clock.set(shortlyBefore);
  const again = await admin.post(`/ajax/polls/${poll.id}/closing`, { closes_at: null });
  expect(again.json.msg).toContain('stays closed');
  expect((await vote(voters[3])).json.status).toBe('error');
  expect(await seen()).toEqual({ isClosed: true, votes: [3, 0, 0] });
});

test('closing an anonymous poll at its time waits for a change of that time', async () => {
  await server.asSuperuser(async (holder) => {
    await holder.query('begin');
    await holder.query('update polls set closes_at = null where id = $1', [poll.id]);
    server.context.clock.set(closesAt);
    const closing = closeDuePolls(server.context);
    await untilLockWaiter(server.context);
    await holder.query('commit');
    await closing;
    expect(await seen()).toEqual({ isClosed: false, votes: [null, null, null] });
  });
});
