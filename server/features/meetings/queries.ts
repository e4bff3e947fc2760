import { sql } from 'kysely';
import type { BoardScope } from '../../db/board-scope.ts';
import { notFound } from '../../errors.ts';
import { selectPeople } from '../people/queries.ts';
import { canSeeMeeting } from './policy.ts';

/** More invitees and items than any board has, so that no list is without an end. */
const inviteesMax = 2_000;
const agendaItemsListedMax = 500;

export interface MeetingRow {
  readonly id: string;
  readonly title: string;
  readonly type: 'hybrid' | 'in-person' | 'remote';
  readonly state: 'draft' | 'published' | 'cancelled';
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly location: string;
  readonly join_url: string;
  readonly description: string;
  /** Counts what calendars must hear of. */
  readonly sequence: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly published_at: Date | null;
}

export interface InviteeRow {
  readonly acceptance: 'none' | 'accepted' | 'accepted-remote' | 'accepted-in-person' | 'declined';
  readonly attendance: boolean;
  readonly answered_at: Date | null;
  readonly last_visited_at: Date | null;
  /** The end of the visit before. */
  readonly previous_visited_at: Date | null;
}

export interface AgendaItemRow {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly presenter: string;
  readonly minutes: number | null;
}

const meetingColumns = [
  'id',
  'title',
  'type',
  'state',
  'starts_at',
  'ends_at',
  'location',
  'join_url',
  'description',
  'sequence',
  'created_at',
  'updated_at',
  'published_at',
] as const;

/** Throws `not-found` when it is not there or not the reader's to see. `lock` holds it until the transaction ends. */
export async function loadMeeting(
  scope: BoardScope,
  meetingId: string,
  options: { readonly lock?: 'share' | 'update' } = {},
): Promise<MeetingRow> {
  const row = await selectMeeting(scope, meetingId)
    .$if(options.lock === 'share', (query) => query.forShare())
    .$if(options.lock === 'update', (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  if (!row || !canSeeMeeting(scope, row)) throw notFound();
  return row;
}

/** The same for a job, which asks no policy; null when it is gone. */
export async function findMeeting(
  scope: Pick<BoardScope, 'tx' | 'board'>,
  meetingId: string,
): Promise<MeetingRow | null> {
  return (await selectMeeting(scope, meetingId).executeTakeFirst()) ?? null;
}

function selectMeeting(scope: Pick<BoardScope, 'tx' | 'board'>, meetingId: string) {
  return scope.tx
    .selectFrom('meetings')
    .select(meetingColumns)
    .where('board_id', '=', scope.board.id)
    .where('id', '=', meetingId)
    .where('deleted_at', 'is', null);
}

export async function findOwnInvitee(scope: BoardScope, meetingId: string): Promise<InviteeRow | null> {
  const row = await scope.tx
    .selectFrom('invitees')
    .select(['acceptance', 'attendance', 'answered_at', 'last_visited_at', 'previous_visited_at'])
    .where('board_id', '=', scope.board.id)
    .where('meeting_id', '=', meetingId)
    .where('member_id', '=', scope.member.id)
    .executeTakeFirst();
  return row ?? null;
}

/** In reading order. */
export async function listAgendaItems(
  scope: Pick<BoardScope, 'tx' | 'board'>,
  meetingId: string,
): Promise<readonly AgendaItemRow[]> {
  return scope.tx
    .selectFrom('agenda_items')
    .select(['id', 'title', 'description', 'presenter', 'minutes'])
    .where('board_id', '=', scope.board.id)
    .where('meeting_id', '=', meetingId)
    .orderBy('position')
    .limit(agendaItemsListedMax)
    .execute();
}

/** By last name, then first name. */
export async function listInvitees(scope: BoardScope, meetingId: string) {
  return selectPeople(scope)
    .innerJoin('invitees as invitee', (join) =>
      join.onRef('invitee.board_id', '=', 'member.board_id').onRef('invitee.member_id', '=', 'member.id'),
    )
    .where('invitee.meeting_id', '=', meetingId)
    .select(['invitee.acceptance', 'invitee.attendance', 'invitee.answered_at'])
    .orderBy(sql`lower(coalesce(account.last_name, invitation.last_name))`)
    .orderBy(sql`lower(coalesce(account.first_name, invitation.first_name))`)
    .orderBy('member.id')
    .limit(inviteesMax)
    .execute();
}

/** Who is invited when a meeting is published: everybody who is active or pending, by name. */
export async function listAudience(scope: BoardScope) {
  return selectPeople(scope)
    .where('member.status', 'in', ['active', 'invited'])
    .orderBy(sql`lower(coalesce(account.last_name, invitation.last_name))`)
    .orderBy(sql`lower(coalesce(account.first_name, invitation.first_name))`)
    .orderBy('member.id')
    .limit(inviteesMax)
    .execute();
}

/** The meetings before and after by their start, among those that the reader sees. */
export async function findNeighbours(
  scope: BoardScope,
  meeting: Pick<MeetingRow, 'id' | 'starts_at'>,
): Promise<{ readonly previousId: string | null; readonly nextId: string | null }> {
  const seesDrafts = canSeeMeeting(scope, { id: meeting.id, state: 'draft' });
  const neighbour = (side: '<' | '>') =>
    scope.tx
      .selectFrom('meetings')
      .select('id')
      .where('board_id', '=', scope.board.id)
      .where('deleted_at', 'is', null)
      .$if(!seesDrafts, (query) => query.where('state', '<>', 'draft'))
      .where(sql<boolean>`(starts_at, id) ${sql.raw(side)} (${meeting.starts_at}, ${meeting.id}::uuid)`)
      .orderBy('starts_at', side === '<' ? 'desc' : 'asc')
      .orderBy('id', side === '<' ? 'desc' : 'asc')
      .limit(1)
      .executeTakeFirst();
  const previous = await neighbour('<');
  const next = await neighbour('>');
  return { previousId: previous?.id ?? null, nextId: next?.id ?? null };
}
