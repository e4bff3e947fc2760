import { sql } from 'kysely';
import type { PresenceMode } from '#domain/room.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';

type Scope = Pick<BoardScope, 'tx' | 'board'>;

export async function meetingOfPresence({ tx, board }: Scope, presenceId: string): Promise<string> {
  const row = await tx
    .selectFrom('presences')
    .select('meeting_id')
    .where('board_id', '=', board.id)
    .where('id', '=', presenceId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row.meeting_id;
}

/** Returns null if the item does not exist. */
export async function meetingOfItem({ tx, board }: Scope, itemId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('agenda_items')
    .select('meeting_id')
    .where('board_id', '=', board.id)
    .where('id', '=', itemId)
    .executeTakeFirst();
  return row?.meeting_id ?? null;
}

export async function listPointerMoves({ tx, board }: Scope, meetingId: string) {
  return tx
    .selectFrom('pointer_moves')
    .select(['at', 'agenda_item_id'])
    .where('board_id', '=', board.id)
    .where('meeting_id', '=', meetingId)
    .orderBy('at')
    .execute();
}

/** Includes meetings that are deleted. */
export async function listOpenPresencesOf({ tx, board }: Scope, memberId: string) {
  return tx
    .selectFrom('presences')
    .select(['id', 'meeting_id', 'member_id', 'arrived_at', 'left_at'])
    .select(sql<PresenceMode>`mode`.as('mode'))
    .where('board_id', '=', board.id)
    .where('member_id', '=', memberId)
    .where('left_at', 'is', null)
    .orderBy('meeting_id')
    .execute();
}

/** Returns the name of a voter who was not present, or null if there is none. */
export async function findPresentVoter(
  { tx, board }: Scope,
  meetingId: string,
  which: { readonly id: string } | { readonly memberId: string },
): Promise<string | null> {
  const row = await tx
    .selectFrom('presences')
    .innerJoin('members as member', (join) =>
      join.onRef('member.board_id', '=', 'presences.board_id').onRef('member.id', '=', 'presences.member_id'),
    )
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
