import { type RawBuilder, sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import { eachMember, readerOf, type SqlReader } from '#server/features/members/audience/queries.ts';

/**
 * Every place of the board whose documents the reader may see, with whether they may see the hidden ones too: as
 * `loadDocument` decides of one, for queries over thousands. Columns `id` and `edits`; documents name a place by one of
 * `meeting_id` (their own, or their agenda item's), `announcement_id`, `category_id` and `folder_id`.
 */
export const selectVisibleHomes = (scope: BoardScope): RawBuilder<unknown> => selectVisible(scope, readerOf(scope));

function selectVisible({ ports }: Pick<BoardScope, 'ports'>, reader: SqlReader): RawBuilder<unknown> {
  const { meeting, announcement, library } = ports.homes;
  return sql`
    ${meeting.selectVisible(reader)} union all ${announcement.selectVisible(reader)} union all ${library.selectVisible(reader)}
  `;
}

/**
 * The active members who see each of the documents, by the audience of what it stands in, or as its editors too; board admins see
 * every document besides. Documents that nobody sees are left out.
 */
export async function listMembersWhoSee(
  scope: Pick<BoardScope, 'tx' | 'board' | 'ports'>,
  documentIds: readonly string[],
  as: 'reader' | 'editor',
): Promise<ReadonlyMap<string, readonly string[]>> {
  const reader = eachMember(scope, sql.ref('member.id'), as);
  const { meeting, announcement, library } = scope.ports.homes;
  const sees = (visible: RawBuilder<unknown>, id: RawBuilder<unknown>) => sql`exists (
    select from (${visible}) home where home.id = ${id} and (not document.hidden or home.edits)
  )`;
  const { rows } = await sql<{ id: string; member_ids: readonly string[] }>`
    select document.id, array_agg(member.id) as member_ids
    from (
      select named.*, coalesce(named.meeting_id, item.meeting_id) as home_meeting_id
      from documents named
      left join agenda_items item on item.board_id = named.board_id and item.id = named.agenda_item_id
      where named.board_id = ${scope.board.id}::uuid and named.id = any(${[...documentIds]}::uuid[])
      offset 0
    ) document
    join members member on member.board_id = document.board_id and member.status = 'active'
    where case
      when document.home_meeting_id is not null then ${sees(meeting.selectVisible(reader), sql`document.home_meeting_id`)}
      when document.announcement_id is not null
        then ${sees(announcement.selectVisible(reader), sql`document.announcement_id`)}
      else ${sees(library.selectVisible(reader), sql`coalesce(document.category_id, document.folder_id)`)}
    end
    group by document.id
  `.execute(scope.tx);
  return new Map(rows.map((row) => [row.id, row.member_ids]));
}
