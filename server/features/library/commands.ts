import type { BoardScope } from '../../db/board-scope.ts';
import { tellLive } from '../../http/live-hub.ts';

/**
 * Tells the open pages that something in the library changed; what, each asks with its own rights. `documentId`: one document
 * alone, which stays where it is and counts as before, so that of long lists only its page is asked again.
 */
export const tellLibraryChanged = (
  scope: Pick<BoardScope, 'tx' | 'board'>,
  documentId: string | null = null,
): Promise<void> => tellLive(scope, { noun: 'library', id: documentId });
