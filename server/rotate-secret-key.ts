import { pino } from 'pino';
import { holdDatabase } from './backup/reach-database.ts';
import { readConfig } from './config.ts';
import { rotateRows } from './rotation/rotate-rows.ts';
import { nextKey, readSecretKey, takeNextKey } from './secret-key.ts';

/** Run with `npm run rotate-secret-key` while no server is running. */
async function main(): Promise<void> {
  process.umask(0o077);
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env }, 'serve');
  const { secretKey, secretKeyPrevious, dataDir } = config;
  if (secretKey !== null && secretKeyPrevious === null) {
    throw new Error('Set SECRET_KEY to the new key and SECRET_KEY_PREVIOUS to the old one.');
  }
  const isInFile = secretKey === null;
  const previous = secretKeyPrevious ?? (await readSecretKey({ configured: null, dataDir }));
  const key = secretKey ?? (await nextKey(dataDir));
  const log = pino({ level: config.logLevel }, process.stderr);
  const rotated = await holdDatabase(config, log, ({ ownerUrl }) => rotateRows(ownerUrl, { key, previous }));
  if (isInFile) await takeNextKey(dataDir);
  process.stdout.write(
    `Sealed ${rotated.sealed} secrets again and changed ${rotated.addresses} secret addresses. Links in earlier mail and calendar subscriptions no longer work.\n`,
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
