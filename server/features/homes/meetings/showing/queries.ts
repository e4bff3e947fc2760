import { sql } from 'kysely';
import { minutesCommentsMax } from '#domain/meeting-minutes.ts';
import { isFound, sameBoard, selectRows } from '#server/db/board-rows.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { defineRows, type QueryScope, type SelectedRow, type SqlValue } from '#server/db/page-statement.ts';
import { notFound } from '#server/errors.ts';
import { meetingReadableWhere } from '#server/features/homes/meetings/meeting/visibility.ts';
import { eachMember, type MemberIds } from '#server/features/members/audience/queries.ts';
import { memberView, seenIn } from '#server/features/members/audience/visibility.ts';
import { selectPeople } from '#server/features/members/people/queries.ts';
import type { DueItem } from '#server/jobs/each-due.ts';

/** Omits comments on items that are withheld from the reader. */
const selectComments = (scope: QueryScope, view: MemberIds, meetingId: SqlValue<string>) =>
  scope.tx
    .selectFrom('draft_comments as comment')
    .innerJoin('members as author', (join) => sameBoard(join, 'author.id', 'comment.author_id'))
    .leftJoin('members as settler', (join) => sameBoard(join, 'settler.id', 'comment.settled_by'))
    .select(['comment.id', 'comment.agenda_item_id', 'comment.text', 'comment.at', 'comment.author_id'])
    .select(['comment.answer', 'comment.is_resolved', 'author.img_url'])
    .select(sql<string>`known_name(author)`.as('author'))
    .select(sql<string | null>`case when settler.id is not null then known_name(settler) end`.as('settled_by'))
    .where('comment.board_id', '=', scope.board.id)
    .where('comment.meeting_id', '=', meetingId)
    .where(seenIn(view, sql.ref('comment.agenda_item_id')))
    .orderBy('comment.id')
    .limit(minutesCommentsMax);

export type DraftCommentRow = SelectedRow<typeof selectComments>;

export const commentsOfDraft = defineRows({ id: 'uuid' }, (scope, { id }) => selectComments(scope, scope, id));

/** Members who have left the audience since they were chosen no longer see the draft. */
const selectShownTo = (scope: QueryScope, meetingId: SqlValue<string>) =>
  selectPeople(scope)
    .innerJoin('users as account', 'account.id', 'member.user_id')
    .innerJoin('meetings as meeting', 'meeting.board_id', 'member.board_id')
    .where('meeting.id', '=', meetingId)
    .where('meeting.state', '=', 'draft')
    .where('member.status', '=', 'active')
    .where('account.disabled_at', 'is', null)
    .where(meetingReadableWhere(eachMember(scope, sql.ref('member.id'), 'reader'), 'meeting'))
    .orderBy('member.id');

export const shownToOfDraft = defineRows({ id: 'uuid' }, (scope, { id }) => selectShownTo(scope, id));

export const listShownTo = (scope: QueryScope, meetingId: string) => selectShownTo(scope, meetingId).execute();

export const loadDraftComment = (scope: BoardScope, commentId: string) =>
  selectRows(scope, 'draft_comments', { id: commentId })
    .select(['meeting_id', 'agenda_item_id'])
    .where(seenIn(scope, sql.ref('agenda_item_id')))
    .executeTakeFirstOrThrow(notFound);

export async function hasNewComments(
  scope: BoardJobScope,
  of: { readonly meetingId: string; readonly memberId: string; readonly since: Date },
): Promise<boolean> {
  const news = selectRows(scope, 'draft_comments', { meeting_id: of.meetingId })
    .select('id')
    .where(seenIn(memberView(scope, of.memberId), sql.ref('agenda_item_id')))
    .where((eb) =>
      eb.or([eb('settled_at', '>', of.since), eb.and([eb('at', '>', of.since), eb('author_id', '<>', of.memberId)])]),
    )
    .limit(1);
  return isFound(news);
}

const draftsAtOnceMax = 500;
export const shownDrafts = (now: Date) => sql<DueItem>`
  select board_id, meeting_id as id from gate.shown_drafts(${now}, ${draftsAtOnceMax})
`;

export async function findLastShown(scope: BoardJobScope, meetingId: string): Promise<Date | null> {
  const row = await selectRows(scope, 'meeting_notices', { meeting_id: meetingId, kind: 'shown' })
    .select('created_at')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? null;
}
