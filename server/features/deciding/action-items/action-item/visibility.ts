import { type RawBuilder, sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import { type BodyDeskFacts, isDeskOf } from '#server/features/deciding/deciding/bodies/policy.ts';
import { isOfBody } from '#server/features/deciding/deciding/bodies/visibility.ts';
import { isDeskWhere } from '#server/features/deciding/room/desk/visibility.ts';
import { meetingVisibleWhere } from '#server/features/homes/meetings/meeting/visibility.ts';
import { isEditor, isVisible } from '#server/features/members/audience/policy.ts';
import {
  type AudienceAccess,
  actorOf,
  administersAudience,
  inAudience,
  type MemberIds,
  type SqlReader,
} from '#server/features/members/audience/queries.ts';
import {
  isWithheld,
  selectWithheld,
  type WithheldFacts,
  withheldWhere,
} from '#server/features/members/audience/visibility.ts';

export const actionVisibleWhere = (reader: SqlReader): RawBuilder<boolean> => sql<boolean>`case
  when ${withheldWhere(reader, sql.ref('item.id'))} then false
  when item.meeting_id is not null then exists (
    select from meetings meeting
    where meeting.board_id = ${reader.board.id}::uuid and meeting.id = item.meeting_id and meeting.deleted_at is null
      and ${meetingVisibleWhere(reader, 'meeting')} and (not ${isOfDraftMinutes} or ${isDeskWhere(reader)})
  )
  else (${reader.isBoardAdmin}::boolean or ${isOfBody(reader.member.id, sql.ref('item.body_id'))})
end`;

export const isOfDraftMinutes = sql<boolean>`exists (
  select from meeting_minutes kept
  where kept.board_id = item.board_id and kept.meeting_id = item.meeting_id and kept.state = 'draft'
    and item.created_at >= kept.begun_at
)`;

export interface ActionItemFacts extends AudienceAccess, BodyDeskFacts, WithheldFacts {
  readonly id: string;
  readonly meeting_state: 'draft' | 'finding-date' | 'published' | 'cancelled' | null;
  readonly is_gone: boolean;
  readonly of_draft_minutes: boolean;
}

/** A secret link opens only its own action item. */
export function canSeeActionItem(reader: Pick<BoardScope, 'member' | 'via'>, item: ActionItemFacts): boolean {
  const { via } = reader;
  if (via.kind !== 'session' && (via.kind !== 'magic-action-item' || via.actionItemId !== item.id)) return false;
  if (item.is_gone || isWithheld(item) || (item.of_draft_minutes && !isDeskOf(reader, item))) return false;
  return item.meeting_state === 'draft' ? isEditor(reader, item) : isVisible(reader, item);
}

export function selectActionItemFacts(scope: MemberIds) {
  const me = actorOf(scope);
  const audienceId = sql.ref<string>('meeting.audience_id');
  return [
    selectWithheld(scope, sql.ref('item.id')),
    sql<ActionItemFacts['meeting_state']>`case when meeting.deleted_at is null then meeting.state end`.as(
      'meeting_state',
    ),
    sql<boolean>`(item.meeting_id is not null and meeting.deleted_at is not null)`.as('is_gone'),
    isOfDraftMinutes.as('of_draft_minutes'),
    sql<boolean>`case when item.body_id is null then ${inAudience(scope, audienceId, me)}
      else ${isOfBody(me.id, sql.ref('item.body_id'))} end`.as('in_audience'),
    sql<boolean>`case when item.body_id is null then ${administersAudience(scope, audienceId, me)}
      else ${isOfBody(me.id, sql.ref('item.body_id'), sql`and gm.is_group_admin`)} end`.as('administers'),
  ] as const;
}
