import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { minutesMessages } from '#domain/messages/meeting-minutes.ts';
import { richTextToPlainText } from '#domain/rich-text.ts';
import { message } from '#tests/support/boardroom.ts';
import type { TestClient } from '#tests/support/client.ts';
import { paragraph } from '#tests/support/minutes.ts';
import { minutesStage } from '#tests/support/minutes-stage.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeWithheld } from '#tests/support/withheld.ts';

const server = testApp();
const { stage, minutes } = minutesStage(server);
const { ada, bea, dora, sol } = stage;
const pdfFor = (client: TestClient, rest = '') =>
  client.get(`/meetings/${stage.meeting.id}/minutes/file?board=${stage.board.id}${rest}`);
const pdfReader = 'pdftotext';
const textOf = (pdf: Buffer): string => execFileSync(pdfReader, ['-', '-'], { input: pdf }).toString();

test('all readers get the same stored PDF of approved minutes, and the PDF of a draft is marked as a draft', async () => {
  await minutes.hold();
  await minutes.save(1, 'The price was discussed.', 0);
  expect((await pdfFor(sol)).status).toBe(404);
  const draft = await pdfFor(bea);
  expect(draft.headers['content-type']).toBe('application/pdf');
  expect(textOf(draft.bytes)).toContain('Draft');
  await minutes.circulate();
  await minutes.place();
  // Other tests have queued jobs that would slow this one down.
  await stage.query(`delete from graphile_worker._private_jobs where key like 'make-minutes-file:%'`);
  await minutes.close(await minutes.vote());
  expect(message(await pdfFor(bea))).toBe(minutesMessages.fileNotMade);
  await server.context.runJobs(['make-minutes-file']);
  const [one, other] = [await pdfFor(bea), await pdfFor(sol)];
  expect(one.bytes.equals(other.bytes)).toBe(true);
  const text = textOf(one.bytes);
  expect(text).toContain('The price was discussed.');
  expect(text).not.toContain('Draft');
  expect(text.match(/Cleo Byron/g)).toHaveLength(4);
  expect(text).toMatch(/Called to order at [\d:]+ [AP]M, adjourned at/);
  const { bytes } = await stage.inBoard((tx) =>
    tx.selectFrom('minutes_files').select('bytes').executeTakeFirstOrThrow(),
  );
  expect(one.bytes.equals(bytes)).toBe(true);
}, 60_000);

test('every circulated version gets a PDF that never changes, in which items later withheld from the reader are masked', async () => {
  await minutes.hold();
  await minutes.save(1, 'zqxsecret words', 0);
  await minutes.circulate();
  await server.context.runJobs(['make-minutes-file']);
  const sent = (await pdfFor(sol)).bytes;
  for (const words of ['Draft, version 1', 'zqxsecret']) expect(textOf(sent)).toContain(words);
  expect((await pdfFor(bea)).bytes.equals(sent)).toBe(true);
  await minutes.save(1, 'The price was discussed at length.', 1);
  expect((await pdfFor(sol)).bytes.equals(sent)).toBe(true);
  const correction = textOf((await pdfFor(bea)).bytes);
  expect(correction).toContain('at length');
  expect(correction).not.toContain('version 1');
  await minutes.circulate();
  await server.context.runJobs(['make-minutes-file']);
  const next = textOf((await pdfFor(sol)).bytes);
  for (const words of ['Draft, version 2', 'at length']) expect(next).toContain(words);
  const files = await stage.inBoard((tx) =>
    tx.selectFrom('minutes_files').select(['version', 'bytes']).orderBy('version').execute(),
  );
  expect(files.map(({ version }) => version)).toEqual([1, 2]);
  expect(files[0]?.bytes.equals(sent)).toBe(true);
  expect((await pdfFor(sol, '&version=1')).bytes.equals(sent)).toBe(true);
  await makeWithheld(server.context, { item: stage.item, from: dora, by: bea });
  const masked = textOf((await pdfFor(dora, '&version=1')).bytes);
  expect(masked).toContain('Draft, version 1');
  expect(masked).not.toContain('zqxsecret');
  expect((await pdfFor(sol, '&version=3')).status).toBe(404);
}, 60_000);

test('1,000 saves by two people writing at the same time lose no words', async () => {
  await minutes.begin();
  const words = Array.from({ length: 1_000 }, (_, nth) => `w${nth}`);
  const write = async (client: TestClient, own: readonly string[]): Promise<void> => {
    let { revision, notes } = await minutes.section(1, client);
    for (const word of own) {
      for (;;) {
        const text = `${richTextToPlainText(notes)} ${word}`.trim();
        const saved = (await client.patch(minutes.sectionPath(1), { revision, notes: paragraph(text) })).json.data;
        ({ revision, notes } = saved.section);
        if (saved.conflicts.length === 0) break;
      }
    }
  };
  await Promise.all([write(bea, words.slice(0, 500)), write(ada, words.slice(500))]);
  const kept = richTextToPlainText((await minutes.section(1)).notes).split(' ');
  expect(kept.toSorted()).toEqual(words.toSorted());
}, 240_000);
