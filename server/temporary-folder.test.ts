import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { ownFolder } from '#tests/support/test-folder.ts';
import { ownTemporaryFolder } from './temporary-folder.ts';

const log = pino({ level: 'silent' });
let dataDir: string;

beforeEach(() => {
  dataDir = ownFolder();
});

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
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    folder: printed.toString().trim(),
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

test('startup removes the temporary folder of a killed process, but not that of a running process', async () => {
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

test('the temporary folder is private, becomes the default for temporary files, and can be removed', async () => {
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
