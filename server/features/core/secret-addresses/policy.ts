import type { BoardScope } from '#server/db/board-scope.ts';

/** Whether the board's links show the papers too, not only what is needed to answer (product.md, section 4). */
export const canReadByLink = (scope: Pick<BoardScope, 'board'>): boolean => scope.board.magicLinks === 'full';
