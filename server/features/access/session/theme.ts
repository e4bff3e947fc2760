import type { Theme } from '#contract/start.ts';
import type { UserScope } from '#server/db/user-scope.ts';

/** The theme lives on the server, so that it is the same on every device. */
export async function rememberTheme(scope: UserScope, theme: Theme): Promise<void> {
  await scope.tx.updateTable('users').set({ theme }).where('id', '=', scope.userId).execute();
}
