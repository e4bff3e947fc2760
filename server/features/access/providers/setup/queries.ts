import { sql } from 'kysely';
import type { SiteProvider } from '#contract/providers.ts';
import type { Context } from '#server/context.ts';
import { presentProvider, type SiteProviderRow } from './present.ts';

export async function listSiteProviders(context: Context, byUserId: string): Promise<SiteProvider[]> {
  const found = await sql<SiteProviderRow>`select * from gate.site_providers(${byUserId}::uuid)`.execute(context.db);
  return found.rows.map((row) => presentProvider(context.config, row));
}
