import { sql } from 'kysely';
import { restorableSince } from '#domain/timings.ts';
import type { Context } from '#server/context.ts';
import { selectRows } from '#server/db/board-rows.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { defineRows, type QueryScope, type ResultOf, type SqlValue } from '#server/db/page-statement.ts';
import { notFound } from '#server/errors.ts';
import type { MailContent } from '#server/features/core/mail/ports.ts';
import { datesAskedMail } from '#server/features/homes/meetings/date-finding/present.ts';
import { listDateOptions } from '#server/features/homes/meetings/date-finding/queries.ts';
import type { DatedMeeting, MeetingRow } from '#server/features/homes/meetings/meeting/queries.ts';
import { invitationMail } from '#server/features/homes/meetings/messages/present.ts';
import { previewDetails, readInvitation } from '#server/features/homes/meetings/messages/queries.ts';
import { isEditor } from '#server/features/members/audience/policy.ts';
import { editableBy, pageReaderOf, selectAudienceAccess } from '#server/features/members/audience/queries.ts';
import type { DueItem } from '#server/jobs/each-due.ts';

const deletedMax = 100;
const purgedAtOnceMax = 200;

export const deletedMeetings = defineRows({ restorable_since: 'timestamptz' }, (scope, { restorable_since }) =>
  selectDeleted(scope, restorable_since)
    .where(editableBy(pageReaderOf(scope), sql.ref('meetings.audience_id')))
    .orderBy('deleted_at', 'desc')
    .orderBy('id')
    .limit(deletedMax),
);

export type DeletedMeetingRow = ResultOf<typeof deletedMeetings>[number];

export async function loadDeleted(scope: BoardScope, meetingId: string) {
  const row = await selectDeleted(scope, restorableSince(scope.now))
    .select(selectAudienceAccess(scope, sql.ref('meetings.audience_id')))
    .where('id', '=', meetingId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row || !isEditor(scope, row)) throw notFound();
  return row;
}

function selectDeleted(scope: QueryScope, since: SqlValue<Date>) {
  return selectRows(scope, 'meetings')
    .select(['id', 'title', 'state', 'finds_date', 'starts_at'])
    .select((eb) => eb.ref('deleted_at').$notNull().as('deleted_at'))
    .where('deleted_at', '>', since);
}

export const meetingsToPurge = (now: Date) => sql<DueItem>`
  select board_id, meeting_id as id from gate.meetings_to_purge(${restorableSince(now)}, ${purgedAtOnceMax})
`;

/** Returns null if the meeting is no longer a draft with a date, or if the member has left the board. */
export async function readPreview(
  scope: Pick<BoardJobScope, 'tx' | 'board' | 'now'>,
  context: Context,
  given: { readonly draft: MeetingRow; readonly memberId: string; readonly note: string },
): Promise<MailContent | null> {
  const { draft, memberId, note } = given;
  if (draft.state !== 'draft' || draft.starts_at === null || draft.ends_at === null) return null;
  const state = draft.finds_date ? 'finding-date' : 'published';
  const meeting: DatedMeeting = { ...draft, state, starts_at: draft.starts_at, ends_at: draft.ends_at };
  const details = await previewDetails(scope, context, { meeting, memberId });
  if (!details) return null;
  const content = { ...(await readInvitation(scope, { meetingId: draft.id, memberId })), note };
  if (!draft.finds_date) return invitationMail(scope, context, { details, content });
  return datesAskedMail(scope, { details, content, options: await listDateOptions(scope, draft.id) });
}
