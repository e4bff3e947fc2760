import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownTemporaryFolder } from './temporary-folder.ts';

const log = pino({ level: 'silent' });
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dais-temporary-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Killed by the test while a paper is in its folder. */
async function otherProcess(): Promise<{ readonly folder: string; kill(): Promise<void> }> {
  const program = `
    import { mkdtempSync, writeFileSync } from 'node:fs';
    import { tmpdir } from 'node:os';
    import { pino } from 'pino';
    import { ownTemporaryFolder } from './server/temporary-folder.ts';
    const { path, swept } = await ownTemporaryFolder(process.argv[1], pino({ level: 'silent' }));
    await swept;
    writeFileSync(mkdtempSync(tmpdir() + '/dais-file-') + '/file', 'a paper');
    console.log(path);
    setInterval(() => undefined, 60_000);
  `;
  const root = join(import.meta.dirname, '..');
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    folder: said.toString().trim(),
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

test('what a killed process left is gone after the next start, and what a living one has stays', async () => {
  const [killed, living] = [await otherProcess(), await otherProcess()];
  try {
    await killed.kill();
    expect(await readdir(killed.folder)).toHaveLength(1);
    const own = await ownTemporaryFolder(dataDir, log);
    await own.swept;
    expect((await readdir(join(dataDir, 'temporary'))).filter((name) => !name.endsWith('.lock')).sort()).toEqual(
      [own.path, living.folder].map((path) => path.split('/').at(-1)).sort(),
    );
    expect(await readdir(living.folder)).toHaveLength(1);
    await own.remove();
  } finally {
    await living.kill();
  }
});

test('it is for this user alone, is where temporary files go, and is gone at the end with what is in it', async () => {
  const before = tmpdir();
  const own = await ownTemporaryFolder(dataDir, log);
  expect(tmpdir()).toBe(own.path);
  expect((await stat(own.path)).mode & 0o777).toBe(0o700);
  await mkdir(join(own.path, 'dais-book-x'));
  await writeFile(join(own.path, 'dais-book-x', 'book'), 'a paper');
  await own.remove();
  expect(tmpdir()).toBe(before);
  expect(await readdir(join(dataDir, 'temporary'))).toEqual([]);
});
