import type { BoardScope } from '#server/db/board-scope.ts';
import { tellLive } from '#server/http/live-hub.ts';
import { listMembersWhoSee } from './visibility.ts';

type Telling = Pick<BoardScope, 'tx' | 'board' | 'ports'>;

/** Tells the open pages of whoever may open a document that something was made of it. Board admins hear of everything. */
export async function tellDocumentChanged(scope: Telling, documentId: string): Promise<void> {
  await tellLive(scope, { noun: 'document', id: documentId }, await listListeners(scope, documentId));
}

/** The members who see a document. */
export async function listListeners(scope: Telling, documentId: string): Promise<readonly string[]> {
  return (await listMembersWhoSee(scope, [documentId], 'editor')).get(documentId) ?? [];
}
