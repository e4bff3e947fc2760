import { pino } from 'pino';
import { readConfig } from './config.ts';
import { addDemoPages } from './demo/own-pages.ts';
import { signInLines } from './demo/people.ts';
import { isEmptyInstallation, seedDemonstration } from './demo/seed.ts';
import {
  emptyDemonstration,
  foreignDataMessage,
  isDemonstration,
  seedWithMarker,
  wasSeedingCut,
} from './demo/seeding-marker.ts';
import { stopOnSignal } from './prepare-start.ts';
import { run } from './run-command.ts';
import { startServer } from './start-server.ts';

const withoutOffice =
  'LibreOffice is not installed or cannot run here: Word, Excel and PowerPoint papers can be downloaded, but not read in the browser or in a board book.';

/** Run with `npm run demo`. Add `-- --fresh` to reset the data folder. */
async function main(): Promise<void> {
  const config = readConfig({ LOG_LEVEL: 'error', ...process.env }, 'demo');
  if (config.database || config.smtpUrl) {
    throw new Error(
      'The demonstration has its own database and mail. Unset DATABASE_URL, DATABASE_OWNER_URL and SMTP_URL.',
    );
  }
  const isFresh = process.argv.includes('--fresh');
  if (isFresh || wasSeedingCut(config.dataDir))
    await emptyDemonstration(config.dataDir, pino({ level: config.logLevel }));
  const server = await startServer(config, {
    async prepare(context) {
      if (!(await isEmptyInstallation(context))) {
        if (!isDemonstration(config.dataDir)) throw new Error(foreignDataMessage(config.dataDir));
        return;
      }
      process.stdout.write('Creating the demonstration. This takes a few seconds, only the first time.\n');
      await seedWithMarker(config.dataDir, () => seedDemonstration(context));
    },
    extend: addDemoPages,
  });
  stopOnSignal({ log: server.context.log, stop: server.stop });
  process.stdout.write(signInLines(server.context.config));
  if (server.context.office === null) process.stdout.write(`\n${withoutOffice}\n`);
}

run(main);
