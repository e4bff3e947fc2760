import { sql } from 'kysely';
import type { SiteProvider } from '#contract/providers.ts';
import type { Context } from '#server/context.ts';
import { withUserScope } from '#server/db/user-scope.ts';
import { presentProvider, type SiteProviderRow } from './present.ts';

/**
 * Returns the same id until the provider is added, because the admin may already have registered a redirect address
 * that contains it.
 */
export async function findNextId(context: Context, byUserId: string): Promise<string> {
  const added = await withUserScope(context, byUserId, ({ tx }) =>
    tx
      .selectFrom('account_entries')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', byUserId)
      .where('action', '=', 'provider.added')
      .executeTakeFirstOrThrow(),
  );
  return uuidOf(context.secrets.derive('next-provider', `${byUserId}|${added.count}`));
}

/** Formats the bytes as a random UUID (RFC 9562, section 5.4). */
function uuidOf(random: Buffer): string {
  const bytes = Buffer.from(random.subarray(0, 16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export async function listSiteProviders(context: Context, byUserId: string): Promise<SiteProvider[]> {
  const found = await sql<SiteProviderRow>`select * from gate.site_providers(${byUserId}::uuid)`.execute(context.db);
  return found.rows.map((row) => presentProvider(context.config, row));
}
