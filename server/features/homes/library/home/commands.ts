import type { DocumentPlace, LibraryPlace } from '#contract/documents.ts';
import { meetingMessages } from '#domain/messages/meetings.ts';
import { takeTurn } from '#server/db/board-lock.ts';
import { authorize, notFound } from '#server/errors.ts';
import { tellLibraryChanged } from '#server/features/homes/library/base/commands.ts';
import { loadPlace } from '#server/features/homes/library/base/queries.ts';
import {
  canEditPlace,
  canSeePlace,
  selectPlaceOfDocument,
  selectVisiblePlaces,
} from '#server/features/homes/library/base/visibility.ts';
import { listListeners } from '#server/features/papers/documents/commands.ts';
import type { Home, LibraryHome } from '#server/features/papers/documents/ports.ts';
import { tellLive } from '#server/http/live-hub.ts';

/** A category or a folder as what holds documents. */
export const libraryHome: Home<LibraryHome> = {
  selectOfDocument: selectPlaceOfDocument,
  selectVisible: selectVisiblePlaces,
  isVisible: canSeePlace,
  canEdit: canEditPlace,
  documentStays: meetingMessages.documentStays,
  async open(scope, place, options) {
    if (!isLibraryPlace(place)) throw notFound();
    if (options.lock) await takeTurn(scope, 'library');
    const { categoryId, folder, in_audience, administers, is_hidden } = await loadPlace(scope, place);
    authorize(canEditPlace(scope, { administers }));
    return { kind: 'library', categoryId, folderId: folder?.id ?? null, in_audience, administers, is_hidden };
  },
  // Documents of the library are held by their own rows.
  lock: async () => undefined,
  refuseOrdering: async () => undefined,
  async publishChanged(scope, home, documentId) {
    if (documentId === null) {
      await tellLibraryChanged(
        scope,
        home.folderId === null ? { categories: [home.categoryId] } : { folders: [home.folderId] },
      );
      // Its id is for those alone who may open it.
    } else await tellLive(scope, { noun: 'library', id: documentId }, await listListeners(scope, documentId));
  },
  async listNames({ tx, board }, ids) {
    const rows = await tx
      .selectFrom('categories')
      .select(['id', 'name'])
      .where('board_id', '=', board.id)
      .where('id', 'in', [...ids])
      .execute();
    return new Map(rows.map(({ id, name }) => [id, name]));
  },
};

const isLibraryPlace = (place: DocumentPlace): place is LibraryPlace =>
  place.kind === 'category' || place.kind === 'folder';
