import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { ownFolder } from '#tests/support/test-folder.ts';
import { lockFolder } from './folder-lock.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
let dataDir: string;
let file: string;

beforeEach(() => {
  dataDir = ownFolder();
  file = join(dataDir, 'postgres.lock');
});

async function lockOf(changes: Readonly<Record<string, unknown>>): Promise<void> {
  const lock = await lockFolder(dataDir, quiet);
  const holder = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  await lock.release();
  await writeFile(file, JSON.stringify({ ...holder, token: 'theirs', ...changes }));
}

test('only one of many concurrent attempts gets the folder lock, which can be taken again after its release', async () => {
  const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(dataDir, quiet)));
  const held = attempts.filter((attempt) => attempt.status === 'fulfilled');
  expect(held).toHaveLength(1);
  await held[0]?.value.release();
  await (await lockFolder(dataDir, quiet)).release();
  expect(await readdir(dataDir)).toEqual([]);
});

test('a process that reuses a dead holder’s process id is not mistaken for the holder of the lock', async () => {
  await lockOf({ beginning: 'long ago' });
  await (await lockFolder(dataDir, quiet)).release();
});

test('an empty lock file left by a power failure is not treated as a lock', async () => {
  await writeFile(file, '');
  await (await lockFolder(dataDir, quiet)).release();
});

test('a lock holder in another container is considered dead once it stops touching the lock file', async () => {
  await lockOf({ space: 'another container' });
  await (await lockFolder(dataDir, quiet, { silence: 100 })).release();

  await lockOf({ space: 'another container' });
  const beat = setInterval(() => void utimes(file, new Date(), new Date()), 20);
  const attempt = lockFolder(dataDir, quiet, { silence: 200 });
  await expect(attempt).rejects.toThrow(`Another Dais server is using the data folder ${dataDir}.`);
  clearInterval(beat);
});

test('releasing a folder lock does not remove the lock of a new holder', async () => {
  const lock = await lockFolder(dataDir, quiet);
  await writeFile(file, 'theirs');
  await lock.release();
  expect(await readFile(file, 'utf8')).toBe('theirs');
});
