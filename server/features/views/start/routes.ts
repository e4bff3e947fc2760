import { z } from 'zod';
import { getStart, type Start } from '#contract/start.ts';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { findBoardFace } from '#server/features/core/boards/queries.ts';
import { cookieNames, rememberedBoard } from '#server/http/cookies.ts';
import { implement, type RequestContext, type Route } from '#server/http/implement.ts';
import { beginPages, findNamedFace } from './begin-pages.ts';
import { boardToOpen } from './policy.ts';
import { presentFace, presentStart } from './present.ts';

export const startRoutes: readonly Route[] = [
  implement(getStart, async ({ context, request, query }) => {
    const { session } = request;
    request.control.issueCsrf();
    if (!session) {
      const face = await findFaceFor(context, request, query.board);
      return presentFace(context, { face, magicUid: null });
    }
    const wanted = request.header('x-board') ?? session.boardId;
    const likely = z.uuid().safeParse(wanted).data ?? null;
    const { boards, openCurrentBoard } = await beginPages(context, {
      session,
      token: tokenOf(request),
      likely,
      isOpened: !request.isHead,
    });
    const current = boardToOpen(boards, [wanted]);
    const inside = await openCurrentBoard(current);
    return presentStart(context, { session, boards, current, inside, now: context.clock.now() });
  }),
];

export function tokenOf(request: RequestContext): string {
  const token = request.cookie(cookieNames.session);
  if (token === undefined) throw new AppError('session-expired');
  return token;
}

export const findFaceFor = (
  context: Context,
  request: RequestContext,
  named: string | null | undefined,
): Promise<Start['face']> =>
  named === null || named === undefined
    ? findRememberedFace(context, request)
    : findNamedFace(context, request.ip, named);

/** Not rate-limited, because the server itself set the cookie. */
async function findRememberedFace(context: Context, request: RequestContext): Promise<Start['face']> {
  const cookie = request.cookie(cookieNames.board);
  if (cookie === undefined) return null;
  const shortname = rememberedBoard(context, request);
  const face = shortname === null ? null : await findBoardFace(context, shortname);
  if (face === null) request.control.setCookie(cookieNames.board, '', 0);
  return face;
}
