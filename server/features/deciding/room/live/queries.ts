import { sql } from 'kysely';
import type { RoomLine } from '#contract/room.ts';
import { BoardSuspended, withBoardJobScope } from '#server/db/board-scope.ts';
import { defineRows, onlyWhere } from '#server/db/page-statement.ts';
import type { LiveRooms } from '#server/features/core/events/ports.ts';
import { hasRoom } from '#server/features/deciding/room/base/policy.ts';
import { isVoteWithheld, presentLine } from '#server/features/deciding/room/base/present.ts';
import { roomPage } from '#server/features/deciding/room/base/queries.ts';
import { listMeetingListeners } from '#server/features/homes/meetings/base/commands.ts';
import { meetingVisibleWhere } from '#server/features/homes/meetings/base/visibility.ts';
import { pageReaderOf } from '#server/features/members/audience/queries.ts';
import { roomConnections } from './commands.ts';

const bytesOf = (line: RoomLine): Buffer => Buffer.from(`${JSON.stringify(line)}\n`);

export const liveRooms: LiveRooms = {
  visible: onlyWhere(
    ({ ids }: { readonly ids: readonly string[] }) => ids.length > 0,
    defineRows({ ids: 'text[]' }, (scope, { ids }) =>
      scope.tx
        .selectFrom('meetings')
        .select('id')
        .where('board_id', '=', scope.board.id)
        .where('deleted_at', 'is', null)
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .where('state', '=', 'published')
        .where('finds_date', '=', false)
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
      const open = bytesOf(presentLine(page, { seesPeople: true, isVoteWithheld: false }));
      const withoutVote = bytesOf(presentLine(page, { seesPeople: true, isVoteWithheld: true }));
      const openFor = (memberId: string): Buffer => (isVoteWithheld(page, memberId) ? withoutVote : open);
      const masked = new Map<string, Buffer>();
      const maskedFor = (memberId: string): Buffer => {
        const reader = { seesPeople: false, memberId, isVoteWithheld: isVoteWithheld(page, memberId) } as const;
        const bytes = masked.get(memberId) ?? bytesOf(presentLine(page, reader));
        masked.set(memberId, bytes);
        return bytes;
      };
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
