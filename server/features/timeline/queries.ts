import { type RawBuilder, sql } from 'kysely';
import type { BoardScope } from '../../db/board-scope.ts';
import { announcementInSight } from '../announcements/sight.ts';
import { listLatest } from '../library/latest.ts';
import { meetingInSight } from '../meetings/sight.ts';

/** What one dashboard shows at most. */
export const waitingMax = 20;
export const timelineMax = 50;
export const newestDocumentsMax = 10;

export interface NewestDocument {
  readonly id: string;
  readonly title: string;
  readonly extension: string;
  readonly mime_type: string;
  readonly is_link: boolean;
  readonly created_at: Date;
  readonly home:
    | { readonly kind: 'meeting' | 'announcement'; readonly id: string }
    | { readonly kind: 'library'; readonly category_id: string; readonly folder_id: string | null };
  readonly home_name: string;
  /** When the reader was last where it stands. */
  readonly last_visited_at: Date | null;
}

/** The documents that came last to what is out and in the reader's sight, newest first. */
export async function listNewestDocuments(scope: BoardScope): Promise<readonly NewestDocument[]> {
  const [ofMeetings, ofAnnouncements] = [await newestOfMeetings(scope), await newestOfAnnouncements(scope)];
  const ofLibrary = (await listLatest(scope, newestDocumentsMax)).map(
    ({ category_id, category_name, folder_id, ...row }): NewestDocument => ({
      ...row,
      ...{ home: { kind: 'library', category_id, folder_id }, home_name: category_name, last_visited_at: null },
    }),
  );
  return [...ofMeetings, ...ofAnnouncements, ...ofLibrary]
    .toSorted((one, other) => other.created_at.getTime() - one.created_at.getTime() || (one.id < other.id ? 1 : -1))
    .slice(0, newestDocumentsMax);
}

const newestOfMeetings = (scope: BoardScope) =>
  readNewest(
    scope,
    sql`
      select ${shown}, jsonb_build_object('kind', 'meeting', 'id', meeting.id) as home, meeting.title as home_name, own.last_visited_at
      from documents document
      left join agenda_items item on item.board_id = document.board_id and item.id = document.agenda_item_id
      join meetings meeting on meeting.board_id = document.board_id and meeting.id = coalesce(document.meeting_id, item.meeting_id)
      left join invitees own on own.board_id = meeting.board_id and own.meeting_id = meeting.id and own.member_id = ${scope.member.id}::uuid
      where meeting.deleted_at is null and meeting.state <> 'draft' and ${meetingInSight(scope, 'meeting')}
    `,
  );

const newestOfAnnouncements = (scope: BoardScope) =>
  readNewest(
    scope,
    sql`
      select ${shown}, jsonb_build_object('kind', 'announcement', 'id', item.id) as home, item.title as home_name, own.last_visited_at
      from documents document
      join announcements item on item.board_id = document.board_id and item.id = document.announcement_id
      left join announcement_readers own on own.board_id = item.board_id and own.announcement_id = item.id and own.member_id = ${scope.member.id}::uuid
      where item.deleted_at is null and item.state = 'published' and ${announcementInSight(scope)}
    `,
  );

const shown = sql`document.id, document.title, document.extension, document.mime_type, document.is_link, document.created_at`;

async function readNewest(scope: BoardScope, documents: RawBuilder<unknown>): Promise<readonly NewestDocument[]> {
  const { rows } = await sql<NewestDocument>`
    ${documents} and document.board_id = ${scope.board.id}::uuid and document.deleted_at is null and not document.hidden
    order by document.created_at desc, document.id desc limit ${newestDocumentsMax}
  `.execute(scope.tx);
  return rows;
}
