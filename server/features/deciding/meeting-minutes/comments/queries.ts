import { sql } from 'kysely';
import { sameBoard } from '#server/db/board-rows.ts';
import type { PageScope } from '#server/db/page-statement.ts';
import { meetingVisibleWhere } from '#server/features/homes/meetings/meeting/visibility.ts';
import { pageReaderOfPublished } from '#server/features/members/audience/queries.ts';

export const selectWaitingMinutes = (scope: PageScope) =>
  scope.tx
    .selectFrom('meeting_minutes as minutes')
    .innerJoin('meetings as meeting', (join) => sameBoard(join, 'meeting.id', 'minutes.meeting_id'))
    .innerJoin('boards as board', 'board.id', 'minutes.board_id')
    .select(['meeting.id', 'meeting.title', sql<string>`minutes.comments_until::text`.as('comments_until')])
    .where('minutes.board_id', '=', scope.board.id)
    .where('minutes.state', '=', 'circulated')
    .where(sql<boolean>`minutes.comments_until >= gate.local_time(${scope.now}, board.time_zone)::date`)
    .where('meeting.deleted_at', 'is', null)
    .where(meetingVisibleWhere(pageReaderOfPublished(scope), 'meeting'))
    .where(
      sql<boolean>`(
        exists (
          select from meeting_people p
          where p.board_id = minutes.board_id and p.meeting_id = minutes.meeting_id and p.member_id = ${scope.member.id}
            and p.is_voter
        ) or exists (
          select from presences p
          where p.board_id = minutes.board_id and p.meeting_id = minutes.meeting_id and p.member_id = ${scope.member.id}
        )
      )`,
    )
    .where(
      sql<boolean>`not exists (
        select from minutes_comments c
        where c.board_id = minutes.board_id and c.meeting_id = minutes.meeting_id and c.author_id = ${scope.member.id}
          and c.at >= (
            select max(kept.at) from minutes_versions kept
            where kept.board_id = minutes.board_id and kept.meeting_id = minutes.meeting_id
          )
      )`,
    )
    .orderBy('minutes.comments_until')
    .orderBy('meeting.id');
