import { type RawBuilder, sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { QueryScope } from '#server/db/page-statement.ts';
import { anyMember, eachMember, type SqlReader } from '#server/features/members/audience/queries.ts';
import { withheldWhere } from '#server/features/members/audience/visibility.ts';
import type { Home, HomeKind } from './ports.ts';

/** The column `edits` is true if the reader also sees hidden documents. */
export function selectVisibleHomes(
  reader: SqlReader,
  { meeting, announcement, library, resolution }: Readonly<Record<HomeKind, Pick<Home, 'selectVisible'>>>,
): RawBuilder<unknown> {
  return sql`
    ${meeting.selectVisible(reader)} union all ${announcement.selectVisible(reader)} union all ${library.selectVisible(reader)}
    union all ${resolution.selectVisible(reader)}
  `;
}

/** Treats board admins like other members. */
export async function listMembersWhoSee(
  scope: Pick<BoardScope, 'tx' | 'board' | 'ports'>,
  documentIds: readonly string[],
  as: 'reader' | 'editor',
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = sql<readonly string[]>`${[...documentIds]}::uuid[]`;
  const { rows } = await selectMembersWhoSee(scope, scope.ports.homes, { documentIds: ids, as }).execute(scope.tx);
  return new Map(rows.map((row) => [row.id, row.member_ids]));
}

interface DocumentAudience {
  readonly id: string;
  readonly member_ids: readonly string[];
}

export function selectMembersWhoSee(
  scope: Pick<QueryScope, 'board'>,
  homes: Readonly<Record<HomeKind, Pick<Home, 'selectVisible'>>>,
  { documentIds, as }: { readonly documentIds: RawBuilder<readonly string[]>; readonly as: 'reader' | 'editor' },
): RawBuilder<DocumentAudience> {
  const reader = eachMember(scope, sql.ref('member.id'), as);
  const { meeting, announcement, library, resolution } = homes;
  const sees = (visible: RawBuilder<unknown>, id: RawBuilder<unknown>) => sql`exists (
    select from (${visible}) visible where visible.id = ${id} and (not document.hidden or visible.edits)
  )`;
  return sql<DocumentAudience>`
    with document as materialized (
      select named.id, named.hidden, coalesce(named.meeting_id, item.meeting_id) as meeting_id, named.announcement_id,
        coalesce(named.category_id, named.folder_id) as library_id, named.written_resolution_id
      from documents named
      left join agenda_items item on item.board_id = named.board_id and item.id = named.agenda_item_id
      where named.board_id = ${scope.board.id}::uuid and named.id = any(${documentIds})
    ), home as (
      select distinct document.hidden, document.meeting_id, document.announcement_id, document.library_id,
        document.written_resolution_id
      from document
    ), seen as materialized (
      select document.hidden, coalesce(
          document.meeting_id, document.announcement_id, document.library_id, document.written_resolution_id
        ) as home_id,
        array_agg(member.id) as member_ids
      from home document
      join members member on member.board_id = ${scope.board.id}::uuid and member.status = 'active'
      where case
        when document.meeting_id is not null then ${sees(meeting.selectVisible(reader), sql`document.meeting_id`)}
        when document.announcement_id is not null
          then ${sees(announcement.selectVisible(reader), sql`document.announcement_id`)}
        when document.written_resolution_id is not null
          then ${sees(resolution.selectVisible(reader), sql`document.written_resolution_id`)}
        else ${sees(library.selectVisible(reader), sql`document.library_id`)}
      end
      group by 1, 2
    )
    select document.id, case
      when exists (
        select from withheld w
        where w.board_id = ${scope.board.id}::uuid and w.subject_id = document.id and w.lifted_at is null
      ) then array(
        select each.id from unnest(seen.member_ids) each (id)
        where not ${withheldWhere({ board: scope.board, member: anyMember(sql.ref('each.id')) }, sql.ref('document.id'))}
      )
      else seen.member_ids
    end as member_ids
    from document
    join seen on seen.hidden = document.hidden
      and seen.home_id = coalesce(
        document.meeting_id, document.announcement_id, document.library_id, document.written_resolution_id
      )
  `;
}
