import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { makeBackup } from '#server/backup/make-backup.ts';
import type { Manifest } from '#server/backup/manifest.ts';
import { type Config, readConfig } from '#server/config.ts';
import { asSuperuser, readContents } from './as-superuser.ts';
import { createTestContext, type TestContext, testSecretKey } from './context.ts';
import type { TestDatabase } from './database.ts';

export const silent = pino({ level: 'silent' });

export const configOf = (
  database: Pick<TestDatabase, 'ownerUrl' | 'servingUrl'>,
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Config =>
  readConfig(
    {
      SECRET_KEY: testSecretKey,
      DATA_DIR: dataDir,
      DATABASE_URL: database.servingUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
      ...env,
    },
    'serve',
  );

/** Excludes the migrations, which contain the time at which they ran. */
export const rowsOf = async (of: Pick<TestContext, 'pool'>): Promise<readonly string[]> =>
  (await asSuperuser(of, readContents)).filter((line) => !/^\w+\.migrations:/.test(line));

interface BackedUp {
  readonly context: TestContext;
  readonly folder: string;
  readonly manifest: Manifest;
  readonly scratch: string;
  newFolder(): Promise<string>;
}

/** The returned object is filled before the first test. */
export function backedUp(
  fill: (context: TestContext) => Promise<void>,
  env: Readonly<Record<string, string>> = {},
): BackedUp {
  const made = {} as BackedUp;
  beforeAll(async () => {
    const scratch = await mkdtemp(join(tmpdir(), 'dais-backup-'));
    const folder = join(scratch, 'backup');
    const context = await createTestContext();
    await fill(context);
    const manifest = await makeBackup(configOf(context, context.config.dataDir, env), folder, silent);
    Object.assign(made, { context, folder, manifest, scratch, newFolder: () => mkdtemp(join(scratch, 'x-')) });
  }, 120_000);
  afterAll(async () => {
    await made.context?.stop();
    if (made.scratch) await rm(made.scratch, { recursive: true, force: true });
  });
  return made;
}
