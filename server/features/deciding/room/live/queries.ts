import { sql } from 'kysely';
import type { RoomLine } from '#contract/room.ts';
import { selectRows } from '#server/db/board-rows.ts';
import { BoardSuspended, withBoardJobScope } from '#server/db/board-scope.ts';
import { defineRows, onlyWhere } from '#server/db/page-statement.ts';
import type { LiveRooms } from '#server/features/core/events/ports.ts';
import { hasRoom } from '#server/features/deciding/room/state/policy.ts';
import { type LineReader, presentLine, seenBy } from '#server/features/deciding/room/state/present.ts';
import { roomPage } from '#server/features/deciding/room/state/queries.ts';
import { listMeetingListeners } from '#server/features/homes/meetings/meeting/commands.ts';
import { meetingVisibleWhere } from '#server/features/homes/meetings/meeting/visibility.ts';
import { pageReaderOf } from '#server/features/members/audience/queries.ts';
import { roomConnections } from './commands.ts';

const bytesOf = (line: RoomLine): Buffer => Buffer.from(`${JSON.stringify(line)}\n`);

export const liveRooms: LiveRooms = {
  visible: onlyWhere(
    ({ ids }: { readonly ids: readonly string[] }) => ids.length > 0,
    defineRows({ ids: 'text[]' }, (scope, { ids }) =>
      selectRows(scope, 'meetings', {
        deleted_at: null,
        id: sql<string>`any(${ids}::uuid[])`,
        state: 'published',
        finds_date: false,
      })
        .select('id')
        .where(meetingVisibleWhere(pageReaderOf(scope), 'meetings')),
    ),
  ),

  noteHeard({ deferred }, heard) {
    deferred.add(roomConnections, heard);
  },

  async read(context, { boardId, id }) {
    const read = withBoardJobScope(context, boardId, async (scope) => {
      const page = await roomPage.run(scope.tx, { id }, scope.now);
      if (!page || !hasRoom(page)) return null;
      const lines = new Map<string, Buffer>();
      const lineOf = (key: string, reader: LineReader): Buffer => {
        const bytes = lines.get(key) ?? bytesOf(presentLine(page, reader));
        lines.set(key, bytes);
        return bytes;
      };
      const openFor = (memberId: string): Buffer => {
        const sees = seenBy(page, memberId);
        const { changes, motions } = sees.unseen;
        return lineOf(`${sees.vote?.id} ${sees.recusedOnly} ${changes} ${motions}`, { seesPeople: true, sees });
      };
      const maskedFor = (memberId: string): Buffer =>
        lineOf(memberId, { seesPeople: false, memberId, sees: seenBy(page, memberId) });
      const listeners = await listMeetingListeners(scope, page);
      const seers = listeners === 'everyone' ? null : new Set(listeners);
      const { peopleHidden } = scope.board;
      return {
        lineFor: ({ memberId, isBoardAdmin }: { readonly memberId: string; readonly isBoardAdmin: boolean }) => {
          if (!isBoardAdmin && seers !== null && !seers.has(memberId)) return null;
          return peopleHidden && !isBoardAdmin ? maskedFor(memberId) : openFor(memberId);
        },
      };
    });
    return read.catch((error: unknown) => {
      if (error instanceof BoardSuspended) return null;
      throw error;
    });
  },
};
