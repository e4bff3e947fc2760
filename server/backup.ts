import { parseArgs } from 'node:util';
import { makeBackup } from './backup/make-backup.ts';
import { openCommand, run } from './run-command.ts';

const damagedShownMax = 20;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, 'without-key': { type: 'boolean', default: false } },
  });
  if (!values.to) throw new Error('Usage: npm run backup -- --to FOLDER [--without-key]');
  const { config, log } = openCommand(process.env);
  const withKey = !values['without-key'];
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

run(main);
