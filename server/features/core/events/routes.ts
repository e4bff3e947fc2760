import { streamEvents } from '#contract/events.ts';
import { AppError } from '#server/errors.ts';
import { implementInSteps, type Route } from '#server/http/implement.ts';
import { loadStreamRights } from './queries.ts';

/** A browser shares one among its tabs. */
const streamsPerMemberMax = 20;

export const eventRoutes: readonly Route[] = [
  implementInSteps(streamEvents, async ({ inScope, context, request }) => {
    const { live } = context;
    const sessionId = request.session?.id;
    if (sessionId === undefined) throw new AppError('session-expired');
    const readRights = () => inScope((scope) => loadStreamRights(scope, sessionId));
    const { boardId, memberId, isBoardAdmin } = await readRights();
    if (live.streamsOf(boardId, memberId) >= streamsPerMemberMax) throw new AppError('too-many');
    return {
      subscribe: (send, end) => {
        const stop = live.subscribe(boardId, { memberId, sessionId, isBoardAdmin, send, end });
        // Read again after subscribing, since earlier changes were not published here.
        readRights().then(
          (now) => {
            if (now.isBoardAdmin !== isBoardAdmin) end();
          },
          (error: unknown) => {
            if (!(error instanceof AppError)) context.log.warn({ err: error }, 'rights of a stream cannot be read');
            end();
          },
        );
        return stop;
      },
    };
  }),
];
