import type { BoardFace } from '#contract/start.ts';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { findBoardFace } from '#server/features/core/boards/queries.ts';
import { rememberedBoard } from '#server/features/core/boards/remembered-board.ts';
import { cookieNames } from '#server/http/cookies.ts';
import type { Visit } from '#server/http/implement.ts';
import { createRateLimits, networkOf, type RateLimit } from '#server/http/rate-limits.ts';

/** Shortnames that no board has. Nobody needs many of them; whoever tries names to find boards does. */
const missesByAddress: RateLimit = { name: 'board-face-misses', points: 30, seconds: 900 };

/**
 * The face of a board for whoever is not signed in: of the board that the address names, else of the one that this browser was on
 * last. Whoever has named too many that are none sees none, here and in calls alike, and can sign in all the same.
 */
export async function findFaceFor(
  context: Context,
  visit: Visit,
  named: string | null | undefined,
): Promise<BoardFace | null> {
  if (named === null || named === undefined) return findRememberedFace(context, visit);
  const limits = createRateLimits(context.pool);
  const network = networkOf(visit.ip);
  try {
    // A name can be guessed, so over the limit a right one is told no more than a wrong one.
    await limits.check(missesByAddress, network);
    return await limits.countMiss(missesByAddress, network, () => findBoardFace(context, named));
  } catch (error) {
    if (error instanceof AppError && error.code === 'too-many') return null;
    throw error;
  }
}

/** Not counted: we wrote the name ourselves, and every page that is opened brings it, whatever has become of the board. */
async function findRememberedFace(context: Context, visit: Visit): Promise<BoardFace | null> {
  const cookie = visit.cookie(cookieNames.board);
  if (cookie === undefined) return null;
  const shortname = rememberedBoard(context, visit);
  const face = shortname === null ? null : await findBoardFace(context, shortname);
  if (face === null) visit.control.setCookie(cookieNames.board, '', 0);
  return face;
}
