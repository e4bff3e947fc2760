import { reachDatabase } from './backup/reach-database.ts';
import { systemClock } from './clock.ts';
import { openDatabase } from './db/database.ts';
import { readCommand, usage } from './operator/command-line.ts';
import { openCommand, run } from './run-command.ts';
import { openKnownKey } from './secret-key.ts';
import { createSecrets } from './secrets.ts';

/** Run with `npm run admin -- COMMAND`. */
async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2));
  if (command === null) throw new Error(usage);
  const { config, log } = openCommand(process.env);
  const output = await reachDatabase(config, log, async (ownerUrl) => {
    const secrets = createSecrets(
      await openKnownKey(ownerUrl, { configured: config.secretKey, dataDir: config.dataDir }),
    );
    const onLost = (error: Error): void => log.warn({ err: error }, 'database connection lost');
    const { db, close } = openDatabase({ servingUrl: ownerUrl, connectionsMax: 1, onLost });
    return command({ db, clock: systemClock, config, secrets }).finally(close);
  });
  process.stdout.write(`${output}\n`);
}

run(main);
