import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** A program of this name that does what `script` says stands before all others. */
async function standIn(name: string, script: string): Promise<void> {
  await mkdir(join(folder, 'bin'), { recursive: true });
  await writeFile(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, 'bin', name), 0o755);
}

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const run = (script: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> =>
  new Promise((resolve) => {
    const surroundings = { PATH: `${folder}/bin:/usr/bin:/bin`, ...env };
    const child = execFile('sh', [join('deploy', script), ...args], { cwd: root, env: surroundings }, (_, out, err) =>
      resolve({ code: child.exitCode ?? 1, out, err }),
    );
  });

describe('backups by the clock', () => {
  const backups = () => join(folder, 'backups');
  const settings = () => ({ BACKUP_DIR: backups(), BACKUPS_KEPT: '2', ENDS: '0' });
  const old = ['2026-11-01T020000Z', '2026-11-02T020000Z', '2026-11-03T020000Z'];
  beforeEach(async () => {
    for (const name of [...old, 'notes']) await mkdir(join(backups(), name), { recursive: true });
    // `server/backup.ts --to FOLDER`
    await standIn('node', 'mkdir "$3" && echo made && exit "$ENDS"');
  });

  test.each(['0', '2'])(
    'M38 a new one that ends with %s takes the place of the oldest; what is none stays',
    async (code) => {
      const ended = await run('backups.sh', ['once'], { ...settings(), ENDS: code });
      expect(ended.code).toBe(Number(code));
      const left = (await readdir(backups())).toSorted();
      expect(left).toEqual(['2026-11-03T020000Z', expect.stringMatching(/^\d{4}-\d\d-\d\dT\d{6}Z$/), 'notes']);
      expect(ended.out).toContain('Removed the backup 2026-11-01T020000Z: 2 are kept.');
    },
  );

  test('M38 one that fails costs no old one, and a wrong number nothing', async () => {
    await standIn('node', 'exit 1');
    expect((await run('backups.sh', ['once'], settings())).code).toBe(1);
    for (const kept of ['0', 'all']) {
      const refused = await run('backups.sh', ['once'], { ...settings(), BACKUPS_KEPT: kept });
      expect([refused.code, refused.err]).toEqual([
        1,
        expect.stringContaining('The setting BACKUPS_KEPT is not right'),
      ]);
    }
    expect((await readdir(backups())).toSorted()).toEqual([...old, 'notes']);
  });
});

describe('the roles of a database of one’s own', () => {
  const passwords = { OWNER_PASSWORD: "o'ne", SERVING_PASSWORD: 'two' };

  test('M33 an older PostgreSQL is named before anything is changed', async () => {
    await standIn('psql', `echo "$*" >> ${folder}/asked; echo 170004`);
    const ended = await run('database-roles.sh', [], passwords);
    expect([ended.code, ended.err]).toEqual([
      1,
      'PostgreSQL 18 or newer is wanted; this server is PostgreSQL 17. Nothing was changed.\n',
    ]);
  });

  test.skipIf(!existsSync('/usr/bin/psql'))(
    'M33 run twice it changes the passwords, and Dais migrates there',
    async () => {
      const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
      const postgres = await startEmbeddedPostgres({ dataDir: folder, log, durability: 'none' });
      try {
        const superuser = new URL(postgres.superuserUrl);
        const [PGHOST, PGPORT, PGUSER] = [superuser.hostname, superuser.port, superuser.username];
        const env = { PGHOST, PGPORT, PGUSER, PGPASSWORD: decodeURIComponent(superuser.password) };
        for (const OWNER_PASSWORD of ['first', passwords.OWNER_PASSWORD]) {
          const ended = await run('database-roles.sh', [], { ...env, ...passwords, OWNER_PASSWORD });
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
    },
  );
});
