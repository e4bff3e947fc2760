import { sql } from 'kysely';
import type { Connection } from '#contract/providers.ts';
import type { UserScope } from '#server/db/user-scope.ts';

interface ConnectionRow extends Omit<Connection, 'created_at' | 'last_used_at'> {
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

export async function listConnections({ tx, userId }: UserScope): Promise<Connection[]> {
  const found = await sql<ConnectionRow>`select * from gate.connections_of(${userId}::uuid)`.execute(tx);
  return found.rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }));
}

export interface SignInMethods {
  readonly has_password: boolean;
  readonly passkeys: number;
  readonly connections: number;
}

/** Locks the account until the transaction ends. */
export async function otherSignInMethods(
  { tx, userId }: UserScope,
  connectionId: string | null,
): Promise<SignInMethods> {
  const found = await sql<SignInMethods>`select * from gate.ways_in(${userId}::uuid, ${connectionId}::uuid)`.execute(
    tx,
  );
  const row = found.rows[0];
  if (!row) throw new Error('The account no longer exists.');
  return row;
}

export async function isSession({ tx, userId }: UserScope, sessionId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return found !== undefined;
}
