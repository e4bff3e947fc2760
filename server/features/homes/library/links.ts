import type { LinkPlace } from '#contract/documents.ts';
import type { LinkKind } from '#domain/links.ts';
import { positionGap } from '#domain/list-positions.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { linkColumns } from '#server/features/papers/documents/link-columns.ts';
import {
  columnOfPlace,
  notePlaceChanged,
  openPlace,
  positionsInPlace,
} from '#server/features/papers/documents/place.ts';

/** Makes a link a document of a place; answers its id and kind. Addresses of private networks are refused. */
export async function addLink(
  scope: BoardScope,
  given: { readonly place: LinkPlace; readonly title: string; readonly url: string },
): Promise<{ readonly id: string; readonly kind: LinkKind }> {
  const home = await openPlace(scope, given.place, { lock: 'update' });
  const address = linkColumns(given.url);
  const [position] = await positionsInPlace(scope, given.place, { beforeId: null, count: 1 });
  const made = await scope.tx
    .insertInto('documents')
    .values({
      board_id: scope.board.id,
      [columnOfPlace[given.place.kind]]: given.place.id,
      title: given.title,
      extension: 'link',
      is_link: true,
      ...address,
      position: position ?? positionGap,
      created_by: scope.member.id,
      created_at: scope.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await audit(scope, { action: 'document.added', subjectKind: 'document', subjectId: made.id });
  await notePlaceChanged(scope, home);
  return { id: made.id, kind: address.mime_type };
}
