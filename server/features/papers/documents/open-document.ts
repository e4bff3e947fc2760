import type { BoardScope } from '#server/db/board-scope.ts';
import { authorize } from '#server/errors.ts';
import { canEditHome, homeOf, type LoadedDocument, loadDocument } from './load.ts';

/**
 * A document for whoever changes it. The meeting or announcement that it stands in is held before the document's own row is
 * written, as by all who change something there: two who do so never wait for each other.
 */
export async function openDocumentForEditor(scope: BoardScope, documentId: string): Promise<LoadedDocument> {
  const { home } = await loadDocument(scope, documentId);
  authorize(canEditHome(scope, home));
  await homeOf(scope, home).lock(scope, home);
  // Once more under the lock: it may just have gone, or stand elsewhere.
  const document = await loadDocument(scope, documentId);
  authorize(canEditHome(scope, document.home));
  return document;
}
