import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { startEmbeddedPostgres } from '#server/integrations/postgres/start-embedded-postgres.ts';

const seedingOf = (dataDir: string): string => join(dataDir, 'seeding');
const filledOf = (dataDir: string): string => join(dataDir, 'demonstration');

export const wasSeedingCut = (dataDir: string): boolean => existsSync(seedingOf(dataDir));

export const isDemonstration = (dataDir: string): boolean => existsSync(filledOf(dataDir));

/** Syncs the marker to disk before the first row is written. */
export async function seedWithMarker(dataDir: string, seed: () => Promise<unknown>): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await using mark = await open(seedingOf(dataDir), 'w', 0o600);
  await mark.sync();
  await using folder = await open(dataDir, 'r');
  await folder.sync();
  await seed();
  await rename(seedingOf(dataDir), filledOf(dataDir));
}

/** Throws if the folder contains anything but demonstration data, or if a server is using it. */
export async function emptyDemonstration(dataDir: string, log: Logger): Promise<void> {
  if (!existsSync(dataDir)) return;
  if (!wasSeedingCut(dataDir) && !isDemonstration(dataDir)) throw new Error(foreignDataMessage(dataDir));
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  await postgres.stop();
  // Remove the markers last, so that the next run can continue an interrupted removal.
  const marks = [seedingOf(dataDir), filledOf(dataDir)];
  const entries = (await readdir(dataDir)).map((name) => join(dataDir, name));
  for (const entry of entries.filter((path) => !marks.includes(path))) await rm(entry, { recursive: true });
  for (const mark of marks) await rm(mark, { force: true });
}

export const foreignDataMessage = (dataDir: string): string =>
  `The folder ${dataDir} contains data that does not belong to the demonstration. Set DATA_DIR to another folder, or unset it.`;
