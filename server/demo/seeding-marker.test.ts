import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { ownFolder } from '#tests/support/test-folder.ts';
import { emptyDemonstration, isDemonstration, seedWithMarker, wasSeedingCut } from './seeding-marker.ts';

const log = pino({ level: 'silent' });
let dataDir: string;

beforeEach(() => {
  dataDir = ownFolder();
});

test('an interrupted seeding is detected at the next startup, and its data is removed', async () => {
  const cut = seedWithMarker(dataDir, async () => {
    await writeFile(join(dataDir, 'half'), 'half');
    throw new Error('cut off');
  });
  await expect(cut).rejects.toThrow('cut off');
  expect(wasSeedingCut(dataDir)).toBe(true);
  await emptyDemonstration(dataDir, log);
  expect(await readdir(dataDir)).toEqual([]);
}, 60_000);

test('a completed seeding marks the folder as a demonstration', async () => {
  await seedWithMarker(dataDir, async () => undefined);
  expect([wasSeedingCut(dataDir), isDemonstration(dataDir)]).toEqual([false, true]);
});

test('seeding never empties a folder with other data', async () => {
  await writeFile(join(dataDir, 'minutes'), 'of a real board');
  await expect(emptyDemonstration(dataDir, log)).rejects.toThrow(
    'contains data that does not belong to the demonstration',
  );
  expect(await readdir(dataDir)).toEqual(['minutes']);
});
