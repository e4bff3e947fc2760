import { sql } from 'kysely';
import type { DocumentHomeInput } from '#contract/documents.ts';
import { limits } from '#contract/fields.ts';
import { positionGap, positionsBetween } from '#domain/list-positions.ts';
import { uploadMessages } from '#domain/messages/documents.ts';
import type { Config } from '#server/config.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { takePositions } from '#server/db/take-positions.ts';
import { refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import type { DocumentHome } from '#server/features/papers/documents/ports.ts';
import { homeIdOf, homeOf, homeOfPlacement, type LoadedDocument } from '#server/features/papers/documents/queries.ts';

/** Puts a document before another one of the same meeting or announcement, or last; only its own row is written. */
export async function moveDocument(
  scope: BoardScope,
  config: Pick<Config, 'editsCloseMinutesAfter'>,
  document: LoadedDocument,
  to: { readonly place: DocumentHomeInput; readonly beforeId: string | null },
): Promise<void> {
  if (to.beforeId === document.id) return;
  const home = await loadPlacementHome(scope, to.place, { lock: 'update' });
  const noun = homeOf(scope, home);
  const stays = home.kind === document.home.kind && homeIdOf(home) === homeIdOf(document.home);
  if (!stays) throw refused(noun.documentStaysMessage);
  await noun.refuseOrdering(scope, config, home);
  const position = await freePosition(scope, to.place, { beforeId: to.beforeId, besides: document.id });
  await scope.tx
    .updateTable('documents')
    // From one agenda item to another, or to the meeting itself.
    .set({
      position,
      ...(home.kind === 'meeting' ? { agenda_item_id: null, meeting_id: null } : {}),
      [placementColumns[to.place.kind]]: to.place.id,
    })
    .where('board_id', '=', scope.board.id)
    .where('id', '=', document.id)
    .execute();
  const detail = {
    ...(home.kind === 'meeting' ? { meeting_id: home.id } : {}),
    ...(to.place.kind === 'agenda-item' ? { agenda_item_id: to.place.id } : {}),
    ...(home.kind === 'announcement' ? { announcement_id: home.id } : {}),
  };
  await audit(scope, { action: 'document.moved', subjectKind: 'document', subjectId: document.id, detail });
  await publishHomeChanged(scope, home);
}

/** What a place belongs to, if the member may put documents there; 404 for a place that is not in sight. */
export const loadPlacementHome = (
  scope: BoardScope,
  place: DocumentHomeInput,
  // So that of many who put something there each finds a position of its own.
  options: { readonly lock?: 'update' } = {},
): Promise<DocumentHome> => homeOfPlacement(scope, place).open(scope, place, options);

/** The column that says that a document stands in a place of this kind. */
export const placementColumns = {
  'agenda-item': 'agenda_item_id',
  meeting: 'meeting_id',
  category: 'category_id',
  folder: 'folder_id',
  announcement: 'announcement_id',
} as const satisfies Readonly<Record<DocumentHomeInput['kind'], string>>;

/** The documents of a place in their order, as far as they can still be seen there. */
async function documentsOfPlace(
  scope: BoardScope,
  place: DocumentHomeInput,
): Promise<readonly { readonly id: string; readonly position: number }[]> {
  return scope.tx
    .selectFrom('documents')
    .select(['id', 'position'])
    .where('board_id', '=', scope.board.id)
    .where(placementColumns[place.kind], '=', place.id)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Where the last document of a place stands, and how many there are: what is put behind all needs no more. */
async function endOfPlace(
  scope: BoardScope,
  place: DocumentHomeInput,
  besides: readonly string[],
): Promise<{ readonly position: number | null; readonly count: number }> {
  const row = await scope.tx
    .selectFrom('documents')
    .select((eb) => [eb.fn.max('position').as('position'), eb.fn.countAll<number>().as('count')])
    .where('board_id', '=', scope.board.id)
    .where(placementColumns[place.kind], '=', place.id)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`id <> all(${[...besides]}::uuid[])`)
    .executeTakeFirstOrThrow();
  return { position: row.position, count: Number(row.count) };
}

/** Refuses what has no room there; answers where the last one stands. The place must be locked; `besides` do not count. */
export async function refuseFullPlacement(
  scope: BoardScope,
  place: DocumentHomeInput,
  more: { readonly count: number; readonly besides: readonly string[] } = { count: 1, besides: [] },
): Promise<{ readonly position: number | null }> {
  const end = await endOfPlace(scope, place, more.besides);
  const most = documentsMax[place.kind];
  if (end.count + more.count > most) throw refused(uploadMessages.placeFull(most));
  return end;
}

const documentsMax = {
  'agenda-item': limits.documentsPerItemMax,
  meeting: limits.documentsPerItemMax,
  category: limits.documentsPerFolderMax,
  folder: limits.documentsPerFolderMax,
  announcement: limits.documentsPerItemMax,
} as const satisfies Readonly<Record<DocumentHomeInput['kind'], number>>;

/**
 * Free positions in a place: before a document there, else behind all. Where there are none between two neighbours, the
 * place's documents are set apart anew. A document named that is not there (any more) is as good as none. The place must
 * be locked. Refused when the place is full; `besides` do not count.
 */
export async function freePositions(
  scope: BoardScope,
  place: DocumentHomeInput,
  to: { readonly beforeId: string | null; readonly count: number; readonly besides?: readonly string[] },
): Promise<readonly number[]> {
  const besides = to.besides ?? [];
  const end = await refuseFullPlacement(scope, place, { count: to.count, besides });
  const behindAll = to.beforeId === null ? positionsBetween(end.position, null, to.count) : null;
  if (behindAll !== null) return behindAll;
  const present = (await documentsOfPlace(scope, place)).filter((each) => !besides.includes(each.id));
  return takePositions(scope, 'documents', { present, beforeId: to.beforeId, count: to.count });
}

/** One free position, as above. */
export async function freePosition(
  scope: BoardScope,
  place: DocumentHomeInput,
  to: { readonly beforeId: string | null; readonly besides?: string },
): Promise<number> {
  const besides = to.besides === undefined ? [] : [to.besides];
  const [position] = await freePositions(scope, place, { beforeId: to.beforeId, count: 1, besides });
  return position ?? positionGap;
}

/** What follows when documents come to a place, go or move there; `documentId`: when one of them has changed alone. */
export const publishHomeChanged = (
  scope: BoardScope,
  home: DocumentHome,
  documentId: string | null = null,
): Promise<void> => homeOf(scope, home).publishChanged(scope, home, documentId);
