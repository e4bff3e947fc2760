import type { BoardScope } from '#server/db/board-scope.ts';
import { mayBeEditor } from '#server/db/board-scope.ts';

/** Only who may add documents somewhere. */
export const canUpload = (scope: Pick<BoardScope, 'member' | 'via'>): boolean => mayBeEditor(scope);
