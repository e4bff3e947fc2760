import { sql } from 'kysely';
import { meetingMessages } from '#domain/messages/meetings.ts';
import { restorableSince } from '#domain/timings.ts';
import type { Config } from '#server/config.ts';
import type { BoardLock } from '#server/db/board-lock.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { isClosed, isDeletable } from '#server/features/homes/meetings/base/policy.ts';
import type { MeetingRow } from '#server/features/homes/meetings/base/queries.ts';
import { publishMeetingChanged } from '#server/features/homes/meetings/commands.ts';
import { alignInvitees } from '#server/features/homes/meetings/invitees/commands.ts';
import { recordNotice } from '#server/features/homes/meetings/notices/commands.ts';
import { isEditor } from '#server/features/members/audience/policy.ts';
import { editableBy, readerOf, selectAudienceAccess } from '#server/features/members/audience/queries.ts';
import type { Secrets } from '#server/secrets.ts';

const deletedMax = 100;

/** Takes a meeting out of sight with everything in it; nothing is lost for 30 days. The meeting's row must be locked. */
export async function deleteMeeting(scope: BoardScope, meeting: MeetingRow): Promise<void> {
  if (!isDeletable(meeting, scope.now)) throw refused(meetingMessages.cancelFirst);
  await setDeleted(scope, { meetingId: meeting.id, at: scope.now });
  await audit(scope, { action: 'meeting.deleted', subjectKind: 'meeting', subjectId: meeting.id });
  await publishMeetingChanged(scope, meeting);
}

export interface DeletedMeetingRow {
  readonly id: string;
  readonly title: string;
  readonly state: MeetingRow['state'];
  readonly finds_date: boolean;
  readonly starts_at: Date | null;
  readonly deleted_at: Date;
}

/** What its editor can bring back, deleted last first. */
export async function listDeleted(scope: BoardScope): Promise<readonly DeletedMeetingRow[]> {
  return selectDeleted(scope)
    .where(editableBy(readerOf(scope), sql.ref('meetings.audience_id')))
    .orderBy('deleted_at', 'desc')
    .orderBy('id')
    .limit(deletedMax)
    .execute();
}

/** Held until the transaction ends. Throws `not-found` for what is not deleted, beyond restoring, or not the member's to edit. */
export async function loadDeleted(scope: BoardScope, meetingId: string) {
  const row = await selectDeleted(scope)
    .select(selectAudienceAccess(scope, sql.ref('meetings.audience_id')))
    .where('id', '=', meetingId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row || !isEditor(scope, row)) throw notFound();
  return row;
}

/** Brings it back as it was. */
export async function undeleteMeeting(
  scope: BoardScope,
  secrets: Secrets,
  { lock, deleted }: { readonly lock: BoardLock<'audiences'>; readonly deleted: DeletedMeetingRow },
): Promise<void> {
  await setDeleted(scope, { meetingId: deleted.id, at: null });
  // Who came into the audience meanwhile, or left it.
  await alignInvitees(scope, secrets, { lock, meetingIds: [deleted.id] });
  await audit(scope, { action: 'meeting.undeleted', subjectKind: 'meeting', subjectId: deleted.id });
  await publishMeetingChanged(scope, deleted);
}

function selectDeleted(scope: BoardScope) {
  return scope.tx
    .selectFrom('meetings')
    .select(['id', 'title', 'state', 'finds_date', 'starts_at'])
    .select((eb) => eb.ref('deleted_at').$notNull().as('deleted_at'))
    .where('board_id', '=', scope.board.id)
    .where('deleted_at', '>', restorableSince(scope.now));
}

async function setDeleted(
  scope: BoardScope,
  given: { readonly meetingId: string; readonly at: Date | null },
): Promise<void> {
  await scope.tx
    .updateTable('meetings')
    .set({ deleted_at: given.at, updated_at: scope.now })
    .where('board_id', '=', scope.board.id)
    .where('id', '=', given.meetingId)
    .execute();
}

/** Makes a meeting editable again that has become read-only, until it is closed. The meeting's row must be locked. */
export async function reopenMeeting(
  scope: BoardScope,
  config: Pick<Config, 'editsCloseMinutesAfter'>,
  meeting: MeetingRow,
): Promise<void> {
  if (!isClosed(scope, config, meeting)) throw refused(meetingMessages.notOver);
  await setReopened(scope, meeting, scope.now);
}

export async function closeMeeting(scope: BoardScope, meeting: MeetingRow): Promise<void> {
  if (meeting.reopened_at === null) throw refused(meetingMessages.notReopened);
  await setReopened(scope, meeting, null);
}

async function setReopened(scope: BoardScope, meeting: MeetingRow, at: Date | null): Promise<void> {
  await scope.tx
    .updateTable('meetings')
    .set({ reopened_at: at })
    .where('board_id', '=', scope.board.id)
    .where('id', '=', meeting.id)
    .execute();
  const action = at === null ? 'meeting.closed' : 'meeting.reopened';
  await audit(scope, { action, subjectKind: 'meeting', subjectId: meeting.id });
  await publishMeetingChanged(scope, meeting);
}

/**
 * Makes a draft public, or asks for its date: everybody in its audience is an invitee, and each active one gets a magic link and one message.
 * `draft` must have been loaded with its row locked, so that of several publishers one finds it a draft.
 */
export async function publishMeeting(
  scope: BoardScope,
  secrets: Secrets,
  { lock, draft }: { readonly lock: BoardLock<'audiences'>; readonly draft: MeetingRow },
): Promise<void> {
  if (draft.state !== 'draft') throw refused(meetingMessages.alreadyPublished);
  if (draft.starts_at === null) throw refused(meetingMessages.dateMissing);
  const { tx, board, now } = scope;
  const state = draft.finds_date ? 'finding-date' : 'published';
  const published = { state, published_at: now, asked_at: now, updated_at: now } as const;
  await tx.updateTable('meetings').set(published).where('board_id', '=', board.id).where('id', '=', draft.id).execute();
  await recordNotice(scope, { meeting: draft, kind: 'published' });
  const { invited } = await alignInvitees(scope, secrets, { lock, meetingIds: [draft.id], evenOver: true });
  await audit(scope, {
    action: draft.finds_date ? 'meeting.dates-asked' : 'meeting.published',
    subjectKind: 'meeting',
    subjectId: draft.id,
    detail: { invited: invited.length, mails: invited.filter((each) => each.isActive).length },
  });
  await publishMeetingChanged(scope, { id: draft.id, state });
}
