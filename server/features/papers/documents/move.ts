import type { DocumentPlace } from '#contract/documents.ts';
import type { Config } from '#server/config.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { idOfHome } from './home-names.ts';
import { homeOf, type LoadedDocument } from './load.ts';
import { columnOfPlace, notePlaceChanged, openPlace, positionInPlace } from './place.ts';

/** Puts a document before another one of the same meeting or announcement, or last; only its own row is written. */
export async function moveDocument(
  scope: BoardScope,
  config: Pick<Config, 'editsCloseMinutesAfter'>,
  document: LoadedDocument,
  to: { readonly place: DocumentPlace; readonly beforeId: string | null },
): Promise<void> {
  if (to.beforeId === document.id) return;
  const home = await openPlace(scope, to.place, { lock: 'update' });
  const noun = homeOf(scope, home);
  const stays = home.kind === document.home.kind && idOfHome(home) === idOfHome(document.home);
  if (!stays) throw refused(noun.documentStays);
  await noun.refuseOrdering(scope, config, home);
  const position = await positionInPlace(scope, to.place, { beforeId: to.beforeId, besides: document.id });
  await scope.tx
    .updateTable('documents')
    // From one agenda item to another, or to the meeting itself.
    .set({
      position,
      ...(home.kind === 'meeting' ? { agenda_item_id: null, meeting_id: null } : {}),
      [columnOfPlace[to.place.kind]]: to.place.id,
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
  await notePlaceChanged(scope, home);
}
