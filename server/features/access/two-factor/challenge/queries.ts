import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { hashToken } from '#server/secrets.ts';

interface PendingFactors {
  readonly user_id: string;
  readonly has_app: boolean;
  readonly has_passkey: boolean;
}

export async function findPendingFactors(context: Context, token: string | undefined): Promise<PendingFactors> {
  if (token === undefined) throw new AppError('session-expired');
  const found = await sql<PendingFactors>`
    select user_id, has_app, has_passkey from gate.pending_factors(${hashToken(token)}, ${context.clock.now()})
  `.execute(context.db);
  const row = found.rows[0];
  if (!row) throw new AppError('session-expired');
  return row;
}
