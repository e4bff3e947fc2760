import { streamEvents } from '#contract/events.ts';
import { AppError } from '#server/errors.ts';
import { implementRead, type Route } from '#server/http/implement.ts';

/** A browser shares one among its tabs. */
const streamsPerMemberMax = 20;

export const eventRoutes: readonly Route[] = [
  // Entering is all that is asked of the database.
  implementRead(streamEvents, {
    reads: {},
    paramsOf: () => ({}),
    answer({ context, reader, sessionId, query, again }) {
      const { live, log } = context;
      const { id: memberId, isBoardAdmin } = reader.member;
      if (live.streamsOf(reader.board.id, memberId) >= streamsPerMemberMax) throw new AppError('too-many');
      return {
        subscribe: (send, end) => {
          const stop = live.subscribe(reader.board.id, { memberId, sessionId, isBoardAdmin, send, end }, query.age);
          // Entered again after subscribing, since earlier changes were not published here.
          again().then(
            (now) => {
              if (now.reader.member.isBoardAdmin !== isBoardAdmin) end();
            },
            (error: unknown) => {
              if (!(error instanceof AppError)) log.warn({ err: error }, 'rights of a stream cannot be read');
              end();
            },
          );
          return stop;
        },
      };
    },
  }),
];
