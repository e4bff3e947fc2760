import { inject } from 'vitest';
import { copyFolder } from './prepared-folder.ts';

/** Begins the data folder of a server as a copy of one that was started once and is empty, with all that keeps it from losing anything. */
export async function copyMigratedFolder(dataDir: string): Promise<void> {
  const response = await fetch(inject('preparedFolderDoor'));
  if (!response.ok) throw new Error(`No data folder was prepared: ${await response.text()}`);
  await copyFolder((await response.json()) as string, dataDir);
}
