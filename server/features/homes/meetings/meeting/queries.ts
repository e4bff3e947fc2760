import { type RawBuilder, sql } from 'kysely';
import type { AgendaPurpose } from '#domain/agenda.ts';
import type { AgendaKind } from '#domain/meeting-minutes.ts';
import { withheldItemTitle } from '#domain/messages/interests.ts';
import type { RoomPhase } from '#domain/room.ts';
import { sameBoard, selectRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import {
  definePage,
  type PageScope,
  type QueryScope,
  type SelectedRow,
  type SqlValue,
} from '#server/db/page-statement.ts';
import { notFound } from '#server/errors.ts';
import {
  type AudienceAccess,
  namedAudience,
  type SqlReader,
  selectAudienceAccess,
} from '#server/features/members/audience/queries.ts';
import { seenIn, type ViewOf, type Withholding, withholdingOf } from '#server/features/members/audience/visibility.ts';
import { selectPeople } from '#server/features/members/people/queries.ts';
import { canReadMeeting, canSeeMeeting, meetingReadableWhere, selectShown } from './visibility.ts';

const inviteesMax = 2_000;
const agendaItemsListedMax = 500;

type MeetingBase = Omit<SelectedRow<typeof selectEvenDeleted>, keyof MeetingTimes>;

interface DatedTimes {
  readonly state: 'finding-date' | 'published' | 'cancelled';
  readonly starts_at: Date;
  readonly ends_at: Date;
}

interface DraftTimes {
  readonly state: 'draft';
  readonly starts_at: Date | null;
  readonly ends_at: Date | null;
}

export type MeetingTimes = DatedTimes | DraftTimes;
export type MeetingRow = MeetingBase & MeetingTimes;
export type DatedMeeting = MeetingBase & DatedTimes;

export type LoadedMeeting = MeetingRow & AudienceAccess & { readonly is_shown: boolean };

const meetingColumns = [
  'id',
  'audience_id',
  'title',
  'type',
  'state',
  'finds_date',
  'starts_at',
  'ends_at',
  'location',
  'join_url',
  'description',
  // SEQUENCE in the calendar entry (RFC 5545).
  'sequence',
  'created_at',
  'updated_at',
  'published_at',
  'asked_at',
  'cancelled_at',
  'reopened_at',
  'agenda_revision',
] as const;

export const phaseOf = (meeting: 'meetings' | 'meeting' | 'shown') => sql<RoomPhase | null>`(
  select room.phase from meeting_rooms room
  where room.board_id = ${sql.ref(`${meeting}.board_id`)} and room.meeting_id = ${sql.ref(`${meeting}.id`)}
)`;
export const isAdjourned = (meeting: 'meetings' | 'meeting' | 'shown') =>
  sql<boolean>`(${phaseOf(meeting)} is not distinct from 'adjourned')`;

export async function loadMeeting(
  scope: BoardScope,
  meetingId: string,
  options: { readonly lock?: 'share' | 'update' } = {},
): Promise<LoadedMeeting> {
  const row = await findMeetingOfReader(scope, meetingId, options);
  if (!row || !canSeeMeeting(scope, row)) throw notFound();
  return row;
}

export async function loadReadableMeeting(
  scope: BoardScope,
  meetingId: string,
  options: { readonly lock?: 'update' } = {},
): Promise<LoadedMeeting> {
  const row = await findMeetingOfReader(scope, meetingId, options);
  if (!row || !canReadMeeting(scope, row)) throw notFound();
  return row;
}

/** Throws `not-found` if the item is withheld from the actor. Does not check whether the actor can see the meeting. */
export async function loadMeetingOfItem(scope: BoardScope, itemId: string): Promise<string> {
  const { meeting_id } = await selectRows(scope, 'agenda_items', { id: itemId })
    .select('meeting_id')
    .where(seenIn(scope, sql.ref('agenda_items.id')))
    .executeTakeFirstOrThrow(notFound);
  return meeting_id;
}

export async function findMeetingOfReader(
  scope: BoardScope,
  meetingId: string,
  options: { readonly lock?: 'share' | 'update' } = {},
): Promise<LoadedMeeting | null> {
  return meetingsOfReader[options.lock ?? 'none'].run(scope.tx, { id: meetingId }, scope.now);
}

export async function findMeeting(
  scope: Pick<BoardScope, 'tx' | 'board'>,
  meetingId: string,
): Promise<MeetingRow | null> {
  return (await selectMeeting(scope, meetingId).$castTo<MeetingRow>().executeTakeFirst()) ?? null;
}

export async function findMeetingEvenDeleted(
  scope: Pick<BoardScope, 'tx' | 'board'>,
  meetingId: string,
): Promise<(MeetingRow & { readonly deleted_at: Date | null }) | null> {
  const row = await selectEvenDeleted(scope, meetingId)
    .select('deleted_at')
    .$castTo<MeetingRow & { readonly deleted_at: Date | null }>()
    .executeTakeFirst();
  return row ?? null;
}

export const selectMeeting = (scope: QueryScope, meetingId: SqlValue<string>) =>
  selectEvenDeleted(scope, meetingId).where('deleted_at', 'is', null);

function selectEvenDeleted(scope: QueryScope, meetingId: SqlValue<string>) {
  return selectRows(scope, 'meetings', { id: meetingId })
    .select(meetingColumns)
    .select(namedAudience(scope, sql.ref('meetings.audience_id')).as('audience'))
    .select(isAdjourned('meetings').as('is_adjourned'))
    .select(
      sql<boolean>`exists (
        select from meeting_minutes kept
        where kept.board_id = meetings.board_id and kept.meeting_id = meetings.id and kept.state = 'approved'
      )`.as('has_final_minutes'),
    );
}

/** Does not check visibility; the caller must use `canSeeMeeting`. */
export const selectMeetingOfReader = (scope: PageScope, meetingId: SqlValue<string>) =>
  selectMeeting(scope, meetingId)
    .select(selectAudienceAccess(scope, sql.ref('meetings.audience_id')))
    .select(selectShown(scope))
    .$castTo<LoadedMeeting>();

/** Does not check visibility; the caller must use `canSeeMeeting`. */
export const meetingOfReader = definePage({ id: 'uuid' }, (scope, { id }) => selectMeetingOfReader(scope, id));
const meetingsOfReader = {
  none: meetingOfReader,
  share: definePage({ id: 'uuid' }, (scope, { id }) => selectMeetingOfReader(scope, id).forShare()),
  update: definePage({ id: 'uuid' }, (scope, { id }) => selectMeetingOfReader(scope, id).forNoKeyUpdate()),
};

export async function findOwnInvitee(scope: BoardScope, meetingId: string): Promise<InviteeRow | null> {
  return findInvitee(scope, { meetingId, memberId: scope.member.id });
}

interface InviteeKey {
  readonly meetingId: SqlValue<string>;
  readonly memberId: SqlValue<string>;
}

export const selectInvitee = (scope: QueryScope, of: InviteeKey) =>
  selectRows(scope, 'invitees', { meeting_id: of.meetingId, member_id: of.memberId })
    .select(['acceptance', 'attendance', 'answered_at'])
    .select(['last_visited_at', 'previous_visited_at']);

export type InviteeRow = SelectedRow<typeof selectInvitee>;

export const findInvitee = async (scope: QueryScope, of: InviteeKey): Promise<InviteeRow | null> =>
  (await selectInvitee(scope, of).executeTakeFirst()) ?? null;

export const selectAgendaItemsOf = (scope: QueryScope, meetingId: SqlValue<string>, view: ViewOf) =>
  selectAgendaItems(scope, view)
    .where('item.meeting_id', '=', meetingId)
    .orderBy('item.position')
    .limit(agendaItemsListedMax);

export async function listAgendaItems(
  scope: QueryScope,
  meetingId: string,
  view: ViewOf,
): Promise<readonly AgendaItemRow[]> {
  const rows = await selectAgendaItemsOf(scope, meetingId, view).execute();
  return rows.map((row) => ({ ...row, withheld: row.withheld && withInstant(row.withheld) }));
}

/** PostgreSQL returns timestamps inside JSON as strings. */
const withInstant = (withheld: Withholding): Withholding => ({
  ...withheld,
  withheld_at: new Date(withheld.withheld_at),
});

/** The texts of withheld items are masked. */
export function selectAgendaItems(scope: QueryScope, view: ViewOf) {
  const withholding =
    view === 'everybody' ? sql<Withholding | null>`null::jsonb` : withholdingOf(view, sql.ref('item.id'));
  // `offset 0` keeps PostgreSQL from evaluating the subquery again for each column.
  const held = sql<{ readonly by: Withholding | null }>`(select ${withholding} as by offset 0)`;
  const whereSeen = <T>(column: RawBuilder<T>, instead: RawBuilder<T> = sql<T>`null`) =>
    sql<T>`case when held.by is null then ${column} else ${instead} end`;
  return scope.tx
    .selectFrom('agenda_items as item')
    .leftJoin(selectPeople(scope).as('presenter'), (join) => join.onRef('presenter.id', '=', 'item.presenter_id'))
    .crossJoinLateral(held.as('held'))
    .where('item.board_id', '=', scope.board.id)
    .select(['item.id', 'item.depth', 'item.minutes', 'item.revision', 'held.by as withheld'])
    .select([
      whereSeen(sql<string>`item.title`, sql.lit(withheldItemTitle)).as('title'),
      whereSeen(sql<string>`item.description`, sql.lit('')).as('description'),
      whereSeen(sql<AgendaPurpose | null>`item.purpose`).as('purpose'),
      whereSeen(sql<AgendaKind | null>`item.kind`).as('kind'),
      whereSeen(sql<string>`item.presenter`, sql.lit('')).as('presenter'),
      whereSeen(sql<string | null>`item.presenter_id`).as('presenter_id'),
      // Removed members have no page to link to.
      whereSeen(sql<string | null>`case when presenter.removed_at is null then presenter.slug end`).as(
        'presenter_slug',
      ),
      whereSeen(
        sql<string | null>`btrim(presenter.first_name || ' ' || presenter.last_name) || presenter.name_note`,
      ).as('presenter_name'),
    ]);
}

export type AgendaItemRow = SelectedRow<typeof selectAgendaItems>;

/** For past meetings, includes invitees who have left the audience. */
export const selectInvitees = (scope: QueryScope & { readonly now: SqlValue<Date> }, meetingId: SqlValue<string>) =>
  selectPeople(scope)
    .innerJoin('invitees as invitee', (join) => sameBoard(join, 'invitee.member_id', 'member.id'))
    .where('invitee.meeting_id', '=', meetingId)
    .where((eb) => {
      const end = eb
        .selectFrom('meetings as meeting')
        .select('meeting.ends_at')
        .where('meeting.board_id', '=', scope.board.id)
        .where('meeting.id', '=', meetingId);
      return eb.or([eb('member.status', '<>', 'inactive'), eb(end, '<=', scope.now)]);
    })
    .select(['invitee.acceptance', 'invitee.attendance', 'invitee.answered_at'])
    .orderBy('member.id')
    .limit(inviteesMax);

export type InviteeOfList = SelectedRow<typeof selectInvitees>;

export const selectNeighbour = (scope: QueryScope, reader: SqlReader, side: 'previous' | 'next') =>
  scope.tx
    .selectFrom('meetings as meeting')
    .select('meeting.id')
    .where('meeting.board_id', '=', scope.board.id)
    .where('meeting.deleted_at', 'is', null)
    .where(meetingReadableWhere(reader, 'meeting'))
    .where(
      sql<boolean>`(meeting.starts_at, meeting.id) ${sql.raw(side === 'next' ? '>' : '<')} (meetings.starts_at, meetings.id)`,
    )
    .orderBy('meeting.starts_at', side === 'next' ? 'asc' : 'desc')
    .orderBy('meeting.id', side === 'next' ? 'asc' : 'desc')
    .limit(1);
