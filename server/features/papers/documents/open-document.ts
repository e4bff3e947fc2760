import type { BoardScope } from '#server/db/board-scope.ts';
import { authorize } from '#server/errors.ts';
import { loadAnnouncement } from '#server/features/homes/announcements/queries.ts';
import { loadMeeting } from '#server/features/homes/meetings/queries.ts';
import { canEditHome, type LoadedDocument, loadDocument } from './load.ts';

/**
 * A document for whoever changes it. The meeting or announcement that it stands in is held before the document's own row is
 * written, as by all who change something there: two who do so never wait for each other.
 */
export async function openDocumentForEditor(scope: BoardScope, documentId: string): Promise<LoadedDocument> {
  const { home } = await loadDocument(scope, documentId);
  authorize(canEditHome(scope, home));
  if (home.kind === 'library') return loadDocument(scope, documentId);
  await (home.kind === 'meeting' ? loadMeeting : loadAnnouncement)(scope, home.id, { lock: 'update' });
  // Once more under the lock: it may just have gone, or stand elsewhere.
  const document = await loadDocument(scope, documentId);
  authorize(canEditHome(scope, document.home));
  return document;
}
