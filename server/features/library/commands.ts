import type { BoardScope } from '../../db/board-scope.ts';
import { tellLive } from '../../http/live-hub.ts';

/** Tells the open pages that something in the library changed; what, each asks with its own rights. */
export const tellLibraryChanged = (scope: Pick<BoardScope, 'tx' | 'board'>): Promise<void> =>
  tellLive(scope, { noun: 'library', id: null });
