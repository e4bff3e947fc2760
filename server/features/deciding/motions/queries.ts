import { sql } from 'kysely';
import type { MotionState } from '#domain/motions.ts';
import { sameBoard } from '#server/db/board-rows.ts';
import type { BoardJobScope } from '#server/db/board-scope.ts';
import { defineRows, type PageScope } from '#server/db/page-statement.ts';
import type { MailJob } from '#server/features/core/mail/ports.ts';
import { bodyIdOf } from '#server/features/deciding/room/desk/visibility.ts';
import { meetingVisibleWhere } from '#server/features/homes/meetings/meeting/visibility.ts';
import { pageReaderOf } from '#server/features/members/audience/queries.ts';
import { memberView, seenIn } from '#server/features/members/audience/visibility.ts';
import { selectRecipient } from '#server/features/members/people/queries.ts';

const deferralMeetingsMax = 50;

export const deferralMeetings = defineRows({ id: 'uuid' }, (scope: PageScope, { id }) =>
  scope.tx
    .selectFrom('meetings as meeting')
    .select(['meeting.id', 'meeting.title'])
    .select(sql<Date>`meeting.starts_at`.as('starts_at'))
    .where('meeting.board_id', '=', scope.board.id)
    .where('meeting.deleted_at', 'is', null)
    .where('meeting.finds_date', '=', false)
    .where('meeting.state', 'in', ['draft', 'published'])
    .where(
      sql<boolean>`exists (
        select from meetings meets
        where meets.board_id = meeting.board_id and meets.id = ${id} and meeting.starts_at > meets.starts_at
          and ${bodyIdOf(scope, 'meeting')} = ${bodyIdOf(scope, 'meets')}
      )`,
    )
    .where(
      sql<boolean>`not exists (
        select from meeting_rooms held
        where held.board_id = meeting.board_id and held.meeting_id = meeting.id and held.phase <> 'not-begun'
      )`,
    )
    .where(meetingVisibleWhere(pageReaderOf(scope), 'meeting'))
    .orderBy('meeting.starts_at')
    .orderBy('meeting.id')
    .limit(deferralMeetingsMax),
);

export const findMotionMail = (scope: BoardJobScope, { memberId, subjectId: motionId }: MailJob) =>
  selectRecipient(scope, memberId)
    .innerJoin('motions as motion', 'motion.board_id', 'member.board_id')
    .innerJoin('meetings as meeting', (join) => sameBoard(join, 'meeting.id', 'motion.meeting_id'))
    .select(['motion.text', 'motion.reason', 'meeting.id as meeting_id', 'meeting.title as meeting_title'])
    .select(
      sql<boolean>`exists (
        select from invitees i
        where i.board_id = member.board_id and i.meeting_id = meeting.id and i.member_id = member.id
      )`.as('is_invited'),
    )
    .select(sql<MotionState>`motion.state`.as('state'))
    .where('motion.id', '=', motionId)
    .where(seenIn(memberView(scope, memberId), sql.ref('motion.id')))
    .where('meeting.deleted_at', 'is', null)
    .executeTakeFirst();
