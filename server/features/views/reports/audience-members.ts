import { sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';

/** Whom each audience means, by its id: everybody, or members by their ids. */
export type AudienceMembers = ReadonlyMap<string, 'everybody' | ReadonlySet<string>>;

const namedMax = 200_000;

export async function listAudienceMembers(
  { tx, board }: Pick<BoardScope, 'tx' | 'board'>,
  audienceIds: readonly string[],
): Promise<AudienceMembers> {
  const ids = sql`${[...new Set(audienceIds)]}::uuid[]`;
  const { rows } = await sql<{ audience_id: string; member_id: string | null }>`
    select id as audience_id, null::uuid as member_id from audiences
    where board_id = ${board.id}::uuid and id = any(${ids}) and whole_board
    union
    select named.audience_id, belonging.member_id
    from audience_groups named
    join group_members belonging on belonging.board_id = named.board_id and belonging.group_id = named.group_id
    where named.board_id = ${board.id}::uuid and named.audience_id = any(${ids})
    union
    select audience_id, member_id from audience_members
    where board_id = ${board.id}::uuid and audience_id = any(${ids})
    limit ${namedMax}
  `.execute(tx);
  const named = Map.groupBy(rows, (row) => row.audience_id);
  return new Map(
    audienceIds.map((id) => {
      const own = named.get(id) ?? [];
      const isWhole = own.some((row) => row.member_id === null);
      return [id, isWhole ? 'everybody' : new Set(own.flatMap((row) => row.member_id ?? []))] as const;
    }),
  );
}
