import type { DocumentHomeInput, LibraryHomeInput } from '#contract/documents.ts';
import { meetingMessages } from '#domain/messages/meetings.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import { authorize, notFound } from '#server/errors.ts';
import { publishLive } from '#server/features/core/events/commands.ts';
import { publishLibraryChanged } from '#server/features/homes/library/tree/commands.ts';
import { loadLibraryHome } from '#server/features/homes/library/tree/queries.ts';
import {
  canEditLibraryHome,
  canSeeLibraryHome,
  categoryNameOfDocument,
  selectLibraryHomeOfDocument,
  selectVisibleLibraryHomes,
} from '#server/features/homes/library/tree/visibility.ts';
import { listDocumentListeners } from '#server/features/papers/documents/commands.ts';
import type { Home, LibraryHome } from '#server/features/papers/documents/ports.ts';

export const libraryHome: Home<LibraryHome> = {
  selectOfDocument: selectLibraryHomeOfDocument,
  nameOfDocument: categoryNameOfDocument,
  selectVisible: selectVisibleLibraryHomes,
  isVisible: canSeeLibraryHome,
  canEdit: canEditLibraryHome,
  documentStaysMessage: meetingMessages.documentStays,
  async open(scope, input, options) {
    if (!isLibraryInput(input)) throw notFound();
    if (options.lock) await lockBoard(scope, 'library');
    const { categoryId, folder, in_audience, administers, is_hidden } = await loadLibraryHome(scope, input);
    authorize(canEditLibraryHome(scope, { administers }));
    return { kind: 'library', categoryId, folderId: folder?.id ?? null, in_audience, administers, is_hidden };
  },
  // Does nothing, because locking the document's row is enough.
  lock: async () => undefined,
  refuseOrdering: async () => undefined,
  refuseFixed: async () => undefined,
  async publishChanged(scope, home, documentId) {
    if (documentId === null) {
      await publishLibraryChanged(
        scope,
        home.folderId === null ? { categories: [home.categoryId] } : { folders: [home.folderId] },
      );
    } else
      await publishLive(scope, { noun: 'library', id: documentId }, await listDocumentListeners(scope, documentId));
  },
};

const isLibraryInput = (input: DocumentHomeInput): input is LibraryHomeInput =>
  input.kind === 'category' || input.kind === 'folder';
