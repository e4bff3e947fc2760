import { type RawBuilder, sql } from 'kysely';
import type { MinutesState } from '#domain/meeting-minutes.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { isDeskWhere } from '#server/features/deciding/room/desk/visibility.ts';
import { canRun } from '#server/features/deciding/room/state/policy.ts';
import type { RoomPage } from '#server/features/deciding/room/state/queries.ts';
import { canSeeMeeting, meetingVisibleWhere } from '#server/features/homes/meetings/meeting/visibility.ts';
import type { SqlReader } from '#server/features/members/audience/queries.ts';

/** Drafts are visible only to the chair, the secretary and editors. */
export const minutesVisibleWhere = (reader: SqlReader): RawBuilder<boolean> => sql<boolean>`exists (
  select from meeting_minutes kept
  join meetings meeting on meeting.board_id = kept.board_id and meeting.id = kept.meeting_id
  where kept.board_id = ${reader.board.id}::uuid and kept.meeting_id = section.meeting_id and meeting.deleted_at is null
    and ${meetingVisibleWhere(reader, 'meeting')} and (kept.state <> 'draft' or ${isDeskWhere(reader)})
)`;

export type MeetingFacts = Pick<
  RoomPage,
  'id' | 'state' | 'finds_date' | 'in_audience' | 'administers' | 'room' | 'body'
>;

/** Secret links never show minutes. */
export function canSeeMinutes(
  reader: Pick<BoardScope, 'member' | 'via'>,
  page: MeetingFacts,
  minutes: { readonly state: MinutesState },
): boolean {
  if (reader.via.kind !== 'session' || !canSeeMeeting(reader, page)) return false;
  return minutes.state !== 'draft' || canRun(reader, page);
}
