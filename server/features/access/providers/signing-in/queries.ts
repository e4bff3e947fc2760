import { sql } from 'kysely';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { listProviders } from '#contract/providers.ts';
import type { Context } from '#server/context.ts';
import { signInSealing } from '#server/features/access/providers/queries.ts';
import { hashToken } from '#server/secrets.ts';

export async function findConnection(
  context: Context,
  who: { readonly providerId: string; readonly issuer: string; readonly subject: string },
): Promise<FoundConnection | null> {
  const found = await sql<FoundConnection>`
    select * from gate.find_connection(${who.providerId}::uuid, ${who.issuer}, ${who.subject})
  `.execute(context.db);
  return found.rows[0] ?? null;
}

interface FoundConnection {
  readonly connection_id: string;
  readonly user_id: string;
  readonly email: string;
  readonly is_disabled: boolean;
  readonly has_second_factor: boolean;
  readonly counts_as_two_factors: boolean;
}

type Failure = NonNullable<AnswerOf<typeof listProviders>['failure']>['why'];

export async function lastFailure(
  { db, clock, secrets }: Context,
  browser: string | undefined,
): Promise<AnswerOf<typeof listProviders>['failure']> {
  if (browser === undefined) return null;
  const found = await sql<{ name: string; failure: Failure; sealed_detail: Buffer | null }>`
    select name, failure, sealed_detail from gate.failed_provider_sign_in(${hashToken(browser)}, ${clock.now()})
  `.execute(db);
  const row = found.rows[0];
  if (!row) return null;
  const detail = row.sealed_detail === null ? null : secrets.unseal(signInSealing, row.sealed_detail);
  return { name: row.name, why: row.failure, detail };
}
