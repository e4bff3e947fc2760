import type { BoardScope } from '#server/db/board-scope.ts';
import { mayBeEditor } from '#server/db/board-scope.ts';

/** Only members who may add documents somewhere may upload. */
export const canUpload = (scope: Pick<BoardScope, 'member' | 'via'>): boolean => mayBeEditor(scope);
