import type { BoardScope } from '#server/db/board-scope.ts';

export const canReadByLink = (scope: Pick<BoardScope, 'board'>): boolean => scope.board.magicLinks === 'full';
