import type { UserBoard } from '#server/features/core/boards/queries.ts';

export function boardToOpen(
  boards: readonly UserBoard[],
  ids: readonly (string | null | undefined)[],
): UserBoard | null {
  for (const id of ids) {
    const named = boards.find(({ board }) => board.board_info.board_id === id);
    if (named !== undefined) return named;
  }
  return boards.find(({ board }) => !board.suspended) ?? boards[0] ?? null;
}
