import type { BoardScope } from '#server/db/board-scope.ts';

/** Otherwise links show only what is needed to reply. */
export const canReadByLink = (scope: Pick<BoardScope, 'board'>): boolean => scope.board.magicLinks === 'full';
