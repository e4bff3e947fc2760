import { sql } from 'kysely';
import { type MinutesState, writingLastsMs } from '#domain/meeting-minutes.ts';
import type { RichText } from '#domain/rich-text.ts';
import { sameBoard } from '#server/db/board-rows.ts';
import { definePage, defineRows, type PageScope } from '#server/db/page-statement.ts';
import { meetingIdOfSection } from '#server/features/deciding/meeting-minutes/minutes/queries.ts';
import { selectRoomPage } from '#server/features/deciding/room/state/queries.ts';
import { meetingVisibleWhere } from '#server/features/homes/meetings/meeting/visibility.ts';
import { pageReaderOfPublished } from '#server/features/members/audience/queries.ts';
import { selectWithheld } from '#server/features/members/audience/visibility.ts';

const wordingsMax = 500;
const writersMax = 100;

/** Does not check visibility; the caller must use `canSeeMinutes`. */
export const roomOfSection = definePage({ id: 'uuid' }, (scope, { id }) =>
  selectRoomPage(scope, meetingIdOfSection(scope, id)),
);
export const minutesOfSection = definePage({ id: 'uuid' }, (scope, { id }) =>
  scope.tx
    .selectFrom('meeting_minutes as minutes')
    .select([sql<MinutesState>`minutes.state`.as('state'), selectWithheld(scope, id)])
    .where('minutes.board_id', '=', scope.board.id)
    .where('minutes.meeting_id', '=', meetingIdOfSection(scope, id)),
);

export const wordingsOfSection = defineRows({ id: 'uuid' }, (scope, { id }) =>
  scope.tx
    .selectFrom('minutes_wordings as wording')
    .innerJoin('members as writer', (join) => sameBoard(join, 'writer.id', 'wording.written_by'))
    .select(['wording.revision', 'wording.at', 'wording.written_by'])
    .select(sql<RichText>`wording.notes`.as('notes'))
    .select(sql<string>`known_name(writer)`.as('by'))
    .where('wording.board_id', '=', scope.board.id)
    .where('wording.section_id', '=', id)
    .orderBy('wording.revision', 'desc')
    .limit(wordingsMax),
);

export const writersOfMeeting = defineRows({ id: 'uuid' }, (scope, { id }) =>
  scope.tx
    .selectFrom('minutes_writers as writing')
    .innerJoin('members as writer', (join) => sameBoard(join, 'writer.id', 'writing.member_id'))
    .select(['writing.section_id', 'writing.member_id', 'writer.img_url'])
    .select(sql<string>`known_name(writer)`.as('name'))
    .where('writing.board_id', '=', scope.board.id)
    .where('writing.meeting_id', '=', id)
    .where('writing.member_id', '<>', scope.member.id)
    .where(sql<boolean>`writing.at > ${scope.now} - make_interval(secs => ${writingLastsMs / 1000})`)
    .orderBy('writing.at', 'desc')
    .limit(writersMax),
);

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
