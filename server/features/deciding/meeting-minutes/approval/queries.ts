import { sql } from 'kysely';
import type { MinutesState } from '#domain/meeting-minutes.ts';
import { sameBoard } from '#server/db/board-rows.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { listBody } from '#server/features/deciding/motions/written/resolution/queries.ts';
import { meetingVisibleWhere } from '#server/features/homes/meetings/meeting/visibility.ts';
import { eachWithRights } from '#server/features/members/audience/queries.ts';
import { selectRecipient } from '#server/features/members/people/queries.ts';
import type { DueItem } from '#server/jobs/each-due.ts';

type Scope = BoardScope | BoardJobScope;

export interface PutDecision {
  readonly text: string;
  readonly motion_id: string | null;
  readonly meeting_id: string | null;
  readonly motion_state: string | null;
  readonly written_id: string | null;
  readonly written_state: string | null;
}

export async function findPutDecision(
  { tx, board }: Scope,
  by: { readonly motionId: string } | { readonly writtenId: string },
): Promise<PutDecision> {
  if ('motionId' in by) {
    return tx
      .selectFrom('motions')
      .select(['text', 'id as motion_id', 'meeting_id', 'state as motion_state'])
      .select([sql<null>`null`.as('written_id'), sql<null>`null`.as('written_state')])
      .where('board_id', '=', board.id)
      .where('id', '=', by.motionId)
      .executeTakeFirstOrThrow();
  }
  return tx
    .selectFrom('written_resolutions')
    .select(['text', 'id as written_id', 'state as written_state'])
    .select([sql<null>`null`.as('motion_id'), sql<null>`null`.as('meeting_id'), sql<null>`null`.as('motion_state')])
    .where('board_id', '=', board.id)
    .where('id', '=', by.writtenId)
    .executeTakeFirstOrThrow();
}

/** Call this before locking the minutes, to avoid deadlocks. */
export async function lockDraftApproval({ tx, board }: Scope, meetingId: string): Promise<void> {
  await tx
    .selectFrom('written_resolutions')
    .select('id')
    .where('board_id', '=', board.id)
    .where('state', '=', 'draft')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('minutes_decisions')
        .select('written_id')
        .where('board_id', '=', board.id)
        .where('meeting_id', '=', meetingId)
        .where('written_id', 'is not', null)
        .$narrowType<{ written_id: string }>(),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}

const earlierMotions = (motionId: string) => sql`(
  with recursive earlier (id) as (
    select ${motionId}::uuid
    union
    select m.id from motions m join earlier on m.deferred_to = earlier.id where m.board_id = current_board_id()
  )
  select earlier.id from earlier
)`;

export async function minutesDecidedBy(
  { tx, board }: Scope,
  by: { readonly motionId: string } | { readonly writtenId: string },
): Promise<string | null> {
  const row = await tx
    .selectFrom('minutes_decisions')
    .select('meeting_id')
    .where('board_id', '=', board.id)
    .where((eb) =>
      'motionId' in by
        ? sql<boolean>`motion_id in ${earlierMotions(by.motionId)}`
        : eb('written_id', '=', by.writtenId),
    )
    .executeTakeFirst();
  return row?.meeting_id ?? null;
}

export async function hasApproved({ tx, board }: Scope, voteId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('meeting_minutes')
    .select('meeting_id')
    .where('board_id', '=', board.id)
    .where('approved_vote_id', '=', voteId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function isBeingSigned({ tx, board }: Scope, voteId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('signature_requests')
    .select('id')
    .where('board_id', '=', board.id)
    .where('vote_id', '=', voteId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return row !== undefined;
}

export async function listRecipients(
  scope: Scope,
  of: { readonly bodyId: string | null; readonly presentIds: readonly string[] },
): Promise<readonly string[]> {
  const body = of.bodyId === null ? [] : await listBody(scope, of.bodyId);
  const present =
    of.presentIds.length === 0
      ? []
      : await scope.tx
          .selectFrom('members')
          .select('id')
          .where('board_id', '=', scope.board.id)
          .where('status', '=', 'active')
          .where('id', 'in', of.presentIds)
          .execute();
  return [...new Set([...body, ...present.map(({ id }) => id)])].toSorted();
}

const dueAtOnceMax = 500;
export const commentsDue = (now: Date) => sql<DueItem>`
  select board_id, meeting_id as id from gate.minutes_comments_due(${now}, ${dueAtOnceMax})
`;

export async function findMinutesMail(
  scope: BoardJobScope,
  { memberId, meetingId }: { readonly memberId: string; readonly meetingId: string },
) {
  const row = await selectRecipient(scope, memberId)
    .innerJoin('meeting_minutes as minutes', 'minutes.board_id', 'member.board_id')
    .innerJoin('meetings as meeting', (join) => sameBoard(join, 'meeting.id', 'minutes.meeting_id'))
    .select(['meeting.id as meeting_id', 'meeting.title', 'meeting.starts_at', 'minutes.version'])
    .select(sql<MinutesState>`minutes.state`.as('state'))
    .select(sql<string | null>`minutes.comments_until::text`.as('comments_until'))
    .select(
      sql<number>`(
        select count(*)::int from minutes_addenda a where a.board_id = minutes.board_id and a.meeting_id = minutes.meeting_id
      )`.as('addenda'),
    )
    .select(
      sql<Date | null>`(
        select n.destroys_at from note_destructions n
        where n.board_id = minutes.board_id and n.meeting_id = minutes.meeting_id
      )`.as('marks_end_at'),
    )
    .select(
      sql<boolean>`exists (
        select from invitees i
        where i.board_id = member.board_id and i.meeting_id = meeting.id and i.member_id = member.id
      )`.as('is_invited'),
    )
    .where('minutes.meeting_id', '=', meetingId)
    .where('meeting.deleted_at', 'is', null)
    .where(meetingVisibleWhere(eachWithRights(scope, 'member'), 'meeting'))
    .executeTakeFirst();
  return row ?? null;
}
