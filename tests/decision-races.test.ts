import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Motion, Vote } from '#contract/motions.ts';
import type { WrittenResolution } from '#contract/resolutions.ts';
import { createApp } from '#server/app.ts';
import { systemClock } from '#server/clock.ts';
import { withBoardJobScope } from '#server/db/board-scope.ts';
import { settleWritten } from '#server/features/deciding/motions/written/commands.ts';
import { auditEntries } from './support/audit-entries.ts';
import { signIn, type TestAnswer, type TestClient } from './support/client.ts';
import type { MadeBoard, MadeMember } from './support/factories.ts';
import { testApp } from './support/test-app.ts';

/**
 * The clocks of the two servers differ by ten minutes, but the database's clock decides the order of simultaneous
 * actions.
 */
const server = testApp();
const racesOfEach = 20;
const offsetMs = 5 * 60_000;

let apps: readonly FastifyInstance[];
let board: MadeBoard;
let meetingId: string;
let voters: readonly MadeMember[];
let clients: readonly (readonly [TestClient, TestClient])[];

beforeAll(async () => {
  const { context } = server;
  const clocks = [-offsetMs, offsetMs].map((by) => ({ ...systemClock, now: () => new Date(Date.now() + by) }));
  apps = await Promise.all(clocks.map((clock) => createApp({ ...context, clock })));
  const soon = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
  context.clock.set(new Date());
  board = await server.make.board();
  const made: MadeMember[] = [];
  for (const nth of [0, 1, 2, 3]) made.push(await server.make.member({ board, isBoardAdmin: nth === 0 }));
  voters = made;
  const meeting = await server.make.meeting({ board, startsAt: soon(10), endsAt: soon(120) });
  meetingId = meeting.id;
  for (const member of voters) await server.make.invitee({ meeting, member });
  await server.inBoard(board.id, (tx) =>
    tx.updateTable('deciding_settings').set({ confirmed_at: new Date(), seconder: false }).execute(),
  );
  clients = await Promise.all(
    voters.map(async (member) => {
      const [first, second] = apps as [FastifyInstance, FastifyInstance];
      return [await signIn(first, context, member), await signIn(second, context, member)] as const;
    }),
  );
  for (const pair of clients) await pair[0].post(path('presence'), { mode: 'in-person' });
  await desk().post(path('room/phase'), { to: 'in-session' });
});
afterAll(() => Promise.all(apps.map((app) => app.close())));

const path = (rest: string): string => `/ajax/meetings/${meetingId}/${rest}`;
const of = (nth: number, serverNth: 0 | 1 = 0): TestClient => {
  const client = clients[nth]?.[serverNth];
  if (client === undefined) throw new Error('Nobody has this number.');
  return client;
};
const desk = (serverNth: 0 | 1 = 0): TestClient => of(0, serverNth);
const sideOf = (nth: number): 0 | 1 => (nth % 2 === 0 ? 0 : 1);
const isIn = ({ json }: TestAnswer): boolean => json.status === 'success';

async function propose(count: number): Promise<readonly string[]> {
  const item = await server.make.agendaItem({ meeting: { id: meetingId, boardId: board.id } as never });
  const ids: string[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const { json } = await desk().post(`/ajax/agenda-items/${item.id}/motions`, {
      text: `Motion ${nth}`,
      mover_id: voters[1]?.id,
    });
    ids.push((json.data.motions as Motion[]).at(-1)?.id ?? '');
  }
  return ids;
}
const openVote = async (motionId: string): Promise<string> => {
  const { json } = await desk().post(`/ajax/motions/${motionId}/votes`, { way: 'named' });
  return json.data.motions.find(({ id }: Motion) => id === motionId).votes.at(-1).id;
};
const voteOf = async (motionId: string): Promise<Vote> => {
  const { motions } = (await desk().get(path('motions'))).json.data;
  return motions.find(({ id }: Motion) => id === motionId).votes.at(-1);
};
const cast = (client: TestClient, voteId: string, choice: string, key = randomUUID()) =>
  client.put(`/ajax/votes/${voteId}/ballot`, { choice, key });
const total = ({ counts }: Vote): number => (counts?.for ?? 0) + (counts?.against ?? 0) + (counts?.abstain ?? 0);

describe('a vote on two servers', () => {
  test('counts a ballot sent during closing only if the server has accepted it', async () => {
    for (const [nth, motionId] of (await propose(racesOfEach)).entries()) {
      const voteId = await openVote(motionId);
      await cast(of(1), voteId, 'for');
      const side = sideOf(nth);
      const [ballot, closing] = await Promise.all([
        cast(of(2, side), voteId, 'for'),
        desk(side === 0 ? 1 : 0).post(`/ajax/votes/${voteId}/close`, {}),
      ]);
      expect(isIn(closing)).toBe(true);
      const votes = total(await voteOf(motionId));
      expect(votes).toBe(isIn(ballot) ? 2 : 1);
      if (!isIn(ballot)) expect(ballot.json.msg).toBe('This vote is closed. Your ballot was not counted.');
    }
  }, 120_000);

  test('counts ten simultaneous ballots with the same key once', async () => {
    for (const motionId of await propose(racesOfEach)) {
      const voteId = await openVote(motionId);
      const key = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, nth) => cast(of(1, sideOf(nth)), voteId, 'against', key)),
      );
      expect(answers.map(({ json }) => json.data)).toEqual(Array.from({ length: 10 }, () => ({ received: true })));
      await desk().post(`/ajax/votes/${voteId}/close`, {});
      expect((await voteOf(motionId)).counts).toEqual({ for: 0, against: 1, abstain: 0 });
      const logged = await auditEntries(server, board.id, { subject: motionId, action: 'vote.ballot-cast' });
      expect(logged).toHaveLength(1);
    }
  }, 120_000);

  test('counts a departing member as present only if it is closed before the member leaves', async () => {
    for (const [nth, motionId] of (await propose(racesOfEach)).entries()) {
      const voteId = await openVote(motionId);
      const side = sideOf(nth);
      const [left] = await Promise.all([
        of(3, side).post(path('presence'), { mode: null }),
        desk(side === 0 ? 1 : 0).post(`/ajax/votes/${voteId}/close`, {}),
      ]);
      expect(isIn(left)).toBe(true);
      const { eligible, quorum, silent } = await voteOf(motionId);
      const { closed_at, left_at } = await server.inBoard(board.id, async (tx) => ({
        ...(await tx.selectFrom('votes').select('closed_at').where('id', '=', voteId).executeTakeFirstOrThrow()),
        ...(await tx
          .selectFrom('presences')
          .select('left_at')
          .where('member_id', '=', voters[3]?.id ?? '')
          .orderBy('arrived_at', 'desc')
          .limit(1)
          .executeTakeFirstOrThrow()),
      }));
      const wasThere = Number(left_at) > Number(closed_at);
      expect([eligible, quorum?.present, silent?.length]).toEqual(wasThere ? [4, 4, 4] : [3, 3, 3]);
      await of(3).post(path('presence'), { mode: 'in-person' });
    }
  }, 120_000);

  test('cannot be opened at the same time as another vote', async () => {
    for (let nth = 0; nth < racesOfEach; nth += 1) {
      const [first = '', second = ''] = await propose(2);
      const answers = await Promise.all([
        desk(0).post(`/ajax/motions/${first}/votes`, { way: 'named' }),
        desk(1).post(`/ajax/motions/${second}/votes`, { way: 'named' }),
      ]);
      expect(answers.filter(isIn)).toHaveLength(1);
      const refused = answers.find((answer) => !isIn(answer));
      expect(refused?.json.msg).toBe('Another vote is open. Close it first.');
      const open = isIn(answers[0] as TestAnswer) ? first : second;
      await desk().post(`/ajax/votes/${(await voteOf(open)).id}/close`, {});
    }
  }, 120_000);
});

describe('a written resolution on two servers', () => {
  const written = (id: string, rest: string): string => `/ajax/written-resolutions/${id}/${rest}`;
  const consent = (nth: number, id: string, side: 0 | 1 = 0) =>
    of(nth, side).put(written(id, 'ballot'), { choice: 'for', reason: '' });
  const read = async (id: string, side: 0 | 1): Promise<WrittenResolution> =>
    (await desk(side).get(`/ajax/resolutions/${id}`)).json.data.resolution;

  async function race(
    against: (id: string, side: 0 | 1) => Promise<unknown>,
    prepare: (id: string, nth: number) => Promise<unknown> = async () => undefined,
  ): Promise<readonly string[]> {
    const ends: string[] = [];
    for (let nth = 0; nth < racesOfEach; nth += 1) {
      const draft = { body_id: board.id, title: `Resolution ${nth}`, text: 'That it be so.' };
      const { id } = (await desk().post('/ajax/written-resolutions', draft)).json.data.resolution;
      expect(isIn(await desk().post(written(id, 'circulate'), { revision: 1 }))).toBe(true);
      for (const voter of [0, 1, 2]) await consent(voter, id);
      const side = sideOf(nth);
      const other = side === 0 ? 1 : 0;
      await prepare(id, nth);
      const both = [() => consent(3, id, side), () => against(id, other)];
      await Promise.all((nth % 4 < 2 ? both : both.toReversed()).map((send) => send()));
      await expect.poll(async () => (await read(id, 0)).state).not.toBe('circulating');
      const [one, same] = [await read(id, 0), await read(id, 1)];
      expect([same.state, same.number, same.counts]).toEqual([one.state, one.number, one.counts]);
      expect(one.number !== null).toBe(one.state === 'passed');
      if (one.state === 'passed') expect(one.counts).toEqual({ for: 4, against: 0, abstain: 0 });
      const logged = await auditEntries(server, board.id, { subject: id });
      expect(logged.filter(({ action }) => /passed|objected|withdrawn/.test(action))).toHaveLength(1);
      ends.push(one.state);
    }
    const numbers = await server.inBoard(board.id, (tx) =>
      tx.selectFrom('resolution_numbers').select('sequence').orderBy('sequence').execute(),
    );
    expect(numbers.map(({ sequence }) => sequence)).toEqual(numbers.map((_, nth) => nth + 1));
    return ends;
  }

  test('is decided only once if the last consent arrives at the deadline', async () => {
    const ends = await race(
      (id, side) =>
        Promise.all([read(id, side), withBoardJobScope(server.context, board.id, (scope) => settleWritten(scope, id))]),
      (id, nth) =>
        server.sql(
          'update written_resolutions set ends_at = clock_timestamp() + make_interval(secs => $2) where id = $1',
          [id, (nth % 10) / 500],
        ),
    );
    expect(ends.every((state) => state === 'passed' || state === 'not-passed')).toBe(true);
  }, 120_000);

  test('is decided only once if the last consent and an objection arrive together', async () => {
    const ends = await race((id, side) => of(1, side).post(written(id, 'objection'), { reason: 'Let us talk.' }));
    expect(ends.every((state) => state === 'passed' || state === 'to-meeting')).toBe(true);
  }, 120_000);

  test('is decided only once if the last consent and a withdrawal arrive together', async () => {
    const ends = await race((id, side) => desk(side).post(written(id, 'withdraw'), { reason: 'Outdated.' }));
    expect(ends.every((state) => state === 'passed' || state === 'withdrawn')).toBe(true);
  }, 120_000);
});

test('actions on two servers with wrong clocks are recorded with the database’s time', async () => {
  const [motionId = ''] = await propose(1);
  const before = Date.now();
  const voteId = await openVote(motionId);
  for (const nth of [0, 1, 2, 3]) await cast(of(nth, sideOf(nth)), voteId, 'for');
  await desk(1).post(`/ajax/votes/${voteId}/close`, {});
  const { opened_at, closed_at } = await voteOf(motionId);
  expect(Date.parse(opened_at)).toBeGreaterThanOrEqual(before - 1_000);
  expect(Date.parse(closed_at ?? '')).toBeLessThanOrEqual(Date.now() + 1_000);
  const stored = await server.inBoard(board.id, (tx) =>
    tx.selectFrom('quorum_changes').select('at').orderBy('at').execute(),
  );
  for (const { at } of stored) expect(Math.abs(Number(at) - Date.now())).toBeLessThan(offsetMs);
});
