import { holdDatabase } from './backup/reach-database.ts';
import { rotateRows } from './rotation/rotate-rows.ts';
import { openCommand, run } from './run-command.ts';
import { nextKey, readSecretKey, takeNextKey } from './secret-key.ts';

/** Run with `npm run rotate-secret-key` while no server is running. */
async function main(): Promise<void> {
  const { config, log } = openCommand(process.env);
  const { secretKey, secretKeyPrevious, dataDir } = config;
  if (secretKey !== null && secretKeyPrevious === null) {
    throw new Error('Set SECRET_KEY to the new key and SECRET_KEY_PREVIOUS to the old one.');
  }
  const isInFile = secretKey === null;
  const previous = secretKeyPrevious ?? (await readSecretKey({ configured: null, dataDir }));
  const key = secretKey ?? (await nextKey(dataDir));
  const rotated = await holdDatabase(config, log, ({ ownerUrl }) => rotateRows(ownerUrl, { key, previous }));
  if (isInFile) await takeNextKey(dataDir);
  process.stdout.write(
    `Sealed ${rotated.sealed} secrets again and changed ${rotated.addresses} secret addresses. Links in earlier mail and calendar subscriptions no longer work.\n`,
  );
}

run(main);
