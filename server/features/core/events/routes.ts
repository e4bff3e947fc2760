import { streamEvents } from '#contract/events.ts';
import { roomHeardEveryMs, roomHeartbeatMs } from '#domain/room.ts';
import { AppError, notFound } from '#server/errors.ts';
import { implementRead, type Route } from '#server/http/implement.ts';

/** Each visible tab opens one stream, and each open room another. */
const streamsPerMemberMax = 20;

export const eventRoutes: readonly Route[] = [
  implementRead(streamEvents, {
    reads: ({ liveRooms }) => ({ rooms: liveRooms.visible }),
    paramsOf: ({ query }) => ({ ids: query.rooms }),
    answer({ context, reader, sessionId, query, found: { rooms }, again }) {
      const { live, log, ports } = context;
      const { id: memberId, isBoardAdmin } = reader.member;
      const boardId = reader.board.id;
      if (live.streamsOf(boardId, memberId) >= streamsPerMemberMax) throw new AppError('too-many');
      if (!query.rooms.every((id) => rooms.some((room) => room.id === id))) throw notFound();
      return {
        heartbeatMs: rooms.length === 0 ? undefined : roomHeartbeatMs,
        subscribe: (send, end) => {
          const subscriber = { memberId, sessionId, isBoardAdmin, send, end };
          const stops = [
            live.subscribe(boardId, subscriber, query.age),
            ...rooms.map(({ id }) =>
              live.follow({ boardId, id, read: () => ports.liveRooms.read(context, { boardId, id }) }, subscriber),
            ),
          ];
          // Check again, because a change of rights just before subscribing was not sent to this stream.
          again().then(
            (now) => {
              if (now.reader.member.isBoardAdmin !== isBoardAdmin) end();
            },
            (error: unknown) => {
              if (!(error instanceof AppError))
                log.warn({ err: error }, 'could not recheck the access of a stream’s reader');
              end();
            },
          );
          const noteHeard = (): void => {
            for (const { id } of rooms) ports.liveRooms.noteHeard(context, { boardId, id, memberId });
          };
          noteHeard();
          const noting = setInterval(noteHeard, roomHeardEveryMs);
          return () => {
            clearInterval(noting);
            for (const stop of stops) stop();
          };
        },
      };
    },
  }),
];
