import { type QueryExecutorProvider, sql } from 'kysely';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { BoardProvider, Connection, listProviders } from '#contract/providers.ts';
import type { ProviderKind } from '#domain/providers.ts';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { definePage, defineRows, type ResultOf } from '#server/db/page-statement.ts';
import { firstRow, selectValue } from '#server/db/select-value.ts';
import { type UserScope, withUserScope } from '#server/db/user-scope.ts';
import { notFound } from '#server/errors.ts';
import type { FetchRules } from '#server/integrations/oidc/bounded-fetch.ts';
import type { ProviderSettings } from '#server/integrations/oidc/provider-client.ts';
import { hashToken } from '#server/secrets.ts';

export const providerSealing = 'provider';
export const accountPage = '/account?view=security';
export const signInSealing = 'provider-sign-in';

export interface ProviderRow {
  readonly id: string;
  readonly kind: ProviderKind;
  readonly name: string;
  readonly issuer: string;
  readonly client_id: string;
  readonly sealed_secret: Buffer;
  readonly hosted_domain: string | null;
  readonly scope: string;
  readonly is_off: boolean;
}

export const findProvider = (db: QueryExecutorProvider, id: string): Promise<ProviderRow | null> =>
  firstRow(db, sql<ProviderRow>`select * from gate.find_provider(${id}::uuid)`);

/**
 * Each provider has its own redirect address, so that one cannot receive another's response (RFC 9700, section 4.4.2).
 */
export const redirectAddressOf = ({ appUrl }: Pick<Config, 'appUrl'>, id: string): string =>
  `${appUrl}/sign-in/provider/${id}/callback`;

export const settingsOf = ({ config, secrets }: Context, row: ProviderRow): ProviderSettings => ({
  rules: fetchRulesOf(config),
  issuer: row.issuer,
  clientId: row.client_id,
  clientSecret: secrets.unseal(providerSealing, row.sealed_secret),
  redirectAddress: redirectAddressOf(config, row.id),
  hostedDomain: row.hosted_domain,
  scope: row.scope,
});

export const fetchRulesOf = ({ oidcPrivateHosts }: Config): FetchRules => ({ privateHosts: oidcPrivateHosts });

export async function listOffered({ db }: Pick<Context, 'db'>): Promise<{ id: string; name: string }[]> {
  return (await sql<{ id: string; name: string }>`select id, name from gate.list_providers()`.execute(db)).rows;
}

export const boardProvider = definePage({}, ({ tx, board }) =>
  tx
    .selectFrom('boards')
    .select('provider_required as required')
    .select(
      sql<BoardProvider['provider']>`(
        select json_build_object('id', p.id, 'name', p.name, 'is_off', p.is_off) from gate.find_provider(boards.provider_id) p
      )`.as('provider'),
    )
    .where('id', '=', board.id),
);

export const offeredProviders = defineRows({}, ({ tx }) =>
  tx
    .selectFrom(sql<{ id: string; name: string }>`gate.list_providers()`.as('offered'))
    .select(['offered.id', 'offered.name']),
);

export async function readBoardProvider({ tx, now }: BoardScope): Promise<NonNullable<ResultOf<typeof boardProvider>>> {
  const row = await boardProvider.run(tx, {}, now);
  if (row === null) throw new Error('The current board has no row.');
  return row;
}

export const opensByProvider = (db: QueryExecutorProvider, token: string, providerId: string): Promise<boolean> =>
  selectValue(db, sql<boolean>`gate.opens_by_provider(${hashToken(token)}, ${providerId}::uuid)`);

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

export async function loadConnection(context: Context, userId: string, id: string): Promise<Connection> {
  const own = await withUserScope(context, userId, listConnections);
  const connection = own.find((each) => each.id === id);
  if (!connection) throw notFound();
  return connection;
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
  const row = await firstRow(
    tx,
    sql<SignInMethods>`select * from gate.ways_in(${userId}::uuid, ${connectionId}::uuid)`,
  );
  if (row === null) throw new Error('The account no longer exists.');
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

export const findConnection = (
  context: Context,
  who: { readonly providerId: string; readonly issuer: string; readonly subject: string },
): Promise<FoundConnection | null> =>
  firstRow(
    context.db,
    sql<FoundConnection>`select * from gate.find_connection(${who.providerId}::uuid, ${who.issuer}, ${who.subject})`,
  );

interface FoundConnection {
  readonly connection_id: string;
  readonly user_id: string;
  readonly email: string;
  readonly is_disabled: boolean;
  readonly has_second_factor: boolean;
  readonly counts_as_two_factors: boolean;
}

export type Failure = NonNullable<AnswerOf<typeof listProviders>['failure']>['why'];

export async function lastFailure(
  { db, clock, secrets }: Context,
  browser: string | undefined,
): Promise<AnswerOf<typeof listProviders>['failure']> {
  if (browser === undefined) return null;
  const row = await firstRow(
    db,
    sql<{ name: string; failure: Failure; sealed_detail: Buffer | null }>`
      select name, failure, sealed_detail from gate.failed_provider_sign_in(${hashToken(browser)}, ${clock.now()})
    `,
  );
  if (row === null) return null;
  const detail = row.sealed_detail === null ? null : secrets.unseal(signInSealing, row.sealed_detail);
  return { name: row.name, why: row.failure, detail };
}
