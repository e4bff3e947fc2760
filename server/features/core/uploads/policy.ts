import type { BoardScope } from '#server/db/board-scope.ts';
import { mayBeEditor } from '#server/db/board-scope.ts';

/** Only who may put a document somewhere may send one. */
export const canUpload = (scope: Pick<BoardScope, 'member' | 'via'>): boolean => mayBeEditor(scope);
