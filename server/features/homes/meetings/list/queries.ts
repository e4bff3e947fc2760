import { type Expression, type RawBuilder, sql } from 'kysely';
import { sameBoard } from '#server/db/board-rows.ts';
import { defineRows, type PageScope, type SelectedRow } from '#server/db/page-statement.ts';
import { isAdjourned, phaseOf } from '#server/features/homes/meetings/meeting/queries.ts';
import { meetingReadableWhere, meetingVisibleWhere } from '#server/features/homes/meetings/meeting/visibility.ts';
import { namedAudience, pageReaderOf, pageReaderOfPublished } from '#server/features/members/audience/queries.ts';

const upcomingMax = 100;
const draftsMax = 100;
const archiveYearMax = 500;
const archiveYearsMax = 300;

export type DraftSummaryRow = Omit<SelectedRow<typeof selectSummaries>, 'lists'>;
export type MeetingSummaryRow = DraftSummaryRow & { readonly starts_at: Date; readonly ends_at: Date };

type Listed<Row, List extends string> = Row & { readonly lists: readonly List[] };

function selectMeetingIds(scope: PageScope, are: 'drafts' | 'published' = 'published') {
  const meetings = scope.tx
    .selectFrom('meetings as meeting')
    .where('meeting.board_id', '=', scope.board.id)
    .where('meeting.deleted_at', 'is', null);
  return are === 'drafts'
    ? meetings.where('meeting.state', '=', 'draft').where(meetingReadableWhere(pageReaderOf(scope), 'meeting'))
    : meetings
        .where('meeting.state', '<>', 'draft')
        .where(meetingVisibleWhere(pageReaderOfPublished(scope), 'meeting'));
}

type MeetingIds = ReturnType<typeof selectMeetingIds>;

export interface MeetingListRequest {
  readonly are?: 'drafts';
  readonly filter: (meetings: MeetingIds) => MeetingIds;
  readonly order: 'soonest-first' | 'newest-first';
  readonly first?: RawBuilder<boolean>;
  readonly limit: number;
}

export function meetingsOf<List extends string>(
  rows: readonly Listed<DraftSummaryRow, List>[],
  list: List,
): readonly MeetingSummaryRow[] {
  const listed: readonly DraftSummaryRow[] = rows.filter((row) => row.lists.includes(list));
  return listed.filter(isDated);
}

export const draftsOf = (rows: readonly Listed<DraftSummaryRow, string>[]): readonly DraftSummaryRow[] =>
  rows.filter((row) => row.lists.includes('drafts'));

const isDated = (row: DraftSummaryRow): row is MeetingSummaryRow => row.starts_at !== null && row.ends_at !== null;

export function selectSummaries<List extends string>(
  scope: PageScope,
  lists: Readonly<Record<List, MeetingListRequest>>,
) {
  const parts = Object.entries<MeetingListRequest>(lists).map(([list, wanted]) => {
    const direction = wanted.order === 'soonest-first' ? 'asc' : 'desc';
    return sql`(${wanted
      .filter(selectMeetingIds(scope, wanted.are))
      .select(['meeting.id', sql<string>`${sql.lit(list)}::text`.as('list')])
      .$if(wanted.first !== undefined, (rows) => rows.orderBy(sql`coalesce(${wanted.first}, false) desc`))
      .orderBy('meeting.starts_at', direction)
      .orderBy('meeting.id', direction)
      .limit(wanted.limit)})`;
  });
  const page = sql<{ readonly id: string; readonly lists: readonly List[] }>`(
    select part.id, array_agg(part.list) as lists from (${sql.join(parts, sql` union all `)}) part group by part.id
  )`;
  return scope.tx
    .selectFrom(page.as('page'))
    .innerJoin('meetings as shown', (join) =>
      join.onRef('shown.id', '=', 'page.id').on('shown.board_id', '=', scope.board.id),
    )
    .leftJoin('invitees as own', (join) =>
      sameBoard(join, 'own.meeting_id', 'shown.id').on('own.member_id', '=', scope.member.id),
    )
    .select([
      'page.lists',
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
      isAdjourned('shown').as('is_adjourned'),
      'shown.agenda_item_count',
      sql<number>`shown.document_count - ${withheldDocuments(scope)}`.as('document_count'),
      sql<number>`case when shown.finds_date then ${countDates(scope, 'all')} else 0 end`.as('date_option_count'),
      sql<number>`case when shown.finds_date then ${countDates(scope, 'unanswered')} else 0 end`.as(
        'unanswered_date_count',
      ),
    ])
    .orderBy('shown.starts_at')
    .orderBy('shown.id');
}

const withheldDocuments = ({ board, member }: PageScope) => {
  const own = sql`w.board_id = ${board.id} and w.member_id = ${member.id} and w.lifted_at is null`;
  return sql`case when exists (select from withheld w where ${own}) then (
    select count(distinct d.id)::int from withheld w
    join documents d on d.board_id = w.board_id and d.id = w.subject_id and d.deleted_at is null
    left join agenda_items i on i.board_id = d.board_id and i.id = d.agenda_item_id
    where ${own} and coalesce(d.meeting_id, i.meeting_id) = shown.id
  ) else 0 end`;
};

function countDates({ board, member }: PageScope, which: 'all' | 'unanswered') {
  const unanswered = sql`and not exists (
    select from date_answers a where a.board_id = o.board_id and a.option_id = o.id and a.member_id = ${member.id}
  )`;
  return sql`(
    select count(*) from date_options o
    where o.board_id = ${board.id} and o.meeting_id = shown.id ${which === 'unanswered' ? unanswered : sql``}
  )::int`;
}

const upcoming = (scope: PageScope): MeetingListRequest => ({
  filter: (meetings) =>
    meetings
      .where('meeting.state', 'in', ['published', 'cancelled'])
      .where('meeting.finds_date', '=', false)
      .where('meeting.ends_at', '>', scope.now)
      .where(sql<boolean>`not ${isAdjourned('meeting')}`),
  order: 'soonest-first',
  limit: upcomingMax,
});

/** Includes a meeting in session even after its planned end. */
export const nextMeeting = (scope: PageScope): MeetingListRequest => ({
  filter: (meetings) =>
    meetings
      .where('meeting.state', '=', 'published')
      .where(sql<boolean>`(meeting.ends_at > ${scope.now} and not ${isAdjourned('meeting')} or ${isInSession})`),
  order: 'soonest-first',
  first: isInSession,
  limit: 1,
});

const isInSession = sql<boolean>`(${phaseOf('meeting')} in ('in-session', 'recess'))`;

const drafts: MeetingListRequest = {
  are: 'drafts',
  filter: (meetings) => meetings,
  order: 'soonest-first',
  limit: draftsMax,
};

const findingDate = (scope: PageScope): MeetingListRequest => ({
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

export const waitingDates = ({ board, member }: PageScope, most: number): MeetingListRequest => ({
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

export const waitingReplies = (scope: PageScope, most: number): MeetingListRequest => ({
  filter: (meetings) =>
    meetings
      .where('meeting.state', '=', 'published')
      .where('meeting.starts_at', '>', scope.now)
      .where(sql<boolean>`not ${isAdjourned('meeting')}`)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('invitees')
            .whereRef('invitees.board_id', '=', 'meeting.board_id')
            .whereRef('invitees.meeting_id', '=', 'meeting.id')
            .where('invitees.member_id', '=', scope.member.id)
            .where('invitees.acceptance', '=', 'none')
            // Members who are present or sent apologies need not reply.
            .where('invitees.attendance', 'is', null)
            .select('invitees.meeting_id'),
        ),
      ),
  order: 'soonest-first',
  limit: most,
});

export const published = (most: number): MeetingListRequest => ({
  filter: (meetings) => meetings.where('meeting.finds_date', '=', false),
  order: 'newest-first',
  limit: most,
});

const isPast = (meetings: MeetingIds, { now }: PageScope): MeetingIds =>
  meetings
    .where('meeting.state', 'in', ['published', 'cancelled'])
    .where(sql<boolean>`(meeting.ends_at <= ${now} or ${isAdjourned('meeting')})`);

const yearOfMeeting = ({ board }: PageScope) => sql<number>`extract(year from gate.local_time(meeting.starts_at, (
  select b.time_zone from boards b where b.id = ${board.id}
)))::int`;

function archive(scope: PageScope, year: Expression<number>): MeetingListRequest {
  const last = isPast(selectMeetingIds(scope), scope)
    .select(yearOfMeeting(scope).as('year'))
    .orderBy('meeting.starts_at', 'desc')
    .limit(1);
  return {
    filter: (meetings) =>
      isPast(meetings, scope).where(sql<boolean>`${yearOfMeeting(scope)} = coalesce(${year}, (${last}))`),
    order: 'newest-first',
    limit: archiveYearMax,
  };
}

export const meetingLists = defineRows({ year: 'int' }, (scope, { year }) =>
  selectSummaries(scope, {
    next: nextMeeting(scope),
    upcoming: upcoming(scope),
    finding_date: findingDate(scope),
    archive: archive(scope, year),
    drafts,
  }),
);

export const archiveYears = defineRows({}, (scope) =>
  isPast(selectMeetingIds(scope), scope)
    .select(yearOfMeeting(scope).as('year'))
    .distinct()
    .orderBy('year', 'desc')
    .limit(archiveYearsMax),
);
