import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createApp } from '#server/app.ts';
import { makeBackup } from '#server/backup/make-backup.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { productJobs } from '#server/features/jobs.ts';
import { openStorage } from '#server/integrations/storage/open-storage.ts';
import { addJob } from '#server/jobs/queue.ts';
import { asSuperuser } from './support/as-superuser.ts';
import { configOf, silent } from './support/backup-settings.ts';
import { signIn, type TestClient } from './support/client.ts';
import { createTestContext, type TestContext } from './support/context.ts';
import { createTestDatabase } from './support/database.ts';
import { callToOrder, type DecidingStage, stageMeeting } from './support/deciding-stage.ts';
import { inBoard } from './support/factories.ts';
import { testApp } from './support/test-app.ts';

/** Decisions stay the same after a backup is restored and after a year of scheduled jobs. */
vi.setConfig({ testTimeout: 300_000 });
const server = testApp();

const finalTables = [
  ...['votes', 'ballots', 'vote_tallies', 'vote_participations', 'vote_voids', 'resolution_numbers', 'quorum_changes'],
  ...['presences', 'declarations', 'meeting_minutes', 'minutes_sections', 'minutes_versions', 'minutes_files'],
  ...['written_resolutions', 'written_voters', 'written_ballots', 'written_files', 'motion_wordings'],
];

interface Record {
  readonly stage: DecidingStage;
  readonly resolutionId: string;
}

async function decide(): Promise<Record> {
  const stage = await stageMeeting(server);
  const { board, desk, items, voters, path } = stage;
  await inBoard(server.context, board.id, (tx) =>
    tx.updateTable('deciding_settings').set({ minutes_approval: 'written', comment_days: 0 }).execute(),
  );
  await callToOrder(stage);
  for (const way of ['named', 'secret']) {
    const moved = { text: `That it be so, ${way}.`, mover_id: voters[0].id, seconder_id: null };
    const motion = (await desk.post(`/ajax/agenda-items/${items[0].id}/motions`, moved)).json.data.motions.at(-1);
    const opened = await desk.post(`/ajax/motions/${motion.id}/votes`, { way });
    const vote = opened.json.data.motions.at(-1).votes[0].id;
    for (const member of voters)
      await stage.clientOf(member).put(`/ajax/votes/${vote}/ballot`, { choice: 'for', key: randomUUID() });
    await desk.post(`/ajax/votes/${vote}/close`, {});
  }
  server.context.clock.advance({ minutes: 60 });
  await desk.post(path('room/phase'), { to: 'adjourned' });
  const circulated = await desk.post(path('minutes/circulate'), {});
  const resolutionId: string = circulated.json.data.minutes.decision.resolution_id;
  await desk.post(`/ajax/written-resolutions/${resolutionId}/circulate`, { revision: 1 });
  for (const member of voters)
    await stage.clientOf(member).put(`/ajax/written-resolutions/${resolutionId}/ballot`, { choice: 'for', reason: '' });
  expect((await desk.get(path('minutes'))).json.data.minutes.state).toBe('approved');
  await server.context.runJobs();
  return { stage, resolutionId };
}

async function read(context: TestContext, client: TestClient, { stage, resolutionId }: Record) {
  const board = `?board=${stage.board.id}`;
  const pdfs = [
    await client.get(`/meetings/${stage.meeting.id}/minutes/pdf${board}`),
    await client.get(`/resolutions/${resolutionId}/pdf${board}`),
  ];
  const digests = await asSuperuser(context, async (db) => {
    const found: string[] = [];
    for (const table of finalTables) {
      const { rows } = await db.query(
        `select coalesce(string_agg(row.words, E'\\n' order by row.words), '') as words
         from (select to_jsonb(t)::text as words from ${table} t where t.board_id = $1) row`,
        [stage.board.id],
      );
      found.push(`${table} ${createHash('sha256').update(String(rows[0]?.words)).digest('hex')}`);
    }
    return found;
  });
  const seen = [
    await client.get(stage.path('minutes')),
    await client.get(stage.path('motions')),
    await client.get(`/ajax/resolutions/${resolutionId}`),
  ];
  return {
    pdfs: pdfs.map(({ status, bytes }) => [status, bytes.toString('base64')]),
    digests,
    seen: seen.map(({ json }) => json),
  };
}

async function liveAYear(context: TestContext): Promise<void> {
  const names = productJobs(context).flatMap(({ name, schedule }) => (schedule === undefined ? [] : [name]));
  expect(names.length).toBeGreaterThan(10);
  for (let month = 0; month < 13; month += 1) {
    context.clock.advance({ minutes: 30 * 24 * 60 });
    for (const name of names) await addJob(context.db, { name, payload: {} });
    await context.runJobs();
  }
}

test('final minutes and resolutions are the same to the byte after a restore and a year of jobs', async () => {
  const record = await decide();
  const before = await read(server.context, record.stage.desk, record);
  for (const [status, pdf] of before.pdfs) {
    expect(status).toBe(200);
    expect(Buffer.from(String(pdf), 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  }
  const scratch = await mkdtemp(join(tmpdir(), 'dais-final-'));
  const folder = join(scratch, 'backup');
  await makeBackup(configOf(server.context, server.context.config.dataDir), folder, silent);
  const database = await createTestDatabase('template0');
  const config = configOf(database, join(scratch, 'data'));
  await restoreBackup(config, folder, silent);
  const restored = await createTestContext({}, { database, ...(await openStorage(config.storage)) });
  restored.clock.set(server.context.clock.now());
  const app = await createApp(restored);
  try {
    const [chair] = record.stage.voters;
    expect(await read(restored, await signIn(app, restored, chair), record)).toEqual(before);
    await liveAYear(restored);
    const { pdfs, digests } = await read(restored, await signIn(app, restored, chair), record);
    expect({ pdfs, digests }).toEqual({ pdfs: before.pdfs, digests: before.digests });
  } finally {
    await app.close();
    await restored.stop();
    await rm(scratch, { recursive: true, force: true });
  }
});
