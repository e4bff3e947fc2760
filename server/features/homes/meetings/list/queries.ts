import { sql } from 'kysely';
import { localToInstant } from '#domain/local-time.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { InviteeRow, MeetingRow } from '#server/features/homes/meetings/base/queries.ts';
import { meetingVisibleWhere } from '#server/features/homes/meetings/base/visibility.ts';
import { namedAudience, readerOf } from '#server/features/members/audience/queries.ts';

const upcomingMax = 100;
const draftsMax = 100;
const archiveYearMax = 500;

/** With counts and the reader's own reply. */
export interface MeetingSummaryRow
  extends Pick<
    MeetingRow,
    | 'id'
    | 'audience'
    | 'title'
    | 'type'
    | 'state'
    | 'finds_date'
    | 'location'
    | 'created_at'
    | 'published_at'
    | 'reopened_at'
  > {
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly agenda_item_count: number;
  readonly document_count: number;
  /** 0 unless the meeting finds its date. */
  readonly date_option_count: number;
  readonly unanswered_date_count: number;
  /** Null: not invited. */
  readonly acceptance: InviteeRow['acceptance'] | null;
  readonly attendance: boolean | null;
  readonly answered_at: Date | null;
}

/** A draft may have no date yet. */
export type DraftSummaryRow = Omit<MeetingSummaryRow, 'starts_at' | 'ends_at'> &
  Pick<MeetingRow, 'starts_at' | 'ends_at'>;

/** First the visible meetings of a list; `summarize` joins the rest only to those. */
function selectMeetingIds(scope: BoardScope) {
  return scope.tx
    .selectFrom('meetings as meeting')
    .where('meeting.board_id', '=', scope.board.id)
    .where('meeting.deleted_at', 'is', null)
    .where(meetingVisibleWhere(readerOf(scope), 'meeting'));
}

type MeetingIds = ReturnType<typeof selectMeetingIds>;

interface Wanted {
  readonly filter: (meetings: MeetingIds) => MeetingIds;
  readonly order: 'soonest-first' | 'newest-first';
  readonly limit: number;
}

/** Meetings with times, that is no drafts. */
async function summarize(scope: BoardScope, wanted: Wanted): Promise<readonly MeetingSummaryRow[]> {
  return (await summarizeDrafts(scope, wanted)).filter(isDated);
}

const isDated = (row: DraftSummaryRow): row is MeetingSummaryRow => row.starts_at !== null && row.ends_at !== null;

async function summarizeDrafts(scope: BoardScope, wanted: Wanted): Promise<readonly DraftSummaryRow[]> {
  const direction = wanted.order === 'soonest-first' ? 'asc' : 'desc';
  const page = wanted
    .filter(selectMeetingIds(scope))
    .select('meeting.id')
    .orderBy('meeting.starts_at', direction)
    .orderBy('meeting.id', direction)
    .limit(wanted.limit);
  return scope.tx
    .selectFrom(page.as('page'))
    .innerJoin('meetings as shown', (join) =>
      join.onRef('shown.id', '=', 'page.id').on('shown.board_id', '=', scope.board.id),
    )
    .leftJoin('invitees as own', (join) =>
      join
        .onRef('own.board_id', '=', 'shown.board_id')
        .onRef('own.meeting_id', '=', 'shown.id')
        .on('own.member_id', '=', scope.member.id),
    )
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('agenda_items as item')
          .leftJoin('documents as paper', (join) =>
            join
              .onRef('paper.board_id', '=', 'item.board_id')
              .onRef('paper.agenda_item_id', '=', 'item.id')
              .on('paper.deleted_at', 'is', null),
          )
          .where('item.board_id', '=', scope.board.id)
          .whereRef('item.meeting_id', '=', 'shown.id')
          .select((eb) => [
            // Sub-items do not count.
            eb.fn.count<number>('item.id').distinct().filterWhere('item.depth', '=', 0).as('items'),
            eb.fn.count<number>('paper.id').as('papers'),
          ])
          .as('agenda'),
      (join) => join.onTrue(),
    )
    .select([
      'shown.id',
      'shown.title',
      'shown.type',
      'shown.state',
      'shown.finds_date',
      'shown.starts_at',
      'shown.ends_at',
      'shown.location',
      namedAudience(scope, sql.ref('shown.audience_id')).as('audience'),
      'shown.created_at',
      'shown.published_at',
      'shown.reopened_at',
      'own.acceptance',
      'own.attendance',
      'own.answered_at',
      'agenda.items as agenda_item_count',
      sql<number>`agenda.papers + ${countWithoutItem(scope)}`.as('document_count'),
      sql<number>`case when shown.finds_date then ${countDates(scope, 'all')} else 0 end`.as('date_option_count'),
      sql<number>`case when shown.finds_date then ${countDates(scope, 'unanswered')} else 0 end`.as(
        'unanswered_date_count',
      ),
    ])
    .orderBy('shown.starts_at', direction)
    .orderBy('shown.id', direction)
    .execute();
}

/** Documents of the meeting `shown` itself, under none of its agenda items. */
const countWithoutItem = ({ board }: BoardScope) => sql<number>`(
  select count(*) from documents paper
  where paper.board_id = ${board.id}::uuid and paper.meeting_id = shown.id and paper.deleted_at is null
)`;

function countDates({ board, member }: BoardScope, which: 'all' | 'unanswered') {
  const unanswered = sql`and not exists (
    select from date_answers a where a.board_id = o.board_id and a.option_id = o.id and a.member_id = ${member.id}
  )`;
  return sql`(
    select count(*) from date_options o
    where o.board_id = ${board.id} and o.meeting_id = shown.id ${which === 'unanswered' ? unanswered : sql``}
  )::int`;
}

/** Meetings that have not ended, also the current and cancelled ones. */
export async function listUpcoming(scope: BoardScope) {
  return summarize(scope, {
    filter: (meetings) =>
      meetings
        .where('meeting.state', 'in', ['published', 'cancelled'])
        .where('meeting.finds_date', '=', false)
        .where('meeting.ends_at', '>', scope.now),
    order: 'soonest-first',
    limit: upcomingMax,
  });
}

/** Skips cancelled meetings. */
export async function findNextMeeting(scope: BoardScope): Promise<MeetingSummaryRow | null> {
  const [next] = await summarize(scope, {
    filter: (meetings) => meetings.where('meeting.state', '=', 'published').where('meeting.ends_at', '>', scope.now),
    order: 'soonest-first',
    limit: 1,
  });
  return next ?? null;
}

/** Those without a date last. */
export async function listDrafts(scope: BoardScope) {
  return summarizeDrafts(scope, {
    filter: (meetings) => meetings.where('meeting.state', '=', 'draft'),
    order: 'soonest-first',
    limit: draftsMax,
  });
}

/** Date searches, and cancelled ones with an option in the future; by their first option. */
export async function listFindingDate(scope: BoardScope) {
  return summarize(scope, {
    filter: (meetings) =>
      meetings
        .where('meeting.finds_date', '=', true)
        .where((eb) =>
          eb.or([
            eb('meeting.state', '=', 'finding-date'),
            eb.and([eb('meeting.state', '=', 'cancelled'), eb('meeting.ends_at', '>', scope.now)]),
          ]),
        ),
    order: 'soonest-first',
    limit: upcomingMax,
  });
}

/** Date searches with an option that the invited reader has not answered. */
export async function listWaitingDates(scope: BoardScope, most: number) {
  const { board, member } = scope;
  return summarize(scope, {
    filter: (meetings) =>
      meetings
        .where('meeting.state', '=', 'finding-date')
        .where(
          sql<boolean>`exists (
            select from invitees i
            where i.board_id = ${board.id} and i.meeting_id = meeting.id and i.member_id = ${member.id}
          )`,
        )
        .where(
          sql<boolean>`exists (
            select from date_options o
            where o.board_id = ${board.id} and o.meeting_id = meeting.id and not exists (
              select from date_answers a
              where a.board_id = o.board_id and a.option_id = o.id and a.member_id = ${member.id}
            )
          )`,
        ),
    order: 'soonest-first',
    limit: most,
  });
}

/** Published meetings that have not begun, without the reader's reply. */
export async function listWaiting(scope: BoardScope, most: number) {
  return summarize(scope, {
    filter: (meetings) =>
      meetings
        .where('meeting.state', '=', 'published')
        .where('meeting.starts_at', '>', scope.now)
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('invitees')
              .whereRef('invitees.board_id', '=', 'meeting.board_id')
              .whereRef('invitees.meeting_id', '=', 'meeting.id')
              .where('invitees.member_id', '=', scope.member.id)
              .where('invitees.acceptance', '=', 'none')
              .select('invitees.meeting_id'),
          ),
        ),
    order: 'soonest-first',
    limit: most,
  });
}

/** Published or cancelled, latest start first. */
export async function listPublished(scope: BoardScope, most: number) {
  return summarize(scope, {
    filter: (meetings) => meetings.where('meeting.state', '<>', 'draft').where('meeting.finds_date', '=', false),
    order: 'newest-first',
    limit: most,
  });
}

/** Years, in the board's time zone, of past meetings; newest first. */
export async function listArchiveYears(scope: BoardScope): Promise<readonly number[]> {
  const rows = await scope.tx
    .selectFrom('meetings')
    .select(sql<number>`extract(year from starts_at at time zone ${scope.board.timeZone})::int`.as('year'))
    .distinct()
    .where('board_id', '=', scope.board.id)
    .where('deleted_at', 'is', null)
    .where('state', 'in', ['published', 'cancelled'])
    .where(meetingVisibleWhere(readerOf(scope), 'meetings'))
    .where('ends_at', '<=', scope.now)
    .orderBy('year', 'desc')
    .limit(300)
    .execute();
  return rows.map((row) => row.year);
}

/** Past meetings of one year, latest first. */
export async function listArchive(scope: BoardScope, year: number) {
  const { timeZone } = scope.board;
  const begins = (of: number) => localToInstant({ date: `${of}-01-01`, time: '00:00' }, timeZone);
  return summarize(scope, {
    filter: (meetings) =>
      meetings
        .where('meeting.state', 'in', ['published', 'cancelled'])
        .where('meeting.ends_at', '<=', scope.now)
        .where('meeting.starts_at', '>=', begins(year))
        .where('meeting.starts_at', '<', begins(year + 1)),
    order: 'newest-first',
    limit: archiveYearMax,
  });
}
