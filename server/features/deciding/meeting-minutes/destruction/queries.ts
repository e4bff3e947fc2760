import { type RawBuilder, sql } from 'kysely';
import { noneLeftPattern } from '#domain/xfdf/annotation.ts';
import { sameBoard } from '#server/db/board-rows.ts';
import type { BoardJobScope } from '#server/db/board-scope.ts';
import { definePage, type PageScope } from '#server/db/page-statement.ts';
import { meetingVisibleWhere } from '#server/features/homes/meetings/meeting/visibility.ts';
import { pageReaderOfPublished } from '#server/features/members/audience/queries.ts';
import type { DueItem } from '#server/jobs/each-due.ts';

const dueAtOnceMax = 500;

export const notesDue = (now: Date) => sql<DueItem>`
  select board_id, meeting_id as id from gate.notes_to_destroy(${now}, ${dueAtOnceMax})
`;

/** Includes versions of deleted papers. */
export const versionsOfMeeting = (meetingId: RawBuilder<unknown>) => sql`
  select version.id from documents paper
  join document_versions version on version.board_id = paper.board_id and version.document_id = paper.id
  where paper.board_id = current_board_id() and (
    paper.meeting_id = ${meetingId} or paper.agenda_item_id in (
      select item.id from agenda_items item where item.board_id = current_board_id() and item.meeting_id = ${meetingId}
    )
  )
`;

const markedIn = (meetingId: RawBuilder<unknown>) => sql<boolean>`(
  marked.board_id = current_board_id() and marked.xfdf not like ${sql.lit(noneLeftPattern)}
  and marked.version_id in (${versionsOfMeeting(meetingId)})
)`;

export async function listMarkers({ tx }: BoardJobScope, meetingId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly member_id: string }>`
    select distinct member_id from annotations marked where ${markedIn(sql`${meetingId}::uuid`)} order by member_id
  `.execute(tx);
  return rows.map(({ member_id: id }) => id);
}

/** Does not check visibility; the caller must use `canSeeMeeting`. */
export const holdOfMeeting = definePage({ id: 'uuid' }, (scope, { id }) =>
  scope.tx
    .selectFrom('note_destructions as notes')
    .innerJoin('members as holder', (join) => sameBoard(join, 'holder.id', 'notes.held_by'))
    .select(['notes.held_at', 'notes.hold_reason', 'holder.first_name', 'holder.last_name'])
    .where('notes.board_id', '=', scope.board.id)
    .where('notes.meeting_id', '=', id),
);

export const selectWaitingNotes = (scope: PageScope) =>
  scope.tx
    .selectFrom('note_destructions as notes')
    .innerJoin('meetings as meeting', (join) => sameBoard(join, 'meeting.id', 'notes.meeting_id'))
    .innerJoin('boards as own', 'own.id', 'notes.board_id')
    .select(['meeting.id', 'meeting.title', 'notes.destroys_at'])
    .where('notes.board_id', '=', scope.board.id)
    .where('notes.destroys_at', '>', scope.now)
    .where('own.destroy_notes_days', 'is not', null)
    .where('meeting.deleted_at', 'is', null)
    .where(meetingVisibleWhere(pageReaderOfPublished(scope), 'meeting'))
    .where(
      sql<boolean>`exists (
        select from annotations marked
        where marked.member_id = ${scope.member.id} and ${markedIn(sql.ref('notes.meeting_id'))}
      )`,
    )
    .orderBy('notes.destroys_at')
    .orderBy('meeting.id');
