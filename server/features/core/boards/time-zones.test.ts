import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { instantToLocal } from '#domain/local-time.ts';
import { productJobs } from '#server/features/jobs.ts';
import { testApp } from '#tests/support/test-app.ts';
import { keepTimeZone, refreshTimeZones } from './commands.ts';

const server = testApp();

const setZone = (boardId: string, zone: string) =>
  server.inBoard(boardId, (tx) =>
    tx.updateTable('boards').set({ time_zone: zone }).where('id', '=', boardId).execute(),
  );

async function localTime(at: string, zone: string): Promise<string> {
  const { rows } = await sql<{ time: string }>`
    select to_char(gate.local_time(${at}, ${zone}), 'YYYY-MM-DD"T"HH24:MI') as time
  `.execute(server.context.db);
  return rows[0]?.time ?? '';
}

test.for(['America/Vancouver', 'America/Asuncion', 'Asia/Almaty', 'Asia/Kolkata', 'Africa/Casablanca', 'Pacific/Apia'])(
  'SQL and Node.js compute the same local time in %s',
  async (zone) => {
    await server.context.db.transaction().execute((tx) => keepTimeZone(tx, zone));
    for (let at = Date.UTC(1971, 0, 3, 11); at < Date.UTC(2099, 0); at += 97 * 86_400_000) {
      const { date, time } = instantToLocal(new Date(at), zone);
      expect([at, await localTime(new Date(at).toISOString(), zone)]).toEqual([at, `${date}T${time}`]);
    }
  },
);

test('a former time zone name is replaced by the current name, and an unknown name is rejected', async () => {
  const board = await server.make.board();
  const client = await server.signIn(await server.make.member({ board, isBoardAdmin: true }));
  const save = async (zone: string) => {
    const { revision } = (await client.get('/ajax/board')).json.data.setup;
    return (await client.post('/ajax/board', { revision, time_zone: zone })).json;
  };
  expect((await save('Asia/Calcutta')).data.setup.time_zone).toBe('Asia/Kolkata');
  expect((await save('Mars/Olympus')).errors).toEqual({ time_zone: 'Unknown time zone' });
});

test('a board with an unknown time zone uses UTC and does not stop the jobs of other boards', async () => {
  const { context } = server;
  context.clock.set('2026-11-16T13:00:00Z');
  const [bad, good] = [await server.make.board({ shortname: 'olympus' }), await server.make.board()];
  await setZone(bad.id, 'Mars/Olympus');
  await setZone(good.id, 'Europe/Kyiv');
  const client = await server.signIn(await server.make.member({ board: bad }));
  expect((await client.get('/ajax/start')).json.data.boards).toMatchObject([{ time_zone: 'UTC' }]);
  expect((await client.get('/ajax/meetings')).status).toBe(200);
  for (const job of productJobs(context).filter(({ schedule }) => schedule !== undefined)) {
    await job.handle({}, { attempt: 1, isLast: false });
  }
  await context.runJobs();
  const rounds = await server.asSuperuser((client) => client.query('select board_id from interest_rounds'));
  expect(rounds.rows.map((row) => row.board_id)).toEqual(expect.arrayContaining([good.id, bad.id]));

  const warn = vi.spyOn(context.log, 'warn').mockImplementation(() => undefined);
  await refreshTimeZones(context);
  expect(warn.mock.calls).toEqual([[{ boards: ['olympus'], timeZone: 'Mars/Olympus' }, expect.any(String)]]);
  warn.mockRestore();
  const kept = await server.asSuperuser((client) =>
    client.query('select name from zone_rules where source <> $1', ['']),
  );
  expect(kept.rows.map(({ name }) => name)).toContain('Europe/Kyiv');
});
