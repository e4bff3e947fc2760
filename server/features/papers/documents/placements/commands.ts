import { sql } from 'kysely';
import type { DocumentHomeInput } from '#contract/documents.ts';
import { limits } from '#contract/fields.ts';
import { positionGap, positionsBetween } from '#domain/list-positions.ts';
import { uploadMessages } from '#domain/messages/documents.ts';
import type { Config } from '#server/config.ts';
import { selectRows, updateRow } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { takePositions } from '#server/db/take-positions.ts';
import { refuseBeyond, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import type { DocumentHome } from '#server/features/papers/documents/ports.ts';
import { homeOf, homeOfPlacement } from '#server/features/papers/documents/ports.ts';
import { homeIdOf, type LoadedDocument } from '#server/features/papers/documents/queries.ts';

export async function moveDocument(
  scope: BoardScope,
  config: Pick<Config, 'editsCloseMinutesAfter'>,
  document: LoadedDocument,
  to: { readonly place: DocumentHomeInput; readonly beforeId: string | null },
): Promise<void> {
  if (to.beforeId === document.id) return;
  const home = await loadPlacementHome(scope, to.place, { lock: 'update' });
  const noun = homeOf(scope, home);
  const isSameHome = home.kind === document.home.kind && homeIdOf(home) === homeIdOf(document.home);
  if (!isSameHome) throw refused(noun.documentStaysMessage);
  await noun.refuseOrdering(scope, config, home);
  const position = await freePosition(scope, to.place, { beforeId: to.beforeId, besides: document.id });
  await updateRow(scope, 'documents', document.id, {
    position,
    ...(home.kind === 'meeting' ? { agenda_item_id: null, meeting_id: null } : {}),
    [placementColumns[to.place.kind]]: to.place.id,
  });
  const detail = {
    ...(home.kind === 'meeting' ? { meeting_id: home.id } : {}),
    ...(to.place.kind === 'agenda-item' ? { agenda_item_id: to.place.id } : {}),
    ...(home.kind === 'announcement' ? { announcement_id: home.id } : {}),
    ...(home.kind === 'resolution' ? { resolution_id: home.id } : {}),
  };
  await audit(scope, 'document.moved', { kind: 'document', id: document.id }, detail);
  await publishHomeChanged(scope, home);
}

export const loadPlacementHome = (
  scope: BoardScope,
  placement: DocumentHomeInput,
  // Set `lock` so that concurrent additions get different positions.
  options: { readonly lock?: 'update' } = {},
): Promise<DocumentHome> => homeOfPlacement(scope, placement).open(scope, placement, options);

export const placementColumns = {
  'agenda-item': 'agenda_item_id',
  meeting: 'meeting_id',
  category: 'category_id',
  folder: 'folder_id',
  announcement: 'announcement_id',
  resolution: 'written_resolution_id',
} as const satisfies Readonly<Record<DocumentHomeInput['kind'], string>>;

async function listPositions(
  scope: BoardScope,
  placement: DocumentHomeInput,
): Promise<readonly { readonly id: string; readonly position: number }[]> {
  return selectRows(scope, 'documents', { deleted_at: null })
    .select(['id', 'position'])
    .where(placementColumns[placement.kind], '=', placement.id)
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Does not count documents in `besides`. The caller must have locked the home. */
export async function refuseFullPlacement(
  scope: BoardScope,
  placement: DocumentHomeInput,
  more: { readonly count: number; readonly besides: readonly string[] } = { count: 1, besides: [] },
): Promise<{ readonly position: number | null }> {
  const { position, count } = await selectRows(scope, 'documents', { deleted_at: null })
    .select((eb) => [eb.fn.max('position').as('position'), eb.fn.countAll<number>().as('count')])
    .where(placementColumns[placement.kind], '=', placement.id)
    .where(sql<boolean>`id <> all(${[...more.besides]}::uuid[])`)
    .executeTakeFirstOrThrow();
  const most = documentsMax[placement.kind];
  refuseBeyond({ present: Number(count), adding: more.count, most }, uploadMessages.placeFull);
  return { position };
}

const documentsMax = {
  'agenda-item': limits.documentsPerItemMax,
  meeting: limits.documentsPerItemMax,
  category: limits.documentsPerFolderMax,
  folder: limits.documentsPerFolderMax,
  announcement: limits.documentsPerItemMax,
  resolution: limits.documentsPerItemMax,
} as const satisfies Readonly<Record<DocumentHomeInput['kind'], number>>;

/** Appends if `beforeId` is unknown. The caller must have locked the home. */
export async function freePositions(
  scope: BoardScope,
  placement: DocumentHomeInput,
  to: { readonly beforeId: string | null; readonly count: number; readonly besides?: readonly string[] },
): Promise<readonly number[]> {
  const besides = to.besides ?? [];
  const end = await refuseFullPlacement(scope, placement, { count: to.count, besides });
  const atEnd = to.beforeId === null ? positionsBetween(end.position, null, to.count) : null;
  if (atEnd !== null) return atEnd;
  const present = (await listPositions(scope, placement)).filter((each) => !besides.includes(each.id));
  return takePositions(scope, 'documents', { present, beforeId: to.beforeId, count: to.count });
}

export async function freePosition(
  scope: BoardScope,
  placement: DocumentHomeInput,
  to: { readonly beforeId: string | null; readonly besides?: string },
): Promise<number> {
  const besides = to.besides === undefined ? [] : [to.besides];
  const [position] = await freePositions(scope, placement, { beforeId: to.beforeId, count: 1, besides });
  return position ?? positionGap;
}

export const publishHomeChanged = (
  scope: BoardScope,
  home: DocumentHome,
  documentId: string | null = null,
): Promise<void> => homeOf(scope, home).publishChanged(scope, home, documentId);
