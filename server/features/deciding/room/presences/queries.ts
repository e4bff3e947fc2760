import { sql } from 'kysely';
import type { PresenceMode } from '#domain/room.ts';
import { sameBoard, selectRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { meetingVisibleWhere } from '#server/features/homes/meetings/meeting/visibility.ts';
import { eachWithRights } from '#server/features/members/audience/queries.ts';

type Scope = Pick<BoardScope, 'tx' | 'board'>;

export async function findMeetingOf(
  scope: Scope,
  table: 'agenda_items' | 'presences',
  id: string,
): Promise<string | null> {
  const row = await selectRows(scope, table, { id }).select('meeting_id').executeTakeFirst();
  return row?.meeting_id ?? null;
}

export async function listPointerMoves(scope: Scope, meetingId: string) {
  return selectRows(scope, 'pointer_moves', { meeting_id: meetingId })
    .select(['at', 'agenda_item_id'])
    .orderBy('at')
    .execute();
}

const selectOpenPresences = ({ tx, board }: Scope) =>
  tx
    .selectFrom('presences')
    .select(['presences.id', 'presences.meeting_id', 'presences.member_id'])
    .select(['presences.arrived_at', 'presences.left_at', sql<PresenceMode>`presences.mode`.as('mode')])
    .where('presences.board_id', '=', board.id)
    .where('presences.left_at', 'is', null)
    .orderBy('presences.meeting_id');

export const listOpenPresencesOf = (scope: Scope, memberId: string) =>
  selectOpenPresences(scope).where('presences.member_id', '=', memberId).execute();
export type OpenPresence = Awaited<ReturnType<typeof listOpenPresencesOf>>[number];

export const listPresencesWithoutAccess = (scope: Scope) =>
  selectOpenPresences(scope)
    .innerJoin('members as member', (join) => sameBoard(join, 'member.id', 'presences.member_id'))
    .innerJoin('meetings as meeting', (join) => sameBoard(join, 'meeting.id', 'presences.meeting_id'))
    .where('member.status', '=', 'active')
    .where(({ not }) => not(meetingVisibleWhere(eachWithRights(scope, 'member'), 'meeting')))
    .execute();

export async function findPresentVoter(
  { tx, board }: Scope,
  meetingId: string,
  which: { readonly id: string } | { readonly memberId: string },
): Promise<string | null> {
  const row = await tx
    .selectFrom('presences')
    .innerJoin('members as member', (join) => sameBoard(join, 'member.id', 'presences.member_id'))
    .select(sql<string>`known_name(member)`.as('name'))
    .where('presences.board_id', '=', board.id)
    .where('presences.meeting_id', '=', meetingId)
    .where((eb) => {
      return 'id' in which ? eb('presences.id', '=', which.id) : eb('member.id', '=', which.memberId);
    })
    .where(
      sql<boolean>`exists (
        select from votes v where v.board_id = presences.board_id and v.meeting_id = presences.meeting_id and (
          exists (select from ballots b where b.board_id = v.board_id and b.vote_id = v.id and b.member_id = member.id)
          or exists (
            select from vote_participations p
            where p.board_id = v.board_id and p.vote_id = v.id and p.member_id = member.id
          )
        )
      )`,
    )
    .executeTakeFirst();
  return row?.name ?? null;
}
