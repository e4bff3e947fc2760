import { type RawBuilder, sql } from 'kysely';
import type { MotionState } from '#domain/motions.ts';
import type { WrittenState } from '#domain/resolutions.ts';
import { sameBoard } from '#server/db/board-rows.ts';
import { definePage, type PageScope } from '#server/db/page-statement.ts';
import { actionVisibleWhere } from '#server/features/deciding/action-items/action-item/visibility.ts';
import { minutesVisibleWhere } from '#server/features/deciding/meeting-minutes/minutes/visibility.ts';
import { writtenVisibleWhere } from '#server/features/deciding/motions/written/resolution/visibility.ts';
import { meetingReadableWhere, meetingVisibleWhere } from '#server/features/homes/meetings/meeting/visibility.ts';
import { pageReaderOf } from '#server/features/members/audience/queries.ts';
import { seenIn } from '#server/features/members/audience/visibility.ts';
import {
  type SqlTerms,
  selectPageOfHits,
  sharedTerms,
  shownIds,
  shownRank,
} from '#server/features/views/search/terms/queries.ts';

export const selectMeetingHits = (scope: PageScope, { terms }: SqlTerms): RawBuilder<unknown> => sql`
  select meeting.id, found.in_title, coalesce(meeting.starts_at, meeting.created_at) as at
  from gate.search_meetings(${terms}) found
  join meetings meeting on meeting.board_id = ${scope.board.id} and meeting.id = found.id
  where meeting.deleted_at is null and ${meetingReadableWhere(pageReaderOf(scope), 'meeting')}
  union all
  select item.id, found.in_title, item.created_at
  from gate.search_action_items(${terms}) found
  join action_items item on item.board_id = ${scope.board.id} and item.id = found.id
  where ${actionVisibleWhere(pageReaderOf(scope))}
  union all
  select motion.id, found.in_title, motion.created_at
  from gate.search_motions(${terms}) found
  join motions motion on motion.board_id = ${scope.board.id} and motion.id = found.id
  join meetings meeting on meeting.board_id = motion.board_id and meeting.id = motion.meeting_id
  where meeting.deleted_at is null and ${meetingVisibleWhere(pageReaderOf(scope), 'meeting')}
    and ${seenIn(scope, sql.ref('motion.id'))}
    and (motion.state not in ('suggested', 'declined') or motion.suggested_by = ${scope.member.id})
  union all
  select written.id, found.in_title, written.created_at
  from gate.search_resolutions(${terms}) found
  join written_resolutions written on written.board_id = ${scope.board.id} and written.id = found.id
  join bodies body on body.board_id = written.board_id and body.id = written.body_id
  where ${writtenVisibleWhere(pageReaderOf(scope))}
  union all
  select section.id, found.in_title, minutes.begun_at
  from gate.search_minutes(${terms}) found
  join minutes_sections section on section.board_id = ${scope.board.id} and section.id = found.id
  join meeting_minutes minutes on minutes.board_id = section.board_id and minutes.meeting_id = section.meeting_id
  where ${minutesVisibleWhere(pageReaderOf(scope))} and ${seenIn(scope, sql.ref('section.id'))}
`;

const selectMeetings = (scope: PageScope) =>
  scope.tx
    .selectFrom('meetings as meeting')
    .where('meeting.board_id', '=', scope.board.id)
    .where(sql<boolean>`meeting.id = ${shownIds}`)
    .select([
      ...(['meeting.id', 'meeting.title', 'meeting.starts_at', 'meeting.type', 'meeting.state'] as const),
      ...(['meeting.location', 'meeting.description'] as const),
      shownRank('meeting.id').as('nth'),
      sql<string[]>`array(
        select concat_ws('. ', item.title, nullif(item.presenter, ''), nullif(item.description, ''))
        from agenda_items item where item.board_id = meeting.board_id and item.meeting_id = meeting.id
          and ${seenIn(scope, sql.ref('item.id'))}
        order by item.position
      )`.as('agenda'),
    ]);

const selectActionItems = (scope: PageScope) =>
  scope.tx
    .selectFrom('action_items as item')
    .leftJoin('meetings as meeting', (join) => sameBoard(join, 'meeting.id', 'item.meeting_id'))
    .leftJoin('bodies as body', (join) => sameBoard(join, 'body.id', 'item.body_id'))
    .where('item.board_id', '=', scope.board.id)
    .where(sql<boolean>`item.id = ${shownIds}`)
    .select(['item.id', 'item.title', 'item.notes', 'item.state', sql<string>`item.due_on::text`.as('due_on')])
    .select(sql<string>`coalesce(meeting.title, body.name, '')`.as('place'))
    .select(shownRank('item.id').as('nth'));

const selectMotions = (scope: PageScope) =>
  scope.tx
    .selectFrom('motions as motion')
    .innerJoin('meetings as meeting', (join) => sameBoard(join, 'meeting.id', 'motion.meeting_id'))
    .where('motion.board_id', '=', scope.board.id)
    .where(sql<boolean>`motion.id = ${shownIds}`)
    .select(['motion.id', 'motion.text', 'motion.meeting_id', 'meeting.title as meeting_title', 'meeting.starts_at'])
    .select([sql<MotionState>`motion.state`.as('state'), shownRank('motion.id').as('nth')]);

const selectResolutions = (scope: PageScope) =>
  scope.tx
    .selectFrom('written_resolutions as written')
    .innerJoin('bodies as body', (join) => sameBoard(join, 'body.id', 'written.body_id'))
    .leftJoin('resolution_numbers as numbered', (join) => sameBoard(join, 'numbered.written_id', 'written.id'))
    .where('written.board_id', '=', scope.board.id)
    .where(sql<boolean>`written.id = ${shownIds}`)
    .select(['written.id', 'written.title', 'written.text', 'written.decided_at', 'numbered.number'])
    .select([sql<WrittenState>`written.state`.as('state'), 'body.name as place', shownRank('written.id').as('nth')]);

const selectSections = (scope: PageScope) =>
  scope.tx
    .selectFrom('minutes_sections as section')
    .innerJoin('meetings as meeting', (join) => sameBoard(join, 'meeting.id', 'section.meeting_id'))
    .where('section.board_id', '=', scope.board.id)
    .where(sql<boolean>`section.id = ${shownIds}`)
    .select(['section.id', 'section.meeting_id', 'section.title', 'section.text', 'meeting.title as place'])
    .select(shownRank('section.id').as('nth'));

type RowOf<Query extends { execute(): Promise<readonly unknown[]> }> = Awaited<ReturnType<Query['execute']>>[number];

interface FoundRow {
  readonly nth: number;
  readonly meeting: RowOf<ReturnType<typeof selectMeetings>> | null;
  readonly action: RowOf<ReturnType<typeof selectActionItems>> | null;
  readonly motion: RowOf<ReturnType<typeof selectMotions>> | null;
  readonly resolution: RowOf<ReturnType<typeof selectResolutions>> | null;
  readonly section: RowOf<ReturnType<typeof selectSections>> | null;
}

const selectRows = (scope: PageScope): RawBuilder<FoundRow> => sql<FoundRow>`(
  select found.nth, to_json(found) as meeting, null::json as action, null::json as motion, null::json as resolution,
    null::json as section
  from ${selectMeetings(scope)} found
  union all
  select found.nth, null::json, to_json(found), null::json, null::json, null::json from ${selectActionItems(scope)} found
  union all
  select found.nth, null::json, null::json, to_json(found), null::json, null::json from ${selectMotions(scope)} found
  union all
  select found.nth, null::json, null::json, null::json, to_json(found), null::json from ${selectResolutions(scope)} found
  union all
  select found.nth, null::json, null::json, null::json, null::json, to_json(found) from ${selectSections(scope)} found
)`;

export const foundMeetings = definePage({ meetings_skip: 'int', meetings_most: 'int' }, (scope, params) =>
  selectPageOfHits(scope, {
    hits: selectMeetingHits(scope, sharedTerms),
    paging: { skip: params.meetings_skip, most: params.meetings_most },
    rows: selectRows(scope),
  }),
);
