import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { startEmbeddedPostgres } from '#server/integrations/postgres/start-embedded-postgres.ts';

vi.setConfig({ testTimeout: 60_000 });

const root = join(import.meta.dirname, '..');
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dais-tests-deploy-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The default folder is the first in PATH, so that the stand-in runs instead of the real program. */
async function standIn(name: string, script: string, into = join(folder, 'bin')): Promise<void> {
  await mkdir(into, { recursive: true });
  await writeFile(join(into, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(into, name), 0o755);
}

const runScript = (script: string, args: readonly string[], env: Readonly<Record<string, string>>) =>
  new Promise<{ readonly code: number; readonly out: string; readonly err: string }>((resolve) => {
    const surroundings = { PATH: `${folder}/bin:/usr/bin:/bin`, ...env };
    const child = execFile('sh', [script, ...args], { cwd: root, env: surroundings }, (_, out, err) =>
      resolve({ code: child.exitCode ?? 1, out, err }),
    );
  });

describe('a scheduled backup', () => {
  const backups = () => join(folder, 'backups');
  const settings = () => ({ BACKUP_DIR: backups(), BACKUPS_KEPT: '2', ENDS: '0' });
  const old = ['2026-11-01T020000Z', '2026-11-02T020000Z', '2026-11-03T020000Z'];
  const dated = /^\d{4}-\d\d-\d\dT\d{6}Z$/;
  const left = async () => (await readdir(backups())).toSorted();
  const runBackups = async (args: readonly string[], env: Readonly<Record<string, string>>) => {
    const script = join(folder, 'dais', 'deploy', 'backups.sh');
    await mkdir(dirname(script), { recursive: true });
    await copyFile(join(root, 'deploy', 'backups.sh'), script);
    return runScript(script, args, { ...env, PATH: '/usr/bin:/bin' });
  };
  const standInNode = (script: string) => standIn('node', script, join(folder, 'dais', 'node_modules', '.bin'));
  beforeEach(async () => {
    for (const name of [...old, 'notes']) await mkdir(join(backups(), name), { recursive: true });
    for (const name of old) await writeFile(join(backups(), name, 'manifest.sha256'), '');
    await standInNode('mkdir "$3" && touch "$3/manifest.sha256" && exit "$ENDS"');
  });

  test.each(['0', '2'])(
    'removes the oldest backups but no other folder if the backup program exits with code %s',
    async (code) => {
      const ended = await runBackups(['once'], { ...settings(), ENDS: code });
      expect(ended.code).toBe(Number(code));
      expect(await left()).toEqual(['2026-11-03T020000Z', expect.stringMatching(dated), 'notes']);
      expect(ended.out).toContain('Removed the backup 2026-11-01T020000Z: 2 are kept.');
    },
  );

  test('keeps all older backups if it fails, and the next run removes the incomplete one', async () => {
    await standInNode('mkdir -p "$3/database" && exit 1');
    expect((await runBackups(['once'], settings())).code).toBe(1);
    const [broken] = (await left()).filter((name) => !old.includes(name) && name !== 'notes');
    expect(broken).toMatch(dated);
    await standInNode('mkdir -p "$3" && touch "$3/manifest.sha256"');
    await runBackups(['once'], { ...settings(), BACKUPS_KEPT: '4' });
    expect(await left()).toEqual([...old, expect.stringMatching(dated), 'notes']);
  });

  test('is skipped while another backup is in progress', async () => {
    const goOn = join(folder, 'go-on');
    await standInNode(
      `mkdir "$3" && while [ -d ${folder} ] && [ ! -e ${goOn} ]; do sleep 0.05; done; touch "$3/manifest.sha256"`,
    );
    const first = runBackups(['once'], settings());
    await vi.waitFor(async () => expect(await left()).toHaveLength(5), 10_000);
    const second = await runBackups(['once'], settings());
    await writeFile(goOn, '');
    expect([second.code, second.err]).toEqual([1, `Another backup is being made in ${backups()}.\n`]);
    expect((await first).code).toBe(0);
    expect(await left()).toEqual(['2026-11-03T020000Z', expect.stringMatching(dated), 'notes']);
    expect((await runBackups(['once'], settings())).code).toBe(0);
  });

  test.each([
    ['BACKUPS_KEPT', ['0', '08', 'all']],
    ['BACKUP_HOUR', ['24', '2 pm']],
  ])('reports a wrong %s and removes nothing', async (name, wrong) => {
    for (const value of wrong) {
      const refused = await runBackups(['once'], { ...settings(), [name]: value });
      expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(`The setting ${name} is not right`)]);
    }
    expect(await left()).toEqual([...old, 'notes']);
  });

  test('can be set to an hour with a leading zero', async () => {
    expect((await runBackups(['once'], { ...settings(), BACKUP_HOUR: '08' })).code).toBe(0);
  });

  test('passes the check only if it is complete and at most 26 hours old', async () => {
    const check = () => runBackups(['check'], settings());
    expect((await check()).code).toBe(0);
    const before = new Date(Date.now() - 27 * 3_600_000);
    for (const name of old) await utimes(join(backups(), name, 'manifest.sha256'), before, before);
    await mkdir(join(backups(), '2026-11-04T020000Z'));
    const refused = { code: 1, err: `No whole backup of the last 26 hours is in ${backups()}.\n` };
    expect(await check()).toMatchObject(refused);
    await rm(backups(), { recursive: true });
    expect(await check()).toMatchObject(refused);
    await mkdir(backups());
    expect(await check()).toMatchObject(refused);
  });
});

describe('the roles of an external database', () => {
  const passwords = { OWNER_PASSWORD: "o'ne", SERVING_PASSWORD: 'two' };

  test('are not created if PostgreSQL is older than 16', async () => {
    await standIn('psql', `echo "$*" >> ${folder}/asked; echo 150004`);
    const ended = await runScript('deploy/database-roles.sh', [], passwords);
    expect([ended.code, ended.err]).toEqual([
      1,
      'PostgreSQL 16 or newer is needed; this server is PostgreSQL 15. Nothing was changed.\n',
    ]);
  });

  test.skipIf(!existsSync('/usr/bin/psql'))('get new passwords when the script runs again', async () => {
    const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
    const postgres = await startEmbeddedPostgres({ dataDir: folder, log, durability: 'none' });
    try {
      const superuser = new URL(postgres.superuserUrl);
      const [PGHOST, PGPORT, PGUSER] = [superuser.hostname, superuser.port, superuser.username];
      const env = { PGHOST, PGPORT, PGUSER, PGPASSWORD: decodeURIComponent(superuser.password) };
      for (const OWNER_PASSWORD of ['first', passwords.OWNER_PASSWORD]) {
        const ended = await runScript('deploy/database-roles.sh', [], { ...env, ...passwords, OWNER_PASSWORD });
        expect(ended).toMatchObject({ code: 0, err: '', out: expect.stringContaining('are there.') });
      }
      const url = (user: string, password: string) =>
        `postgres://${user}:${encodeURIComponent(password)}@${PGHOST}:${PGPORT}/dais`;
      await migrate({
        ownerUrl: url('dais_owner', passwords.OWNER_PASSWORD),
        servingUrl: url('dais_app', passwords.SERVING_PASSWORD),
      });
    } finally {
      await postgres.stop();
    }
  });
});
