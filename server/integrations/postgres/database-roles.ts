import { Client } from 'pg';
import type { DatabaseKeys } from './database-keys.ts';

export const databaseName = 'dais';
export const ownerRole = 'dais_owner';
export const appRole = 'dais_app';

/** `superuserUrl` connects to the maintenance database `postgres`. Doing it again changes nothing but passwords. */
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

/** Nobody but the roles of the product connects, and temporary tables are not for the serving role. */
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
