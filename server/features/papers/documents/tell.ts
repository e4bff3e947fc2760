import { sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import { tellAnnouncementChanged } from '#server/features/homes/announcements/tell.ts';
import { tellLibraryChanged } from '#server/features/homes/library/commands.ts';
import { someAbove } from '#server/features/homes/library/queries.ts';
import { tellMeetingChanged } from '#server/features/homes/meetings/commands.ts';
import { administersAudience, inAudience } from '#server/features/members/audience/queries.ts';
import { tellLive } from '#server/http/live-hub.ts';
import type { DocumentHome } from './load.ts';

/** Tells the open pages that show what a document stands in. `documentId`: nothing but this document has changed there. */
export async function tellHomeChanged(
  scope: BoardScope,
  home: DocumentHome,
  documentId: string | null = null,
): Promise<void> {
  if (home.kind === 'library') {
    if (documentId === null) {
      await tellLibraryChanged(
        scope,
        home.folderId === null ? { categories: [home.categoryId] } : { folders: [home.folderId] },
      );
      // Its id is for those alone who may open it.
    } else await tellLive(scope, { noun: 'library', id: documentId }, await listListeners(scope, documentId));
    return;
  }
  if (home.kind === 'meeting') await tellMeetingChanged(scope, home);
  else await tellAnnouncementChanged(scope, home);
  // Whoever has it open learns of its new version.
  if (documentId !== null) await tellDocumentChanged(scope, documentId);
}

type Telling = Pick<BoardScope, 'tx' | 'board'>;

/** Tells the open pages of whoever may open a document that something was made of it. Board admins hear of everything. */
export async function tellDocumentChanged(scope: Telling, documentId: string): Promise<void> {
  await tellLive(scope, { noun: 'document', id: documentId }, await listListeners(scope, documentId));
}

/**
 * The members in whose sight a document is, by what it stands in: the audience of what is out, else its editors. Of a
 * library, both the category's audience and that of the folder at the top, where it has one.
 */
async function listListeners(scope: Telling, documentId: string): Promise<readonly string[]> {
  const memberId = sql.ref<string>('member.id');
  const isIn = (audienceId: string) => inAudience(scope, sql.ref<string>(audienceId), memberId);
  const edits = administersAudience(scope, sql<string>`home.editing_audience_id`, memberId);
  const listeners = await sql<{ id: string }>`
    with home as (
      select coalesce(meeting.audience_id, announcement.audience_id, category.audience_id) as audience_id,
        top.audience_id as top_audience_id,
        coalesce(meeting.audience_id, announcement.audience_id, top.audience_id, category.audience_id) as editing_audience_id,
        document.hidden or coalesce(meeting.state = 'draft', false) or coalesce(announcement.state <> 'published', false)
          or coalesce(category.hidden, false) or ${someAbove(sql.ref('folder.path'), sql`above.hidden`)} as is_for_editors
      from documents document
      left join agenda_items item on item.board_id = document.board_id and item.id = document.agenda_item_id
      left join meetings meeting on meeting.board_id = document.board_id
        and meeting.id = coalesce(document.meeting_id, item.meeting_id)
      left join announcements announcement on announcement.board_id = document.board_id
        and announcement.id = document.announcement_id
      left join folders folder on folder.board_id = document.board_id and folder.id = document.folder_id
      left join folders top on top.board_id = document.board_id and top.id = folder.path[1]
      left join categories category on category.board_id = document.board_id
        and category.id = coalesce(document.category_id, folder.category_id)
      where document.board_id = ${scope.board.id}::uuid and document.id = ${documentId}::uuid
    )
    select member.id from home, members member
    where member.board_id = ${scope.board.id}::uuid and member.status = 'active' and (
      ${edits} or (
        not home.is_for_editors and ${isIn('home.audience_id')}
        and (home.top_audience_id is null or ${isIn('home.top_audience_id')})
      )
    )
  `.execute(scope.tx);
  return listeners.rows.map((row) => row.id);
}
