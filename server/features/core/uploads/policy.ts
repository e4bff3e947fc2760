import type { BoardScope } from '#server/db/board-scope.ts';
import { mayBeEditor } from '#server/db/board-scope.ts';

export const canUpload = (scope: Pick<BoardScope, 'member' | 'via'>): boolean => mayBeEditor(scope);
