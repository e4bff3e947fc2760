import { type RawBuilder, sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import { firstOf } from '#server/db/page-statement.ts';
import { isEditor, isVisible } from '#server/features/members/audience/policy.ts';
import {
  type AudienceAccess,
  actorOf,
  administersAudience,
  editableBy,
  inAudience,
  type MemberIds,
  publishedOrEditable,
  type SqlReader,
} from '#server/features/members/audience/queries.ts';
import type { MeetingHome } from '#server/features/papers/documents/ports.ts';

export function meetingVisibleWhere(reader: SqlReader, table: 'meeting' | 'meetings'): RawBuilder<boolean> {
  const audienceId = sql.ref<string>(`${table}.audience_id`);
  return publishedOrEditable(reader, audienceId, isPublished(table));
}

const isPublished = (table: 'meeting' | 'meetings') => sql<boolean>`${sql.ref(`${table}.state`)} <> 'draft'`;

/** Use this only for the agenda and papers, because only editors may see the rest of a draft. */
export function meetingReadableWhere(reader: SqlReader, table: 'meeting' | 'meetings'): RawBuilder<boolean> {
  const isShown = sql<boolean>`${reader.member.id} = any(${sql.ref(`${table}.shown_to`)})`;
  const isOpen = sql<boolean>`(${isPublished(table)} or ${isShown})`;
  return publishedOrEditable(reader, sql.ref<string>(`${table}.audience_id`), isOpen);
}

export const selectShown = (scope: MemberIds) =>
  sql<boolean>`${actorOf(scope).id} = any(meetings.shown_to)`.as('is_shown');

/** A magic link opens only its own meeting. */
export function canSeeMeeting(
  reader: Pick<BoardScope, 'member' | 'via'>,
  meeting: AudienceAccess & Pick<MeetingHome, 'id' | 'state'>,
): boolean {
  const { via } = reader;
  if (via.kind !== 'session' && (via.kind !== 'magic' || via.meetingId !== meeting.id)) return false;
  return meeting.state === 'draft' ? isEditor(reader, meeting) : isVisible(reader, meeting);
}

type DraftFacts = AudienceAccess & Pick<MeetingHome, 'id' | 'state' | 'is_shown'>;

export const isShownDraft = (reader: Pick<BoardScope, 'via'>, meeting: DraftFacts): boolean =>
  reader.via.kind === 'session' && meeting.state === 'draft' && meeting.is_shown && meeting.in_audience;

export const canReadMeeting = (reader: Pick<BoardScope, 'member' | 'via'>, meeting: DraftFacts): boolean =>
  canSeeMeeting(reader, meeting) || isShownDraft(reader, meeting);

export const selectVisibleMeetings = (reader: SqlReader): RawBuilder<unknown> => sql`
  select meeting.id, ${editableBy(reader, sql.ref('meeting.audience_id'))} as edits
  from meetings meeting
  where meeting.board_id = ${reader.board.id}::uuid and meeting.deleted_at is null
    and ${meetingReadableWhere(reader, 'meeting')}
`;

/** Selects null if the document is not in a meeting or its meeting is deleted. */
export function selectMeetingOfDocument(scope: MemberIds): RawBuilder<MeetingHome | null> {
  const me = actorOf(scope);
  const audienceId = sql.ref<string>('meeting.audience_id');
  return sql<MeetingHome | null>`(
    select jsonb_build_object(
      'kind', 'meeting', 'id', meeting.id, 'state', meeting.state,
      'in_audience', ${inAudience(scope, audienceId, me)}, 'administers', ${administersAudience(scope, audienceId, me)},
      'is_shown', ${me.id} = any(meeting.shown_to)
    )
    from ${meetingOfTheDocument}
    where meeting.deleted_at is null
  )`;
}

const meetingOfTheDocument = sql`(select document.meeting_id, document.agenda_item_id) held
    left join agenda_items item on item.board_id = document.board_id and item.id = held.agenda_item_id
    join meetings meeting on meeting.board_id = document.board_id
      and meeting.id = ${firstOf(sql`held.meeting_id`, sql`item.meeting_id`)}`;

export const meetingNameOfDocument = sql<string | null>`(
  select meeting.title from ${meetingOfTheDocument}
)`;
