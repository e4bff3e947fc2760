import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { logos, type PictureKind, people } from './present.ts';

export async function findPictureOwner(context: Context, picture: string, readerId: string): Promise<string | null> {
  const { rows } = await sql<{ user_id: string | null }>`
    select gate.find_visible_picture(${people.url(picture)}, ${readerId}::uuid) as user_id
  `.execute(context.db);
  return rows[0]?.user_id ?? null;
}

export const isLogoUsed = async (context: Context, id: string): Promise<boolean> =>
  (await listUsedUrls(context, logos, [logos.url(id)])).length > 0;

export async function listUsedUrls(
  context: Context,
  kind: PictureKind,
  urls: readonly string[],
): Promise<readonly string[]> {
  const used = kind === people ? sql`gate.pictures_in_use` : sql`gate.logos_in_use`;
  const { rows } = await sql<{ url: string }>`select * from ${used}(${urls}::text[]) as url`.execute(context.db);
  return rows.map(({ url }) => url);
}
