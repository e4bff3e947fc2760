import { inject } from 'vitest';
import { copyFolder } from './prepared-folder.ts';

/** Copies a prepared data folder, whose database is migrated and empty. */
export async function copyMigratedFolder(dataDir: string): Promise<void> {
  const response = await fetch(inject('preparedFolderDoor'));
  if (!response.ok) throw new Error(`No data folder was prepared: ${await response.text()}`);
  await copyFolder((await response.json()) as string, dataDir);
}
