import { sql } from 'kysely';
import type { CalendarFeed } from '#contract/calendar.ts';
import type { Context } from '#server/context.ts';
import { sameBoard, selectRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { readByAddress } from '#server/db/flight.ts';
import { defineRows } from '#server/db/page-statement.ts';
import { canReadByLink } from '#server/features/core/secret-addresses/policy.ts';
import { calendarBoard } from '#server/features/homes/meetings/meeting/calendar.ts';
import { meetingVisibleWhere } from '#server/features/homes/meetings/meeting/visibility.ts';
import { pageReaderOfPublished } from '#server/features/members/audience/queries.ts';
import { calendarFeed } from '#server/integrations/calendar/calendar-file.ts';
import { hashToken } from '#server/secrets.ts';
import { presentFeed } from './present.ts';

/** Maximum number of meetings in a feed, far more than any member is likely to have. */
const feedMeetingsMax = 5_000;

/** Returns null and logs a warning if `makeMissingFeeds` has not created the feed yet. */
export async function ownFeed(scope: BoardScope, context: Context): Promise<CalendarFeed | null> {
  const feed = await selectFeed(scope, scope.member.id).executeTakeFirst();
  if (feed) return presentFeed(scope, context, feed.generation);
  context.log.warn({ board: scope.board.id, member: scope.member.id }, 'a member has no calendar feed');
  return null;
}

const selectFeed = (scope: BoardScope, memberId: string) =>
  selectRows(scope, 'calendar_feeds', { member_id: memberId }).select('generation');

export async function lockGeneration(scope: BoardScope, memberId: string): Promise<number | null> {
  return (await selectFeed(scope, memberId).forUpdate().executeTakeFirst())?.generation ?? null;
}

export async function readFeed(context: Context, file: string): Promise<string> {
  const uid = file.replace(/\.ics$/, '');
  const address = { finder: 'find_feed', values: [hashToken(uid)] };
  const who = { address, via: { kind: 'feed' }, now: context.clock.now() } as const;
  const { reader, found } = await readByAddress(context.pool, who, {
    statements: { meetings: invitedMeetings },
    params: {},
  });
  const meetings = canReadByLink(reader)
    ? found.meetings
    : found.meetings.map((meeting) => ({ ...meeting, description: '' }));
  return calendarFeed({ ...calendarBoard(reader.board, context.config), name: reader.board.title, meetings });
}

const invitedMeetings = defineRows({}, (scope) =>
  scope.tx
    .selectFrom('meetings as meeting')
    .innerJoin('invitees as own', (join) =>
      sameBoard(join, 'own.meeting_id', 'meeting.id').on('own.member_id', '=', scope.member.id),
    )
    .select([
      'meeting.id',
      'meeting.title',
      'meeting.type',
      sql<'published' | 'cancelled'>`meeting.state`.as('state'),
      'meeting.starts_at',
      'meeting.ends_at',
      'meeting.location',
      'meeting.join_url',
      'meeting.description',
      'meeting.sequence',
      'meeting.created_at',
      'meeting.updated_at',
    ])
    .where('meeting.board_id', '=', scope.board.id)
    .where('meeting.deleted_at', 'is', null)
    // Members who left the audience stay invitees of past meetings but can no longer see them.
    .where(meetingVisibleWhere(pageReaderOfPublished(scope), 'meeting'))
    .where('meeting.state', 'in', ['published', 'cancelled'])
    // A meeting that was cancelled before its date was set has never been in a calendar.
    .where('meeting.finds_date', '=', false)
    .$narrowType<{ starts_at: Date; ends_at: Date }>()
    .orderBy('meeting.starts_at', 'desc')
    .orderBy('meeting.id')
    .limit(feedMeetingsMax),
);
