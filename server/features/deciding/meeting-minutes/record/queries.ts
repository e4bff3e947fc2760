import { sql } from 'kysely';
import type { ActionState } from '#domain/action-items.ts';
import type { AgendaKind } from '#domain/meeting-minutes.ts';
import type { RoomPhase } from '#domain/room.ts';
import { sameBoard, selectRows } from '#server/db/board-rows.ts';
import { definePage, type QueryScope, type ResultOf, rowsOf, type SqlValue } from '#server/db/page-statement.ts';
import { bodyIdOf } from '#server/features/deciding/room/desk/visibility.ts';
import { selectWithheldIds } from '#server/features/members/audience/visibility.ts';

const movesMax = 5_000;
const itemsMax = 500;
const tasksMax = 500;
const resolutionsMax = 200;

const selectMoves = (scope: QueryScope, meetingId: SqlValue<string>) =>
  selectRows(scope, 'pointer_moves', { meeting_id: meetingId })
    .select(['at', 'agenda_item_id'])
    .orderBy('at')
    .limit(movesMax);

const selectPhases = (scope: QueryScope, meetingId: SqlValue<string>) =>
  selectRows(scope, 'meeting_phases', { meeting_id: meetingId })
    .select(['at', sql<Exclude<RoomPhase, 'not-begun'>>`phase`.as('phase')])
    .orderBy('at')
    .limit(movesMax);

const selectQuorums = (scope: QueryScope, meetingId: SqlValue<string>) =>
  selectRows(scope, 'quorum_changes', { meeting_id: meetingId }).select(['at', 'met']).orderBy('at').limit(movesMax);

export const selectItems = ({ tx, board }: QueryScope, meetingId: SqlValue<string>) =>
  tx
    .selectFrom('agenda_items as item')
    .leftJoin('meetings as about', (join) =>
      sameBoard(join, 'about.id', 'item.minutes_of').on('about.deleted_at', 'is', null),
    )
    .select(['item.id', 'item.title', 'item.depth', sql<null>`null`.as('minutes')])
    .select(sql<AgendaKind | null>`item.kind`.as('kind'))
    .select(['about.id as about_id', 'about.title as about_title', 'about.starts_at as about_starts_at'])
    .where('item.board_id', '=', board.id)
    .where('item.meeting_id', '=', meetingId)
    .orderBy('item.position')
    .limit(itemsMax);

const fullName = sql<string>`known_name(owner)`;

const selectTasks = ({ tx, board }: QueryScope, meetingId: SqlValue<string>) =>
  tx
    .selectFrom('action_items as task')
    .innerJoin('members as owner', (join) => sameBoard(join, 'owner.id', 'task.owner_id'))
    .select(['task.id', 'task.title', 'task.agenda_item_id', fullName.as('owner')])
    .select(sql<string>`task.due_on::text`.as('due_on'))
    .where('task.board_id', '=', board.id)
    .where('task.meeting_id', '=', meetingId)
    .where('task.state', '<>', 'dropped')
    .orderBy('task.created_at')
    .orderBy('task.id')
    .limit(tasksMax);

const endsAt = sql<Date>`coalesce(
  (select r.since_at from meeting_rooms r where r.board_id = meetings.board_id and r.meeting_id = meetings.id and r.phase = 'adjourned'),
  greatest(meetings.ends_at, (
    select r.since_at from meeting_rooms r
    where r.board_id = meetings.board_id and r.meeting_id = meetings.id and r.called_at is not null
  ))
)`;
const metBefore = (scope: QueryScope) => sql<Date | null>`(
  select max(meeting.starts_at) from meetings meeting
  where meeting.board_id = meetings.board_id and meeting.state = 'published' and meeting.deleted_at is null
    and not meeting.finds_date and meeting.starts_at < meetings.starts_at
    and ${bodyIdOf(scope, 'meeting')} = ${bodyIdOf(scope, 'meetings')}
)`;

const hasKind = (kind: AgendaKind) => sql<boolean>`exists (
  select from agenda_items own
  where own.board_id = meetings.board_id and own.meeting_id = meetings.id and own.kind = ${sql.lit(kind)}
)`;

export const selectOpenTasks = (scope: QueryScope) =>
  scope.tx
    .selectFrom('action_items as item')
    .innerJoin('members as owner', (join) => sameBoard(join, 'owner.id', 'item.owner_id'))
    .leftJoin('meetings as meeting', (join) => sameBoard(join, 'meeting.id', 'item.meeting_id'))
    .leftJoin('meeting_minutes as kept', (join) => sameBoard(join, 'kept.meeting_id', 'item.meeting_id'))
    .select(['item.id', 'item.title', fullName.as('owner'), sql<string>`item.due_on::text`.as('due_on')])
    .select(
      sql<ActionState>`case when item.ended_at is null or item.ended_at > ${endsAt} then 'open' else item.state end`.as(
        'state',
      ),
    )
    .where('item.board_id', '=', scope.board.id)
    .where(hasKind('action-items'))
    .where(sql<boolean>`item.meeting_id is distinct from meetings.id`)
    .where(
      sql<boolean>`case when item.body_id is null then ${bodyIdOf(scope, 'meeting')} else item.body_id end
        = ${bodyIdOf(scope, 'meetings')}`,
    )
    .where(sql<boolean>`(item.meeting_id is null or (meeting.deleted_at is null and meeting.state = 'published'))`)
    .where(sql<boolean>`(kept.state is distinct from 'draft' or item.created_at < kept.begun_at)`)
    .where(sql<boolean>`item.created_at <= ${endsAt}`)
    .where(
      sql<boolean>`(item.ended_at is null or item.ended_at > ${endsAt} or (
        item.state = 'done' and item.ended_at > coalesce(${metBefore(scope)}, '-infinity')
      ))`,
    )
    .orderBy('item.due_on')
    .orderBy('item.id')
    .limit(tasksMax);

export const selectDecidedInWriting = (scope: QueryScope) =>
  scope.tx
    .selectFrom('written_resolutions as written')
    .innerJoin('bodies as body', (join) => sameBoard(join, 'body.id', 'written.body_id'))
    .leftJoin('resolution_numbers as numbered', (join) => sameBoard(join, 'numbered.written_id', 'written.id'))
    .select(['written.id', 'written.title', 'numbered.number', 'written.decided_at'])
    .select(sql<'passed' | 'not-passed' | 'to-meeting'>`written.state`.as('state'))
    .where('written.board_id', '=', scope.board.id)
    .where('written.state', 'in', ['passed', 'not-passed', 'to-meeting'])
    .where(sql<boolean>`written.body_id = ${bodyIdOf(scope, 'meetings')}`)
    .where(sql<boolean>`written.decided_at <= ${endsAt}`)
    .where(sql<boolean>`written.decided_at > coalesce(${metBefore(scope)}, '-infinity')`)
    .orderBy('written.decided_at')
    .orderBy('written.id')
    .limit(resolutionsMax);

export const recordOfMeeting = definePage({ id: 'uuid' }, (scope, { id }) =>
  scope.tx
    .selectFrom('meetings')
    .select([
      rowsOf(selectMoves(scope, id)).as('moves'),
      rowsOf(selectPhases(scope, id)).as('phases'),
      rowsOf(selectQuorums(scope, id)).as('quorums'),
      rowsOf(selectItems(scope, id)).as('items'),
      rowsOf(selectTasks(scope, id)).as('tasks'),
      rowsOf(selectOpenTasks(scope)).as('open_tasks'),
      rowsOf(selectDecidedInWriting(scope).where(hasKind('written-resolutions'))).as('resolutions'),
      sql<readonly string[]>`array(${selectWithheldIds(scope, scope)})`.as('withheld_ids'),
    ])
    .where('meetings.board_id', '=', scope.board.id)
    .where('meetings.id', '=', id),
);
export type RecordRow = NonNullable<ResultOf<typeof recordOfMeeting>>;

export type RecordItem = RecordRow['items'][number];
