import type { Reader } from '#server/db/board-scope.ts';
import { logoKeyOf } from '#server/features/members/pictures/present.ts';

export type BoardOfPlan = Pick<Reader['board'], 'title' | 'primaryColor' | 'logoUrl' | 'dates' | 'paperSize'>;

/** The fields that every document of the board has in common. */
export const headOf = (board: BoardOfPlan) => ({
  board: board.title,
  colour: board.primaryColor,
  paper: board.paperSize,
  logo: logoKeyOf(board.logoUrl),
  signatures: [],
});
