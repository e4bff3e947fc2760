import { type QueryExecutorProvider, sql } from 'kysely';
import type { ProviderKind } from '#domain/providers.ts';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import type { FetchRules } from '#server/integrations/oidc/bounded-fetch.ts';
import type { ProviderSettings } from '#server/integrations/oidc/provider-client.ts';

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

export async function findProvider(db: QueryExecutorProvider, id: string): Promise<ProviderRow | null> {
  const found = await sql<ProviderRow>`select * from gate.find_provider(${id}::uuid)`.execute(db);
  return found.rows[0] ?? null;
}

/**
 * Each provider has its own redirect address, so that one cannot receive another's response (RFC 9700, section 4.4.2).
 */
export const redirectAddressOf = ({ appUrl }: Pick<Config, 'appUrl'>, id: string): string =>
  `${appUrl}/sign-in/provider/${id}/callback`;

export const settingsOf = ({ config, secrets }: Context, row: ProviderRow): ProviderSettings => ({
  issuer: row.issuer,
  clientId: row.client_id,
  clientSecret: secrets.unseal(providerSealing, row.sealed_secret),
  redirectAddress: redirectAddressOf(config, row.id),
  hostedDomain: row.hosted_domain,
  scope: row.scope,
});

export const fetchRulesOf = ({ config }: Pick<Context, 'config'>): FetchRules => ({
  privateHosts: config.oidcPrivateHosts,
});

interface NamedProvider {
  readonly id: string;
  readonly name: string;
}

export async function listOffered({ db }: Pick<Context, 'db'>): Promise<NamedProvider[]> {
  const found = await sql<NamedProvider>`select id, name from gate.list_providers()`.execute(db);
  return found.rows.map(({ id, name }) => ({ id, name }));
}
