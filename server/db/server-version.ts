import type pg from 'pg';

/** The oldest PostgreSQL whose words the migrations use. */
const majorMin = 18;

/** Throws a sentence where an older PostgreSQL answers; its own complaint about a migration would name neither. */
export async function refuseOldServer(client: Pick<pg.Client, 'query'>): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as version",
  );
  const [server] = rows;
  if (server === undefined || server.number >= majorMin * 10_000) return;
  throw new Error(
    `The setting DATABASE_OWNER_URL is not right: PostgreSQL ${majorMin} or newer is needed, and it is ${server.version} there.`,
  );
}
