import { sql } from 'kysely';
import type { MinutesState } from '#domain/meeting-minutes.ts';
import { sameBoard, selectRows } from '#server/db/board-rows.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import type { MailJob } from '#server/features/core/mail/ports.ts';
import { listBody } from '#server/features/deciding/motions/written/resolution/queries.ts';
import type { RoomPage } from '#server/features/deciding/room/state/queries.ts';
import { meetingVisibleWhere } from '#server/features/homes/meetings/meeting/visibility.ts';
import { eachWithRights } from '#server/features/members/audience/queries.ts';
import { selectRecipient } from '#server/features/members/people/queries.ts';
import type { DueItem } from '#server/jobs/each-due.ts';

type Scope = BoardScope | BoardJobScope;

type Deciding = { readonly motionId: string } | { readonly writtenId: string };

export interface PutDecision {
  readonly text: string;
  readonly motion_id?: string | null;
  readonly meeting_id?: string | null;
  readonly motion_state?: string | null;
  readonly written_id?: string | null;
  readonly written_state?: string | null;
}

export async function findPutDecision(scope: Scope, by: Deciding): Promise<PutDecision> {
  if ('motionId' in by) {
    return selectRows(scope, 'motions', { id: by.motionId })
      .select(['text', 'id as motion_id', 'meeting_id', 'state as motion_state'])
      .executeTakeFirstOrThrow();
  }
  return selectRows(scope, 'written_resolutions', { id: by.writtenId })
    .select(['text', 'id as written_id', 'state as written_state'])
    .executeTakeFirstOrThrow();
}

/** Call this before locking the minutes, to avoid deadlocks. */
export async function lockDraftApproval({ tx, board }: Scope, meetingId: string): Promise<void> {
  await selectRows({ tx, board }, 'written_resolutions', { state: 'draft' })
    .select('id')
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

export async function minutesDecidedBy(scope: Scope, by: Deciding): Promise<string | null> {
  const row = await selectRows(scope, 'minutes_decisions')
    .select('meeting_id')
    .where((eb) =>
      'motionId' in by
        ? sql<boolean>`motion_id in ${earlierMotions(by.motionId)}`
        : eb('written_id', '=', by.writtenId),
    )
    .executeTakeFirst();
  return row?.meeting_id ?? null;
}

export async function listRecipients(
  scope: Scope,
  { body, presences }: Pick<RoomPage, 'body' | 'presences'>,
): Promise<readonly string[]> {
  const ofBody = body === null ? [] : await listBody(scope, body.id);
  const presentIds = presences.map(({ member_id: id }) => id);
  const present = await selectRows(scope, 'members', { status: 'active' })
    .select('id')
    .where(sql<boolean>`id = any(${presentIds}::uuid[])`)
    .execute();
  return [...new Set([...ofBody, ...present.map(({ id }) => id)])].toSorted();
}

const dueAtOnceMax = 500;
export const commentsDue = (now: Date) => sql<DueItem>`
  select board_id, meeting_id as id from gate.minutes_comments_due(${now}, ${dueAtOnceMax})
`;

export const findMinutesMail = (scope: BoardJobScope, { memberId, subjectId: meetingId }: MailJob) =>
  selectRecipient(scope, memberId)
    .innerJoin('meeting_minutes as minutes', 'minutes.board_id', 'member.board_id')
    .innerJoin('meetings as meeting', (join) => sameBoard(join, 'meeting.id', 'minutes.meeting_id'))
    .select(['meeting.id as meeting_id', 'meeting.title', 'minutes.version'])
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
    .where('minutes.meeting_id', '=', meetingId)
    .where('meeting.deleted_at', 'is', null)
    .where(meetingVisibleWhere(eachWithRights(scope, 'member'), 'meeting'))
    .executeTakeFirst();
