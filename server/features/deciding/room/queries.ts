import { sql } from 'kysely';
import { adjournedAfterMs } from '#domain/room.ts';
import { isFound, sameBoard } from '#server/db/board-rows.ts';
import type { QueryScope } from '#server/db/page-statement.ts';
import type { DueItem } from '#server/jobs/each-due.ts';

const adjournedAtOnceMax = 500;

export const selectOverdueRooms = (now: Date) => sql<DueItem>`
  select board_id, meeting_id as id
  from gate.rooms_to_adjourn(${new Date(+now - adjournedAfterMs)}, ${adjournedAtOnceMax})
`;

export async function wasVotedOn(
  { tx, board }: QueryScope,
  of: { readonly meetingId: string } | { readonly agendaItemIds: readonly string[] },
): Promise<boolean> {
  return isFound(
    tx
      .selectFrom('votes')
      .innerJoin('motions', (join) => sameBoard(join, 'motions.id', 'votes.motion_id'))
      .select('votes.id')
      .where('votes.board_id', '=', board.id)
      .where((eb) =>
        'meetingId' in of
          ? eb('votes.meeting_id', '=', of.meetingId)
          : eb('motions.agenda_item_id', 'in', of.agendaItemIds),
      )
      .limit(1),
  );
}
