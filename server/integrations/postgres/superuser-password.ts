import { spawn } from 'node:child_process';
import { runToEnd } from './child-process.ts';
import { giveClusterToPostgres } from './file-owner.ts';
import { superuserName } from './initialise-cluster.ts';
import { launchCommand, type PostgresLaunch } from './postgres-launch.ts';

/**
 * Sets the superuser's password in a cluster that does not run, without knowing the old one: for a data folder whose
 * keys were lost or come from elsewhere. Whoever may do this owns the files anyway. Like initdb, PostgreSQL insists on
 * a user with a name here; the cluster is that user's afterwards.
 */
export async function resetSuperuserPassword(launch: PostgresLaunch, folder: string, password: string): Promise<void> {
  await giveClusterToPostgres(launch, folder);
  const args = ['--single', '-D', launch.folderName(folder), 'postgres'];
  const command = launchCommand(launch, launch.binaries.postgres, args, folder);
  const { code, output } = await runToEnd(
    () => spawn(command.file, command.args, { ...command.options, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true }),
    `alter role ${superuserName} with login superuser password '${password.replaceAll("'", "''")}'\n`,
  );
  if (code !== 0 || output.includes('ERROR:')) {
    throw new Error(`The database in ${folder} did not take a new password (ended with ${code}): ${output.trim()}`);
  }
}
