import type { BoardScope } from '../../db/board-scope.ts';

/** Only who may put a document somewhere may send one. */
export const canUpload = (scope: Pick<BoardScope, 'member'>): boolean => scope.member.isBoardAdmin;
