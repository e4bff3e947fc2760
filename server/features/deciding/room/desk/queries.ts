import { sameBoard } from '#server/db/board-rows.ts';
import type { BoardJobScope } from '#server/db/board-scope.ts';
import { meetingVisibleWhere } from '#server/features/homes/meetings/meeting/visibility.ts';
import { eachWithRights } from '#server/features/members/audience/queries.ts';
import { bodyIdOf, isOfficerOrEditor } from './visibility.ts';

export async function listMeetingDesk(
  scope: Pick<BoardJobScope, 'tx' | 'board'>,
  meetingId: string,
): Promise<readonly string[]> {
  const reader = eachWithRights(scope, 'member');
  const rows = await scope.tx
    .selectFrom('members as member')
    .innerJoin('meetings as meeting', (join) => join.onRef('meeting.board_id', '=', 'member.board_id'))
    .leftJoin('meeting_rooms as room', (join) => sameBoard(join, 'room.meeting_id', 'meeting.id'))
    .leftJoin('bodies as body', (join) =>
      join.onRef('body.board_id', '=', 'meeting.board_id').on('body.id', '=', bodyIdOf(scope, 'meeting')),
    )
    .select('member.id')
    .where('member.board_id', '=', scope.board.id)
    .where('member.status', '=', 'active')
    .where('meeting.id', '=', meetingId)
    .where(meetingVisibleWhere(reader, 'meeting'))
    .where(isOfficerOrEditor(reader, 'meeting'))
    .orderBy('member.id')
    .execute();
  return rows.map(({ id }) => id);
}
