import fc from 'fast-check';
import pg from 'pg';
import { expect, test } from 'vitest';
import type { PollChoice } from '#domain/polls.ts';
import { superuserUrlOf } from './support/as-superuser.ts';
import { feedFile } from './support/factories.ts';
import { testApp } from './support/test-app.ts';

/** Non-interference: a reader must find no difference between two boards whose voters have swapped some choices. */
const server = testApp();

const voterCount = 4;
const voterNames = ['Gill', 'Moser', 'Raman', 'Stone'];

interface Election {
  readonly choice: PollChoice;
  readonly chosen: readonly (readonly number[])[];
}

const anyElection = fc.constantFrom<PollChoice>('single', 'multiple').chain((choice) =>
  fc.record({
    choice: fc.constant(choice),
    chosen: fc.array(
      choice === 'single' ? fc.nat(2).map((option) => [option]) : fc.subarray([0, 1, 2], { minLength: 1 }),
      { minLength: voterCount, maxLength: voterCount },
    ),
    order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: voterCount }),
    swapped: fc.shuffledSubarray([0, 1, 2, 3], { minLength: voterCount }),
  }),
);

test('swapping voters’ choices in an anonymous poll changes no stored, sent or displayed data', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(anyElection, async ({ choice, chosen, order, swapped }) => {
      const one = await hold({ choice, chosen }, order);
      const other = await hold({ choice, chosen: swapped.map((voter) => chosen[voter] ?? []) }, order);
      expect(other).toEqual(one);
    }),
    {
      numRuns: 2,
      examples: [[{ choice: 'single', chosen: [[0], [1], [1], [2]], order: [0, 1, 2, 3], swapped: [1, 0, 3, 2] }]],
    },
  );
});

test('swapping voters’ choices in a named poll changes the stored and displayed data', {
  timeout: 120_000,
}, async () => {
  const chosen = [[0], [1], [1], [2]];
  const one = await hold({ choice: 'single', chosen, isNamed: true }, [0, 1, 2, 3]);
  const other = await hold({ choice: 'single', chosen: chosen.toReversed(), isNamed: true }, [0, 1, 2, 3]);
  expect(other.stored).not.toEqual(one.stored);
  expect(other.shown).not.toEqual(one.shown);
});

/**
 * Runs a poll, and returns the stored rows, the responses and the live events. Ids are replaced so that two boards can
 * be compared.
 */
async function hold(election: Election & { readonly isNamed?: true }, order: readonly number[]) {
  const { context } = server;
  const settingUp = { from: new Date(), until: new Date() };
  context.clock.set('2026-11-16T12:00:00Z');
  const board = await server.make.board({ title: 'Board' });
  const admin = await server.make.member({ board, isBoardAdmin: true, firstName: 'Elena', lastName: 'Kowalczyk' });
  const meeting = await server.make.meeting({ board });
  const members = [];
  for (const lastName of voterNames) members.push(await server.make.member({ board, firstName: 'Pat', lastName }));
  const uids: string[] = [];
  for (const member of members) uids.push((await server.make.invitee({ meeting, member })).uid);
  const feed = feedFile(context, members[0] ?? admin);
  const isAnonymous = election.isNamed !== true;
  const poll = await server.make.poll({ meeting, isAnonymous, choice: election.choice });

  const words = new Map<string, string>([
    ...([
      [board.id, 'board'],
      [meeting.id, 'meeting'],
      [poll.id, 'poll'],
    ] as const),
    ...poll.optionIds.map((id, nth) => [id, `option ${nth}`] as const),
    ...[admin, ...members].flatMap((who, nth) =>
      [who.id, who.userId ?? '', who.slug, who.email].map((text, which) => [text, `person ${nth}.${which}`] as const),
    ),
    ...uids.map((uid, nth) => [uid, `link ${nth}`] as const),
    [board.shortname, 'shortname'],
  ]);
  const named = (text: string): string => {
    let renamed = text;
    for (const [from, to] of words) renamed = renamed.replaceAll(from, to);
    const others = new Map<string, string>();
    // Rows from the setup contain the database's time, which differs between runs.
    renamed = renamed.replace(/\d{4}-\d\d-\d\dT[\d:.]+\+00:00/g, (time) =>
      new Date(time) >= settingUp.from && new Date(time) <= settingUp.until ? 'setting up' : time,
    );
    return renamed.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\\\\x[0-9a-f]{20,}|[a-z2-7]{40,}/g, (found) => {
      others.set(found, others.get(found) ?? `other ${others.size}`);
      return others.get(found) ?? '';
    });
  };

  settingUp.until = new Date();

  const reported: string[] = [];
  const listener = new pg.Client({ connectionString: await superuserUrlOf(context) });
  listener.on('notification', ({ payload = '' }) => {
    if (payload.includes(board.id)) reported.push(named(payload));
  });
  await listener.connect();
  await listener.query('listen dais_live');

  const readers = await Promise.all([admin, ...members].map((who) => server.signIn(who)));
  const visitor = server.stranger();
  const look = async (): Promise<readonly string[]> => {
    const asked = readers.flatMap((reader) =>
      [`/ajax/meetings/${meeting.id}`, '/ajax/dashboard', '/ajax/meetings'].map((path) => [reader, path] as const),
    );
    const links = uids.map((uid) => [visitor, `/ajax/magic/meetings/${uid}`] as const);
    const seen: string[] = [];
    // The readers visit one after another, because the order of visits is recorded.
    for (const [reader, path] of [...asked, ...links, [visitor, `/feed/${feed}`] as const]) {
      const { status, text } = await reader.get(path);
      expect(status, path).toBe(200);
      // Unfolds the lines of calendar files (RFC 5545, 3.1).
      seen.push(named(text.replaceAll('\r\n ', '')));
    }
    return seen;
  };

  const shown: (readonly string[])[] = [await look()];
  for (const [turn, voter] of order.entries()) {
    context.clock.advance({ minutes: 1 });
    const option_ids = (election.chosen[voter] ?? []).map((option) => poll.optionIds[option]);
    const answered =
      turn % 2 === 0
        ? await readers[voter + 1]?.post(`/ajax/polls/${poll.id}/response`, { option_ids })
        : await visitor.post(`/ajax/magic/meetings/${uids[voter]}/polls/${poll.id}/response`, { option_ids });
    expect(answered?.json.status).toBe('success');
    shown.push([named(answered?.text ?? ''), ...(await look())]);
  }
  const stored = await readBoard(board.id, named);
  await readers[0]?.post(`/ajax/polls/${poll.id}/close`);
  shown.push(await look());
  await expect.poll(() => reported.length).toBeGreaterThan(voterCount);
  await listener.end();
  return { stored, shown, reported };
}

/** A text's words are inserted in no particular order, so the words that one transaction inserted are sorted. */
const setsOfOneText = new Map([['vocabulary', 'xmin::text::bigint, word']]);

/** Reads the rows in physical order, which could reveal the order of the ballots. */
async function readBoard(boardId: string, named: (text: string) => string): Promise<readonly string[]> {
  const tables = await server.sql<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'board_id' and table_name not in ('sessions', 'rate_limits') order by 1`,
  );
  const rows: { readonly table: string; readonly writer: number; readonly text: string }[] = [];
  for (const { name } of tables) {
    const found = await server.sql<{ writer: string; text: string }>(
      // Excludes generated columns, because they only repeat other columns.
      `select xmin::text as writer, (to_jsonb(t) - array(
         select column_name::text from information_schema.columns
         where table_schema = 'public' and table_name = $2 and is_generated = 'ALWAYS'
       ))::text as text from "${name}" t where board_id = $1 order by ${setsOfOneText.get(name) ?? 'ctid'}`,
      [boardId, name],
    );
    rows.push(...found.map(({ writer, text }) => ({ table: name, writer: Number(writer), text })));
  }
  const [queued] = await server.sql<{ jobs: number }>(
    `select count(*)::int as jobs from graphile_worker._private_jobs where payload::text like $1`,
    [`%${boardId}%`],
  );
  const writers = [...new Set(rows.map(({ writer }) => writer))].toSorted((a, b) => a - b);
  return [
    ...rows.map(({ table, writer, text }) => `${table}, written ${writers.indexOf(writer)}: ${named(text)}`),
    `jobs: ${queued?.jobs}`,
  ];
}
