import { sql } from 'kysely';
import { localToInstant } from '../../../domain/local-time.ts';
import type { BoardScope } from '../../db/board-scope.ts';
import type { InviteeRow, MeetingRow } from './queries.ts';

/** Meetings of one list at most. */
const upcomingMax = 100;
const draftsMax = 100;
const archiveYearMax = 500;

/** What a list shows of a meeting, with its counts and the reader's own answer. */
export interface MeetingSummaryRow
  extends Pick<
    MeetingRow,
    'id' | 'title' | 'type' | 'state' | 'starts_at' | 'ends_at' | 'location' | 'created_at' | 'published_at'
  > {
  readonly agenda_item_count: number;
  readonly document_count: number;
  /** Null: not invited. */
  readonly acceptance: InviteeRow['acceptance'] | null;
  readonly attendance: boolean | null;
  readonly answered_at: Date | null;
}

/** Ids of meetings in an order, at most as many as a list holds; `summarize` adds the rest to just those. */
function selectMeetingIds(scope: BoardScope) {
  return scope.tx
    .selectFrom('meetings as meeting')
    .where('meeting.board_id', '=', scope.board.id)
    .where('meeting.deleted_at', 'is', null);
}

type MeetingIds = ReturnType<typeof selectMeetingIds>;

async function summarize(
  scope: BoardScope,
  wanted: {
    readonly which: (meetings: MeetingIds) => MeetingIds;
    readonly order: 'soonest-first' | 'newest-first';
    readonly most: number;
  },
): Promise<readonly MeetingSummaryRow[]> {
  const direction = wanted.order === 'soonest-first' ? 'asc' : 'desc';
  const page = wanted
    .which(selectMeetingIds(scope))
    .select('meeting.id')
    .orderBy('meeting.starts_at', direction)
    .orderBy('meeting.id', direction)
    .limit(wanted.most);
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
            eb.fn.count<number>('item.id').distinct().as('items'),
            eb.fn.count<number>('paper.id').as('papers'),
          ])
          .as('agenda'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('documents as loose')
          .where('loose.board_id', '=', scope.board.id)
          .whereRef('loose.meeting_id', '=', 'shown.id')
          .where('loose.deleted_at', 'is', null)
          .select((eb) => eb.fn.countAll<number>().as('papers'))
          .as('without_item'),
      (join) => join.onTrue(),
    )
    .select([
      'shown.id',
      'shown.title',
      'shown.type',
      'shown.state',
      'shown.starts_at',
      'shown.ends_at',
      'shown.location',
      'shown.created_at',
      'shown.published_at',
      'own.acceptance',
      'own.attendance',
      'own.answered_at',
      'agenda.items as agenda_item_count',
      sql<number>`agenda.papers + without_item.papers`.as('document_count'),
    ])
    .orderBy('shown.starts_at', direction)
    .orderBy('shown.id', direction)
    .execute();
}

/** Published meetings that have not ended, the running one among them; the first is the next meeting. */
export async function listUpcoming(scope: BoardScope, most: number = upcomingMax) {
  return summarize(scope, {
    which: (meetings) => meetings.where('meeting.state', '=', 'published').where('meeting.ends_at', '>', scope.now),
    order: 'soonest-first',
    most,
  });
}

/** Only for editors. */
export async function listDrafts(scope: BoardScope) {
  return summarize(scope, {
    which: (meetings) => meetings.where('meeting.state', '=', 'draft'),
    order: 'soonest-first',
    most: draftsMax,
  });
}

/** Published, not begun, and the reader's answer is missing. */
export async function listWaiting(scope: BoardScope, most: number) {
  return summarize(scope, {
    which: (meetings) =>
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
    most,
  });
}

/** Everything published or cancelled, latest start first. */
export async function listPublished(scope: BoardScope, most: number) {
  return summarize(scope, {
    which: (meetings) => meetings.where('meeting.state', '<>', 'draft'),
    order: 'newest-first',
    most,
  });
}

/** The years, in the board's zone, of meetings that are over; newest first. */
export async function listArchiveYears(scope: BoardScope): Promise<readonly number[]> {
  const rows = await scope.tx
    .selectFrom('meetings')
    .select(sql<number>`extract(year from starts_at at time zone ${scope.board.timeZone})::int`.as('year'))
    .distinct()
    .where('board_id', '=', scope.board.id)
    .where('deleted_at', 'is', null)
    .where('state', '<>', 'draft')
    .where('ends_at', '<=', scope.now)
    .orderBy('year', 'desc')
    .limit(300)
    .execute();
  return rows.map((row) => row.year);
}

/** The meetings of one year of the board's calendar that are over, latest first. */
export async function listArchive(scope: BoardScope, year: number) {
  const { timeZone } = scope.board;
  const begins = (of: number) => localToInstant({ date: `${of}-01-01`, time: '00:00' }, timeZone);
  return summarize(scope, {
    which: (meetings) =>
      meetings
        .where('meeting.state', '<>', 'draft')
        .where('meeting.ends_at', '<=', scope.now)
        .where('meeting.starts_at', '>=', begins(year))
        .where('meeting.starts_at', '<', begins(year + 1)),
    order: 'newest-first',
    most: archiveYearMax,
  });
}
