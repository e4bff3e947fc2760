import { lchown, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PostgresLaunch } from './postgres-launch.ts';

/** Gives what stands at `path` to the user PostgreSQL runs as. */
export async function giveToPostgres(launch: PostgresLaunch, path: string): Promise<void> {
  if (launch.fileOwner !== undefined) await lchown(path, launch.fileOwner, launch.fileOwner);
}

/** Makes a folder that only the user PostgreSQL runs as may enter. */
export async function makePostgresFolder(launch: PostgresLaunch, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  await giveToPostgres(launch, folder);
}

/** Gives a whole cluster over unless it has been. The folder itself comes last, so that a cut start does it again. */
export async function giveClusterToPostgres(launch: PostgresLaunch, folder: string): Promise<void> {
  if (launch.fileOwner === undefined || (await stat(folder)).uid === launch.fileOwner) return;
  for (const name of await readdir(folder, { recursive: true })) await giveToPostgres(launch, join(folder, name));
  await giveToPostgres(launch, folder);
}
