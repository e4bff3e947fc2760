import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { makeBackup } from './backup/make-backup.ts';
import { readConfig } from './config.ts';

const damagedShownMax = 20;

async function main(): Promise<void> {
  process.umask(0o077);
  const { values } = parseArgs({
    options: { to: { type: 'string' }, 'without-key': { type: 'boolean', default: false } },
  });
  if (!values.to) throw new Error('Usage: npm run backup -- --to FOLDER [--without-key]');
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env }, 'serve');
  const withKey = !values['without-key'];
  const log = pino({ level: config.logLevel }, process.stderr);
  const made = await makeBackup(config, values.to, log, { withKey });
  const rows = made.tables.reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(
    `Backed up ${rows} rows from ${made.tables.length} tables and ${made.files.length} files to ${values.to}.\n`,
  );
  process.stdout.write(
    withKey
      ? 'It contains the key of the installation and everything that people wrote. Protect it as well as the boards themselves.\n'
      : 'It contains everything that people wrote, but not the key. You need the key, kept elsewhere, to restore it.\n',
  );
  if (made.damaged.length === 0) return;
  const shown = made.damaged.slice(0, damagedShownMax).join('\n');
  process.stderr.write(
    `${made.damaged.length} files that documents refer to are missing or damaged in storage:\n${shown}\n`,
  );
  process.exitCode = 2;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
