import type { BoardFace } from '#contract/start.ts';
import type { Context } from '#server/context.ts';
import { findBoardFace } from '#server/features/core/boards/queries.ts';
import { createRateLimits, networkOf, type RateLimit } from '#server/http/rate-limits.ts';

/** Shortnames that no board has. Nobody needs many of them; whoever tries names to find boards does. */
const missesByAddress: RateLimit = { name: 'board-face-misses', points: 30, seconds: 900 };

/** The face of a board for whoever names it without being signed in; 429 for who has named too many that are none. */
export async function findFaceFor(
  context: Context,
  visitor: { readonly ip: string },
  shortname: string | undefined,
): Promise<BoardFace | null> {
  if (shortname === undefined) return null;
  const limits = createRateLimits(context.pool);
  const network = networkOf(visitor.ip);
  await limits.check(missesByAddress, network);
  const face = await findBoardFace(context, shortname);
  if (face === null) await limits.take(missesByAddress, network);
  return face;
}
