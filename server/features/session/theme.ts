import { sql } from 'kysely';
import type { Theme } from '../../../contract/start.ts';
import type { Context } from '../../context.ts';

/** The theme lives on the server, so that it is the same on every device. */
export async function rememberTheme(context: Context, userId: string, theme: Theme): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await sql`select set_config('dais.user_id', ${userId}, true)`.execute(tx);
    await tx.updateTable('users').set({ theme }).where('id', '=', userId).execute();
  });
}
