import { parseArgs } from 'node:util';
import { restoreBackup } from './backup/restore-backup.ts';
import { openCommand, run } from './run-command.ts';

/** Run with `npm run restore -- --from FOLDER`. The installation must be empty. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { from: { type: 'string' } } });
  if (!values.from) throw new Error('Usage: npm run restore -- --from FOLDER');
  const { config, log } = openCommand(process.env);
  const restored = await restoreBackup(config, values.from, log);
  const rows = restored.tables.reduce((sum, table) => sum + table.rows, 0);
  const place = config.database ? 'the database in DATABASE_URL' : `the embedded database of ${config.dataDir}`;
  process.stdout.write(
    `Restored ${rows} rows into ${place} and ${restored.files.length} files, as they were on ${restored.made_at}. Mail that was waiting at that time will be sent when a server starts.\n`,
  );
}

run(main);
