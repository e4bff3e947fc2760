import { sql } from 'kysely';
import { restorableSince } from '#domain/timings.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { loadPlacementHome } from '#server/features/papers/documents/placements/commands.ts';

/** Told at most. */
const toldMax = 200;

interface DeletedRow {
  readonly id: string;
  readonly title: string;
  readonly extension: string;
  readonly mime_type: string;
  readonly is_link: boolean;
  readonly agenda_item_title: string | null;
  readonly deleted_at: Date;
  readonly deleted_by: string | null;
}

/** What `restoreDocument` can bring back to a meeting or an announcement, newest first. For its editors; 404 out of sight. */
export async function listDeleted(
  scope: BoardScope,
  home: { readonly kind: 'meeting' | 'announcement'; readonly id: string },
): Promise<readonly DeletedRow[]> {
  await loadPlacementHome(scope, home);
  const stoodThere =
    home.kind === 'announcement'
      ? sql`d.announcement_id = ${home.id}::uuid`
      : sql`(d.meeting_id = ${home.id}::uuid or item.meeting_id = ${home.id}::uuid)`;
  const { rows } = await sql<DeletedRow>`
    select d.id, d.title, d.extension, d.mime_type, d.is_link, item.title as agenda_item_title, d.deleted_at,
      u.first_name || ' ' || u.last_name as deleted_by
    from documents d
    left join agenda_items item on item.board_id = d.board_id and item.id = d.agenda_item_id
    left join members m on m.board_id = d.board_id and m.id = d.deleted_by
    left join users u on u.id = m.user_id
    where d.board_id = ${scope.board.id}::uuid and d.deleted_at > ${restorableSince(scope.now)} and ${stoodThere}
    order by d.deleted_at desc, d.id
    limit ${toldMax}
  `.execute(scope.tx);
  return rows;
}
