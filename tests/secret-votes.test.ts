import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Motion } from '#contract/motions.ts';
import { type BallotChoice, ballotChoices } from '#domain/motions.ts';
import { hashToken } from '#server/secrets.ts';
import type { TestClient } from './support/client.ts';
import { callToOrder, type DecidingStage, stageMeeting } from './support/deciding-stage.ts';
import { seededNumbers } from './support/seeded-numbers.ts';
import { testApp } from './support/test-app.ts';

const server = testApp();

async function everything(): Promise<ReadonlyMap<string, readonly string[]>> {
  const tables = await server.sql<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
       and c.relkind = 'r' and c.relname not in ('rate_limits', 'known_crontabs', 'migrations', '_private_known_crontabs') order by 1`,
  );
  const found = new Map<string, readonly string[]>();
  for (const { name } of tables.filter(({ name: each }) => !each.startsWith('_private'))) {
    const rows = await server.sql<{ line: string }>(
      `select to_jsonb(t)::text as line from public.${name} t order by 1`,
    );
    const lines = rows.map(({ line }) => line);
    found.set(name, lines);
  }
  return found;
}

async function openSecret(stage: DecidingStage): Promise<{ readonly motionId: string; readonly voteId: string }> {
  const item = await server.make.agendaItem({ meeting: stage.meeting });
  const [, mover, seconder] = stage.voters;
  const put = await stage.desk.post(`/ajax/agenda-items/${item.id}/motions`, {
    text: 'That it be so.',
    mover_id: mover?.id,
    seconder_id: seconder?.id,
  });
  const motionId = (put.json.data.motions as Motion[]).find(({ agenda_item_id: id }) => id === item.id)?.id ?? '';
  const opened = await stage.desk.post(`/ajax/motions/${motionId}/votes`, { way: 'secret' });
  const motion = (opened.json.data.motions as Motion[]).find(({ id }) => id === motionId);
  return { motionId, voteId: motion?.votes.at(-1)?.id ?? '' };
}

const cast = (client: TestClient, voteId: string, choice: BallotChoice, key: string = randomUUID()) =>
  client.put(`/ajax/votes/${voteId}/ballot`, { choice, key });

test('in a secret vote, no row, page, log line or mail links a voter to a choice', async () => {
  const [random, votes] = [seededNumbers(205), 6];
  const stage = await stageMeeting(server, { voters: 4 });
  await callToOrder(stage);
  for (let nth = 0; nth < votes; nth += 1) {
    const { voteId } = await openSecret(stage);
    for (const voter of stage.voters) {
      const choice = ballotChoices[Math.floor(random() * ballotChoices.length)] ?? 'for';
      const answer = await cast(stage.clientOf(voter), voteId, choice);
      expect(answer.json.data).toEqual({ received: true });
    }
    expect((await stage.desk.post(`/ajax/votes/${voteId}/close`, {})).status).toBe(200);
  }
  const rows = await everything();
  const taken = rows.get('vote_participations') ?? [];
  expect(taken).toHaveLength(votes * stage.voters.length);
  const columns = ['board_id', 'is_secret', 'key_hash', 'member_id', 'vote_id'];
  for (const line of taken) expect(Object.keys(JSON.parse(line)).toSorted()).toEqual(columns);
  expect(rows.get('ballots')).toEqual([]);
  const tallies = (rows.get('vote_tallies') ?? []).map((line) => JSON.parse(line));
  expect(Object.keys(tallies[0]).toSorted()).toEqual(['board_id', 'choice', 'is_secret', 'vote_id', 'votes']);
  const log = (rows.get('audit_entries') ?? []).filter((line) => line.includes('"vote.'));
  expect(new Set(log.map((line) => JSON.parse(line).action))).toEqual(new Set(['vote.opened', 'vote.closed']));
  expect(log).toHaveLength(2 * votes);
  for (const { subject } of server.context.sent) expect(subject).not.toMatch(/ballot/i);
  for (const voter of stage.voters) {
    const { motions } = (await stage.clientOf(voter).get(stage.path('motions'))).json.data;
    for (const vote of (motions as Motion[]).flatMap((motion) => motion.votes)) {
      expect([vote.ballots, vote.silent, vote.own.choice]).toEqual([null, null, null]);
    }
  }
  const { text } = await stage.desk.get(`/ajax/reports/csv/votes?board=${stage.board.id}`);
  for (const { id } of stage.voters) expect(text).not.toContain(id);
}, 60_000);

test('the rows of two secret votes that differ in one choice differ only in the tallies', async () => {
  const keys = ['a', 'b', 'c', 'd'].map(() => randomUUID());
  const rowsAfter = async (last: BallotChoice) => {
    const before = await everything();
    const stage = await stageMeeting(server, { voters: 4 });
    await callToOrder(stage);
    const { voteId } = await openSecret(stage);
    const opened = await everything();
    for (const [nth, voter] of stage.voters.entries()) {
      await cast(stage.clientOf(voter), voteId, nth === 3 ? last : 'for', keys[nth]);
    }
    const after = await everything();
    const made = [...after].flatMap(([name, lines]) => {
      const known = new Set([...(before.get(name) ?? []), ...(opened.get(name) ?? [])]);
      return lines.filter((line) => !known.has(line)).map((line) => [name, line] as const);
    });
    const parts = [stage.board.id, stage.meeting.id, voteId, ...stage.voters.map(({ id }) => id)];
    const plain = (line: string): string =>
      parts.reduce((text, part, nth) => text.replaceAll(part, `part ${nth}`), line);
    return Map.groupBy(
      made.filter(([name]) => name !== 'sessions').map(([name, line]) => [name, plain(line)] as const),
      ([name]) => name,
    );
  };
  const one = await rowsAfter('for');
  const other = await rowsAfter('against');
  expect([...one.keys()].toSorted()).toEqual(['meeting_rooms', 'vote_participations', 'vote_tallies']);
  expect([...other.keys()].toSorted()).toEqual([...one.keys()].toSorted());
  const own = (rows: typeof one, name: string): unknown =>
    rows
      .get(name)
      ?.map(([, line]) => JSON.parse(line))
      .map(({ body_id: _, agenda_item_id: __, chair_id: ___, ...rest }) => rest)
      .toSorted((first, second) => JSON.stringify(first).localeCompare(JSON.stringify(second)));
  for (const name of ['meeting_rooms', 'vote_participations']) expect(own(other, name)).toEqual(own(one, name));
  expect(own(other, 'vote_tallies')).not.toEqual(own(one, 'vote_tallies'));
  const hashes = JSON.stringify(own(one, 'vote_participations'));
  for (const key of keys) expect(hashes).toContain(hashToken(key).toString('hex'));
}, 120_000);

test('after a secret vote, neither the order of rows nor old row versions reveal who chose what', async () => {
  const stage = await stageMeeting(server, { voters: 4 });
  await callToOrder(stage);
  const { voteId } = await openSecret(stage);
  const choices: readonly BallotChoice[] = ['for', 'against', 'abstain', 'for'];
  const voters = stage.voters.toSorted((one, other) => other.id.localeCompare(one.id));
  for (const [nth, voter] of voters.entries()) await cast(stage.clientOf(voter), voteId, choices[nth] ?? 'for');
  await stage.desk.post(`/ajax/votes/${voteId}/close`, {});
  await server.context.runJobs(['vacuum-ballots']);
  await server.asSuperuser(async (client) => {
    const { rows: taken } = await client.query(
      'select member_id, xmin::text from vote_participations where vote_id = $1 order by ctid',
      [voteId],
    );
    expect(taken.map(({ member_id: id }) => id)).toEqual(voters.map(({ id }) => id).toReversed());
    const { rows: tallies } = await client.query('select xmin::text from vote_tallies where vote_id = $1', [voteId]);
    expect(new Set([...taken, ...tallies].map(({ xmin }) => xmin)).size).toBe(1);
    await client.query('create extension if not exists pageinspect');
    for (const table of ['vote_participations', 'vote_tallies']) {
      const { rows } = await client.query(
        `select count(*)::int as versions, (select count(*)::int from ${table}) as rows
         from generate_series(0, pg_relation_size($1::text::regclass) / 8192 - 1) page, heap_page_items(get_raw_page($1::text, page::int)) where lp_flags = 1`,
        [table],
      );
      expect(rows[0], table).toEqual({ versions: rows[0].rows, rows: rows[0].rows });
    }
  });
}, 60_000);
