let board: string | null = null;

/** The board that this page was loaded for; every call names it, so that two tabs on two boards never mix. */
export function pageBoard(): string | null {
  return board;
}

export function setPageBoard(boardId: string | null): void {
  board = boardId;
}
