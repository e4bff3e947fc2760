import type { BoardScope } from '#server/db/board-scope.ts';
import type { DocumentHome, HomeKind } from './ports.ts';

/** Its meeting's, its announcement's, or its category's. */
export const idOfHome = (home: DocumentHome): string => (home.kind === 'library' ? home.categoryId : home.id);

/** The title of each meeting and announcement, the name of each category, by their ids. */
export async function namesOfHomes(
  scope: BoardScope,
  homes: readonly DocumentHome[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const kind of ['meeting', 'announcement', 'library'] as const satisfies readonly HomeKind[]) {
    const ids = homes.filter((home) => home.kind === kind).map(idOfHome);
    if (ids.length === 0) continue;
    for (const [id, name] of await scope.ports.homes[kind].listNames(scope, ids)) names.set(id, name);
  }
  return names;
}
