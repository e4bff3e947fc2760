import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { seedHarbourStreet } from './seed-harbour.ts';
import { seedSailingClub } from './seed-sailing-club.ts';

/** Uses the product's commands; nothing else may run. */
export async function seedDemonstration(context: Context): Promise<void> {
  const today = context.clock.now();
  await seedHarbourStreet(context, today);
  await seedSailingClub(context, today);
}

export async function isEmptyInstallation(context: Context): Promise<boolean> {
  const found = await sql<{ yes: boolean }>`select gate.is_empty_installation() as yes`.execute(context.db);
  return found.rows[0]?.yes ?? false;
}
