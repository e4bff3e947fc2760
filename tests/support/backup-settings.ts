import { pino } from 'pino';
import { type Config, readConfig } from '#server/config.ts';
import { testSecretKey } from './context.ts';
import type { TestDatabase } from './database.ts';

/** What making a backup and restoring it write to the log of their command. */
export const silent = pino({ level: 'silent' });

/** The settings of an installation with this database, its key and a data folder of its own. */
export const configOf = (database: Pick<TestDatabase, 'ownerUrl' | 'servingUrl'>, dataDir: string): Config =>
  readConfig(
    {
      SECRET_KEY: testSecretKey,
      DATA_DIR: dataDir,
      DATABASE_URL: database.servingUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
    },
    'serve',
  );
