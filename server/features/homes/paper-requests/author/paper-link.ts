import type { Context } from '#server/context.ts';
import { type BoardJobScope, withBoardJobScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import type { RequestContext } from '#server/http/implement.ts';
import { createRateLimits, networkOf, type RateLimit } from '#server/http/rate-limits.ts';
import { findPaperAuthor } from './queries.ts';

const missesByAddress: RateLimit = { name: 'paper-link-misses', points: 30, seconds: 900 };

export type InPaperLink = <T>(work: (scope: BoardJobScope, authorId: string) => Promise<T>) => Promise<T>;

export interface PaperLinkInput {
  readonly context: Context;
  readonly request: Pick<RequestContext, 'ip'>;
  readonly params: { readonly uid: string };
}

/** Throws `not-found` for an unknown or expired link. */
export const inPaperLink =
  ({ context, request, params }: PaperLinkInput): InPaperLink =>
  async (work) => {
    const limits = createRateLimits(context.pool);
    const network = networkOf(request.ip);
    await limits.check(missesByAddress, network);
    const found = await limits.countMiss(missesByAddress, network, () => findPaperAuthor(context, params.uid));
    if (found === null) throw notFound();
    const done = await withBoardJobScope(context, found.board_id, async (scope) => ({
      answer: await work(scope, found.author_id),
    }));
    if (done === null) throw notFound();
    return done.answer;
  };
