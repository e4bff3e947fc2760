import type { AuditAction } from '#domain/audit.ts';
import type { MinutesChange, MinutesState } from '#domain/meeting-minutes.ts';
import { minutesMessages } from '#domain/messages/meeting-minutes.ts';
import { signatureMessages } from '#domain/messages/signatures.ts';
import { richTextToPlainText } from '#domain/rich-text.ts';
import { insertRow, updateRow, updateRows } from '#server/db/board-rows.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { publishLive } from '#server/features/core/events/commands.ts';
import { recordOfMeeting } from '#server/features/deciding/meeting-minutes/record/queries.ts';
import { motionsOfMeeting } from '#server/features/deciding/motions/motion/queries.ts';
import { listMeetingDesk } from '#server/features/deciding/room/desk/queries.ts';
import { readRoom } from '#server/features/deciding/room/state/commands.ts';
import { listMeetingListeners } from '#server/features/homes/meetings/meeting/commands.ts';
import { listenersWhoSee } from '#server/features/members/audience/commands.ts';
import { addJob } from '#server/jobs/queue.ts';
import { isVotedOn } from './policy.ts';
import { changesBetween, circulatedDocument, draftDocument, type OpenMinutes } from './present.ts';
import { lockMinutes, minutesOfMeeting } from './queries.ts';
import { canSeeMinutes } from './visibility.ts';

type Scope = BoardScope | BoardJobScope;

/** Does not check visibility; `openMinutes` does. */
export async function readMinutes(scope: Scope, meetingId: string): Promise<OpenMinutes | null> {
  const params = { id: meetingId };
  const minutes = await minutesOfMeeting.run(scope.tx, params, scope.now);
  if (minutes === null) return null;
  const page = await readRoom(scope, meetingId);
  const motions = await motionsOfMeeting.run(scope.tx, params, scope.now);
  const rows = await recordOfMeeting.run(scope.tx, params, scope.now);
  if (rows === null) throw notFound();
  return { page, motions, rows, minutes };
}

/** Locks the minutes. Throws `not-found` if the actor cannot see them. */
export async function openMinutes(scope: BoardScope, meetingId: string): Promise<OpenMinutes> {
  await lockMinutes(scope, meetingId);
  const open = await readMinutes(scope, meetingId);
  if (open === null || !canSeeMinutes(scope, open.page, open.minutes)) throw notFound();
  return open;
}

export function refuseFinal({ minutes }: OpenMinutes): void {
  if (minutes.state === 'approved') throw refused(minutesMessages.approved);
  if (isVotedOn(minutes)) throw refused(minutesMessages.votedOn);
  if (minutes.is_being_signed) throw refused(signatureMessages.voidFirst);
}

export async function insertMinutes(scope: BoardScope, meetingId: string): Promise<boolean> {
  const row = await scope.tx
    .insertInto('meeting_minutes')
    .values({ board_id: scope.board.id, meeting_id: meetingId, begun_at: scope.now, begun_by: scope.member.id })
    .onConflict((conflict) => conflict.column('meeting_id').doNothing())
    .returning('meeting_id')
    .executeTakeFirst();
  if (row === undefined) return false;
  await auditMinutes(scope, meetingId, 'minutes.begun', { state: 'draft' });
  return true;
}

export async function writeVersion(
  scope: BoardScope,
  open: OpenMinutes,
  of: { readonly until: string | null; readonly recipients: number },
): Promise<OpenMinutes> {
  const { member, now } = scope;
  const meetingId = open.page.id;
  const version = open.minutes.version + 1;
  const before = circulatedDocument(open);
  await updateRows(scope, 'meeting_minutes', { meeting_id: meetingId })
    .set({ state: 'circulated', version, comments_until: of.until })
    .execute();
  const fixed = await readMinutes(scope, meetingId);
  if (fixed === null) throw notFound();
  const corrected = { ...fixed, minutes: { ...fixed.minutes, circulated: open.minutes.circulated } };
  const is_for_signature = open.page.settings.minutes_approval === 'signatures';
  const document = { ...draftDocument(scope, corrected), is_for_signature, at: now.toISOString() };
  const changes = changesBetween(document, before);
  await insertRow(scope, 'minutes_versions', {
    meeting_id: meetingId,
    version,
    at: now,
    circulated_by: member.id,
    recipients: of.recipients,
    changes: JSON.stringify(changes),
    document: JSON.stringify(document),
  });
  await writeSearchedTexts(scope, fixed, changes);
  const detail = { state: 'circulated', version, recipients: of.recipients, comments_until: of.until };
  await auditMinutes(scope, meetingId, 'minutes.circulated', detail);
  await addFileJob(scope, { meetingId, version, state: 'circulated' });
  const written = await readMinutes(scope, meetingId);
  if (written === null) throw notFound();
  return written;
}

/** Uncirculated corrections are not indexed, because only writers may see them. */
async function writeSearchedTexts(
  scope: BoardScope,
  { minutes }: OpenMinutes,
  changes: readonly MinutesChange[],
): Promise<void> {
  const changed = new Set(changes.map(({ section_id: id }) => id));
  for (const { id, notes } of minutes.sections.filter((section) => changed.has(section.id))) {
    await updateRow(scope, 'minutes_sections', id, { text: richTextToPlainText(notes) });
  }
}

export const makeMinutesFileJob = 'make-minutes-file';
const fileAttemptsMax = 10;

export const addFileJob = (
  { tx, board }: Pick<Scope, 'tx' | 'board'>,
  { meetingId, version, state }: { readonly meetingId: string; readonly version: number; readonly state: MinutesState },
): Promise<void> =>
  addJob(tx, {
    name: makeMinutesFileJob,
    payload: { board_id: board.id, meeting_id: meetingId, version: String(version), state },
    attempts: fileAttemptsMax,
    key: `${makeMinutesFileJob}:${meetingId}:${version}:${state}`,
  });

export const auditMinutes = (
  scope: Scope,
  meetingId: string,
  action: AuditAction,
  detail: Readonly<Record<string, string | number | null>>,
): Promise<void> => audit(scope, action, { kind: 'minutes', id: meetingId }, detail);

export async function publishMinutes(
  scope: Scope,
  { page, minutes }: Pick<OpenMinutes, 'page' | 'minutes'>,
  sectionId: string | null = null,
): Promise<void> {
  const listeners =
    minutes.state === 'draft'
      ? await listMeetingDesk(scope, page.id)
      : await listMeetingListeners(scope, { id: page.id, state: page.state });
  const heard = sectionId === null ? listeners : await listenersWhoSee(scope, sectionId, listeners);
  await publishLive(scope, { noun: 'minutes', id: page.id }, heard);
}
