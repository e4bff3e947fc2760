import type { BodyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/library.ts';
import { positionGap } from '#domain/list-positions.ts';
import { libraryMessages } from '#domain/messages/documents.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import { createRow, selectRows, updateRow } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { takePositions } from '#server/db/take-positions.ts';
import { refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { listLibraryListeners, publishLibraryChanged } from '#server/features/homes/library/tree/commands.ts';
import { type CategoryRow, requireOwnAudience, selectFolders } from '#server/features/homes/library/tree/queries.ts';
import { canEditLibraryHome } from '#server/features/homes/library/tree/visibility.ts';
import { audienceOfInput, createAudience, replaceAudience } from '#server/features/members/audience/commands.ts';

export async function createCategory(scope: BoardScope, body: BodyOf<typeof contract.createCategory>): Promise<string> {
  const { member, now } = scope;
  await lockBoard(scope, 'library');
  const audienceId = await createAudience(scope, audienceOfInput(body.audience));
  await requireOwnAudience(scope, audienceId);
  const id = await createRow(scope, 'categories', {
    name: body.name,
    description: body.description,
    position: await freeCategoryPosition(scope, null),
    audience_id: audienceId,
    created_by: member.id,
    created_at: now,
    updated_at: now,
  });
  await audit(scope, 'category.created', { kind: 'category', id });
  await publishLibraryChanged(scope, { categories: [id] });
  return id;
}

export async function updateCategory(
  scope: BoardScope,
  category: CategoryRow,
  body: BodyOf<typeof contract.updateCategory>,
): Promise<void> {
  const { audience, ...fields } = body;
  const before = await listLibraryListeners(scope, { categories: [category.id] });
  await updateRow(scope, 'categories', category.id, { ...fields, updated_at: scope.now });
  if (audience !== undefined) {
    await replaceAudience(scope, category.audience_id, audienceOfInput(audience));
    await requireOwnAudience(scope, category.audience_id);
  }
  const changed = Object.keys(body).join(' ');
  await audit(scope, 'category.updated', { kind: 'category', id: category.id }, { fields: changed });
  await publishLibraryChanged(scope, { categories: [category.id] }, before);
}

export async function moveCategory(scope: BoardScope, category: CategoryRow, beforeId: string | null): Promise<void> {
  const position = await freeCategoryPosition(scope, beforeId, category.id);
  await updateRow(scope, 'categories', category.id, { position, updated_at: scope.now });
  await audit(scope, 'category.moved', { kind: 'category', id: category.id });
  await publishLibraryChanged(scope, { categories: [category.id] });
}

export async function deleteCategory(scope: BoardScope, category: CategoryRow): Promise<void> {
  const inside = await selectFolders(scope)
    .where('folder.category_id', '=', category.id)
    .where('folder.audience_id', 'is not', null)
    .execute();
  if (!inside.every((folder) => canEditLibraryHome(scope, folder))) throw refused(libraryMessages.holdsOthers);
  await scope.ports.documentLock.refuseLocked(scope, { categoryId: category.id });
  await updateRow(scope, 'categories', category.id, { deleted_at: scope.now, deleted_by: scope.member.id });
  await audit(scope, 'category.deleted', { kind: 'category', id: category.id });
  await publishLibraryChanged(scope, { categories: [category.id] });
}

async function freeCategoryPosition(scope: BoardScope, beforeId: string | null, besides?: string): Promise<number> {
  const rows = await selectRows(scope, 'categories', { deleted_at: null })
    .select(['id', 'position'])
    .orderBy('position')
    .orderBy('id')
    .execute();
  const present = rows.filter((row) => row.id !== besides);
  const [position] = await takePositions(scope, 'categories', { present, beforeId, count: 1 });
  return position ?? positionGap;
}
