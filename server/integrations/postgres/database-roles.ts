import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { readTextIfPresent } from '#server/file-system.ts';
import { writeOnce } from './folder-lock.ts';

export type DatabaseKeys = { readonly superuser: string; readonly owner: string; readonly app: string };

export async function databaseKeys(dataDir: string): Promise<DatabaseKeys> {
  const folder = join(dataDir, 'keys');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    superuser: await keptPassword(join(folder, 'database-superuser')),
    owner: await keptPassword(join(folder, 'database-owner')),
    app: await keptPassword(join(folder, 'database-app')),
  };
}

async function keptPassword(file: string): Promise<string> {
  const kept = await readTextIfPresent(file);
  if (kept !== null) return kept;
  // Read again, because concurrent starts must get the same key.
  await writeOnce(file, randomBytes(32).toString('base64url'));
  return readFile(file, 'utf8');
}

export const databaseName = 'dais';
export const ownerRole = 'dais_owner';
export const appRole = 'dais_app';

export const databaseUrl = (port: number, role: string, password: string, database = databaseName): string =>
  `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;

/** Can be called repeatedly, and sets the passwords each time. */
export async function ensureDatabaseAndRoles(superuserUrl: string, keys: DatabaseKeys): Promise<void> {
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const attributes = 'login nosuperuser nocreatedb nobypassrls noreplication';
    await ensureRole(client, ownerRole, `${attributes} createrole`, keys.owner);
    await ensureRole(client, appRole, `${attributes} nocreaterole`, keys.app);
    const found = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (found.rowCount === 0) await client.query(`create database ${databaseName} owner ${ownerRole}`);
    await client.query(`alter database ${databaseName} owner to ${ownerRole}`);
    await admitOnlyRoles(client, databaseName);
  } finally {
    await client.end();
  }
}

export async function admitOnlyRoles(client: Client, database: string): Promise<void> {
  const name = client.escapeIdentifier(database);
  await client.query(`revoke all on database ${name} from public`);
  await client.query(`grant connect on database ${name} to ${appRole}`);
}

async function ensureRole(client: Client, role: string, attributes: string, password: string): Promise<void> {
  const found = await client.query('select 1 from pg_roles where rolname = $1', [role]);
  const verb = found.rowCount === 0 ? 'create' : 'alter';
  await client.query(`${verb} role ${role} with ${attributes} password ${client.escapeLiteral(password)}`);
}
