import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder } from './folder-lock.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
let dataDir: string;
let file: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dais-lock-'));
  file = join(dataDir, 'postgres.lock');
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function lockOf(changes: Readonly<Record<string, unknown>>): Promise<void> {
  const lock = await lockFolder(dataDir, quiet);
  const holder = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  await lock.release();
  await writeFile(file, JSON.stringify({ ...holder, token: 'theirs', ...changes }));
}

test('of many who reach for the lock at once exactly one gets it', async () => {
  const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(dataDir, quiet)));
  const held = attempts.filter((attempt) => attempt.status === 'fulfilled');
  expect(held).toHaveLength(1);
  await held[0]?.value.release();
  expect(await readdir(dataDir)).toEqual([]);
});

test('a released lock can be taken again', async () => {
  await (await lockFolder(dataDir, quiet)).release();
  await (await lockFolder(dataDir, quiet)).release();
});

test('a process that got the number of a dead holder does not hold its lock', async () => {
  await lockOf({ beginning: 'long ago' });
  await (await lockFolder(dataDir, quiet)).release();
});

test('what a loss of power left of a lock is no lock', async () => {
  await writeFile(file, '');
  await (await lockFolder(dataDir, quiet)).release();
});

test('a holder in another container is believed dead after its silence, and alive while it touches the lock', async () => {
  await lockOf({ space: 'another container' });
  await (await lockFolder(dataDir, quiet, { silence: 100 })).release();

  await lockOf({ space: 'another container' });
  const beat = setInterval(() => void utimes(file, new Date(), new Date()), 20);
  const attempt = lockFolder(dataDir, quiet, { silence: 200 });
  await expect(attempt).rejects.toThrow(`Another Dais server uses the data folder ${dataDir}.`);
  clearInterval(beat);
});

test('releasing leaves the lock of whoever took over', async () => {
  const lock = await lockFolder(dataDir, quiet);
  await writeFile(file, 'theirs');
  await lock.release();
  expect(await readFile(file, 'utf8')).toBe('theirs');
});
