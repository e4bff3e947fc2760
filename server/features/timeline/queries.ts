import type { BoardScope } from '../../db/board-scope.ts';
import { meetingInSight } from '../meetings/sight.ts';

/** What one dashboard shows at most. */
export const waitingMax = 20;
export const timelineMax = 50;
export const newestDocumentsMax = 10;

/** The documents that came last to meetings in the reader's sight, newest first. */
export async function listNewestDocuments(scope: BoardScope) {
  return scope.tx
    .selectFrom('documents as document')
    .leftJoin('agenda_items as item', (join) =>
      join.onRef('item.board_id', '=', 'document.board_id').onRef('item.id', '=', 'document.agenda_item_id'),
    )
    .innerJoin('meetings as meeting', (join) =>
      join
        .onRef('meeting.board_id', '=', 'document.board_id')
        .on((eb) => eb('meeting.id', '=', eb.fn.coalesce('document.meeting_id', 'item.meeting_id'))),
    )
    .leftJoin('invitees as own', (join) =>
      join
        .onRef('own.board_id', '=', 'meeting.board_id')
        .onRef('own.meeting_id', '=', 'meeting.id')
        .on('own.member_id', '=', scope.member.id),
    )
    .select([
      'document.id',
      'document.title',
      'document.extension',
      'document.mime_type',
      'document.is_link',
      'document.created_at',
      'meeting.id as meeting_id',
      'meeting.title as meeting_title',
      'own.last_visited_at',
    ])
    .where('document.board_id', '=', scope.board.id)
    .where('document.deleted_at', 'is', null)
    .where('meeting.deleted_at', 'is', null)
    .where('meeting.state', '<>', 'draft')
    .where(meetingInSight(scope, 'meeting'))
    .orderBy('document.created_at', 'desc')
    .orderBy('document.id', 'desc')
    .limit(newestDocumentsMax)
    .execute();
}
