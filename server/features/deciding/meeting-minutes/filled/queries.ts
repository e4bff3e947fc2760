import { sql } from 'kysely';
import { agendaOffersMax } from '#contract/meeting-minutes.ts';
import { sameBoard } from '#server/db/board-rows.ts';
import { definePage, type PageScope, type ResultOf, rowsOf } from '#server/db/page-statement.ts';
import { actionVisibleWhere } from '#server/features/deciding/action-items/action-item/visibility.ts';
import { selectDecision } from '#server/features/deciding/meeting-minutes/minutes/queries.ts';
import {
  selectDecidedInWriting,
  selectItems,
  selectOpenTasks,
} from '#server/features/deciding/meeting-minutes/record/queries.ts';
import { writtenVisibleWhere } from '#server/features/deciding/motions/written/resolution/visibility.ts';
import { bodyIdOf } from '#server/features/deciding/room/desk/visibility.ts';
import { meetingVisibleWhere } from '#server/features/homes/meetings/meeting/visibility.ts';
import { pageReaderOf } from '#server/features/members/audience/queries.ts';
import { selectWithheldIds } from '#server/features/members/audience/visibility.ts';

const selectUnapproved = (scope: PageScope) =>
  scope.tx
    .selectFrom('meeting_minutes as minutes')
    .innerJoin('meetings as meeting', (join) => sameBoard(join, 'meeting.id', 'minutes.meeting_id'))
    .innerJoin('deciding_settings as settings', 'settings.board_id', 'minutes.board_id')
    .select(['minutes.meeting_id', 'meeting.starts_at'])
    .where('minutes.board_id', '=', scope.board.id)
    .where('minutes.state', '=', 'circulated')
    .where('settings.minutes_approval', '=', 'next-meeting')
    .where('meeting.deleted_at', 'is', null)
    .where(sql<boolean>`meeting.id <> meetings.id`)
    .where(sql<boolean>`(meetings.starts_at is null or meeting.starts_at < meetings.starts_at)`)
    .where(sql<boolean>`${bodyIdOf(scope, 'meeting')} = ${bodyIdOf(scope, 'meetings')}`)
    .where(meetingVisibleWhere(pageReaderOf(scope), 'meeting'))
    .where(({ not, exists }) => not(exists(selectDecision(scope))))
    .orderBy('meeting.starts_at')
    .limit(agendaOffersMax - 1);

export const filledOfMeeting = definePage({ id: 'uuid' }, (scope, { id }) =>
  scope.tx
    .selectFrom('meetings')
    .select([
      rowsOf(selectItems(scope, id)).as('items'),
      rowsOf(selectOpenTasks(scope).where(actionVisibleWhere(pageReaderOf(scope)))).as('open_tasks'),
      rowsOf(selectDecidedInWriting(scope).where(writtenVisibleWhere(pageReaderOf(scope)))).as('resolutions'),
      rowsOf(selectUnapproved(scope)).as('unapproved'),
      sql<readonly string[]>`array(${selectWithheldIds(scope, scope)})`.as('withheld_ids'),
    ])
    .where('meetings.board_id', '=', scope.board.id)
    .where('meetings.id', '=', id),
);
export type FilledRow = NonNullable<ResultOf<typeof filledOfMeeting>>;
