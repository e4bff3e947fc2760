import type { BodyOf } from '#contract/endpoint.ts';
import type { circulateMinutes } from '#contract/meeting-minutes.ts';
import { dayAfter } from '#domain/days.ts';
import { addendaMax, commentDaysMax } from '#domain/meeting-minutes.ts';
import { minutesMessages } from '#domain/messages/meeting-minutes.ts';
import { roomMessages } from '#domain/messages/room.ts';
import { emptyRichText, richTextToPlainText } from '#domain/rich-text.ts';
import { deleteRows, insertRow, updateRows } from '#server/db/board-rows.ts';
import { type BoardJobScope, type BoardScope, todayOf } from '#server/db/board-scope.ts';
import { authorize, invalid, refuseBeyond, refused } from '#server/errors.ts';
import { queueMails } from '#server/features/core/mail/commands.ts';
import { mailOwners } from '#server/features/deciding/action-items/commands.ts';
import {
  type LockedRoom,
  lockRooms,
  openRoom,
  refuseWhileVoting,
} from '#server/features/deciding/room/state/commands.ts';
import { canRun, votersOf } from '#server/features/deciding/room/state/policy.ts';
import { draftApproval, settleWording } from './approval/commands.ts';
import { listRecipients, lockDraftApproval } from './approval/queries.ts';
import {
  auditMinutes,
  insertMinutes,
  openMinutes,
  publishMinutes,
  readMinutes,
  refuseFinal,
  writeVersion,
} from './minutes/commands.ts';
import { canStartMinutes, canWriteMinutes, isMeetingOver } from './minutes/policy.ts';
import {
  circulatedDocument,
  countChanged,
  draftDocument,
  type OpenMinutes,
  placedSections,
} from './minutes/present.ts';
import { minutesOfMeeting } from './minutes/queries.ts';

export const minutesCirculatedMail = 'minutes-circulated';
export const minutesCommentsMail = 'minutes-comments-due';
export const minutesAddendumMail = 'minutes-addendum';

export async function startMinutes(scope: BoardScope, meetingId: string): Promise<void> {
  const { page } = await openRoom(scope, meetingId);
  authorize(canRun(scope, page));
  if (!canStartMinutes(scope, page)) throw refused(minutesMessages.tooEarly);
  if (!(await insertMinutes(scope, meetingId))) throw refused(minutesMessages.begun);
  const open = await readMinutes(scope, meetingId);
  if (open) await publishMinutes(scope, open);
}

/** Takes locks in the order listed in `server/db/board-lock.ts`. */
export async function circulate(
  scope: BoardScope,
  meetingId: string,
  body: BodyOf<typeof circulateMinutes>,
): Promise<void> {
  const rooms = await lockMeetings(scope, meetingId);
  const { page } = await openRoom(scope, meetingId);
  await lockDraftApproval(scope, meetingId);
  const open = await openMinutes(scope, meetingId);
  authorize(canWriteMinutes(scope, page));
  refuseFinal(open);
  refuseWhileVoting(open.page);
  if (page.body === null) throw refused(roomMessages.chooseBody);
  if (!isMeetingOver(scope, page)) throw refused(minutesMessages.stillInSession);
  const isForSignature = page.settings.minutes_approval === 'signatures';
  if (isForSignature && body.signers === undefined) throw invalid({ signers: minutesMessages.chooseSigners });
  const until = commentsUntil(scope, body.comments_until, page.settings.comment_days);
  const document = draftDocument(scope, open);
  const before = circulatedDocument(open);
  const hasNothingNew = before !== null && countChanged(document, before) === 0;
  const lacksResolution = open.minutes.decision === null && page.settings.minutes_approval === 'written';
  if (hasNothingNew && !lacksResolution) throw refused(minutesMessages.nothingNew);
  if (open.minutes.state === 'draft') await fixSections(scope, open);
  const memberIds = await recipientsOf(scope, open);
  const circulated = await writeVersion(scope, open, { until, recipients: memberIds.length });
  if (open.minutes.state === 'draft') await mailOwners(scope, { meetingId, since: open.minutes.begun_at });
  await queueMails(scope, { kind: minutesCirculatedMail, subjectId: meetingId, memberIds });
  await decideOn(scope, circulated, { bodyId: page.body.id, rooms });
  if (isForSignature && body.signers) await scope.ports.minutesSignatures.request(scope, meetingId, body.signers);
  await publishMinutes(scope, circulated);
}

async function lockMeetings(scope: BoardScope, meetingId: string): Promise<ReadonlyMap<string, LockedRoom>> {
  const minutes = await minutesOfMeeting.run(scope.tx, { id: meetingId }, scope.now);
  return lockRooms(
    scope,
    [meetingId, minutes?.decision?.meeting_id ?? null].filter((id) => id !== null),
  );
}

async function recipientsOf(scope: BoardScope, { page }: OpenMinutes): Promise<readonly string[]> {
  const all = await listRecipients(scope, page);
  return all.filter((id) => id !== scope.member.id);
}

/** `wanted` is the last day, null for no comments, or undefined for the board's default number of days. */
function commentsUntil(
  { now, board }: Pick<BoardScope, 'now' | 'board'>,
  wanted: string | null | undefined,
  days: number,
): string | null {
  const today = todayOf({ board, now });
  if (wanted === undefined) return days === 0 ? null : dayAfter(today, days);
  if (wanted === null) return null;
  if (wanted < today) throw invalid({ comments_until: minutesMessages.pastDay });
  if (wanted > dayAfter(today, commentDaysMax)) {
    throw invalid({ comments_until: minutesMessages.dayTooLate(commentDaysMax) });
  }
  return wanted;
}

async function fixSections(scope: BoardScope, open: OpenMinutes): Promise<void> {
  const { tx, board } = scope;
  const placed = placedSections(open);
  const known = new Set(placed.map(({ id }) => id));
  const goneIds = open.minutes.sections.map(({ id }) => id).filter((id) => !known.has(id));
  if (goneIds.length > 0) {
    await deleteRows(scope, 'minutes_sections', {}).where('id', 'in', goneIds).execute();
  }
  if (placed.length === 0) return;
  await tx
    .insertInto('minutes_sections')
    .values(
      placed.map(({ id, number, depth, title, item, row }, position) => {
        const notes = row?.notes ?? emptyRichText;
        return {
          id,
          board_id: board.id,
          meeting_id: open.page.id,
          number,
          depth,
          position,
          title,
          kind: item?.kind ?? null,
          notes: JSON.stringify(notes),
          text: richTextToPlainText(notes),
        };
      }),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        number: ref('excluded.number'),
        depth: ref('excluded.depth'),
        position: ref('excluded.position'),
        title: ref('excluded.title'),
        kind: ref('excluded.kind'),
      })),
    )
    .execute();
}

async function decideOn(
  scope: BoardScope,
  open: OpenMinutes,
  { bodyId, rooms }: { readonly bodyId: string; readonly rooms: ReadonlyMap<string, LockedRoom> },
): Promise<void> {
  const { minutes, page } = open;
  const { decision } = minutes;
  if (decision !== null) {
    const room = (decision.meeting_id !== null && rooms.get(decision.meeting_id)) || null;
    await settleWording(scope, open, { decision, room });
    return;
  }
  if (page.settings.minutes_approval === 'written') await draftApproval(scope, open, bodyId);
}

export async function remindCommenters(scope: BoardJobScope, meetingId: string): Promise<void> {
  const open = await readMinutes(scope, meetingId);
  if (open === null || open.minutes.state !== 'circulated') return;
  const { page, minutes } = open;
  await updateRows(scope, 'meeting_minutes', { meeting_id: meetingId })
    .set({ reminded_version: minutes.version })
    .execute();
  const since = minutes.versions.at(-1)?.at ?? minutes.begun_at;
  const spoken = new Set(minutes.comments.filter(({ at }) => at >= since).map(({ author_id: id }) => id));
  const asked = new Set([...votersOf(page), ...page.presences.map(({ member_id: id }) => id)]);
  const memberIds = (await listRecipients(scope, page)).filter((id) => !spoken.has(id) && asked.has(id));
  await queueMails(scope, { kind: minutesCommentsMail, subjectId: meetingId, memberIds });
}

export async function addAddendum(scope: BoardScope, open: OpenMinutes, text: string): Promise<void> {
  const { member, now } = scope;
  const { page, minutes } = open;
  authorize(canWriteMinutes(scope, page));
  if (minutes.state !== 'approved') throw refused(minutesMessages.notApproved);
  refuseBeyond({ present: minutes.addenda.length, most: addendaMax }, minutesMessages.addendaMax);
  const number = minutes.addenda.length + 1;
  await insertRow(scope, 'minutes_addenda', { meeting_id: page.id, number, text, added_by: member.id, at: now });
  await auditMinutes(scope, page.id, 'minutes.addendum-added', { state: 'approved', number });
  const memberIds = await recipientsOf(scope, open);
  await queueMails(scope, { kind: minutesAddendumMail, subjectId: page.id, memberIds });
  await publishMinutes(scope, open);
}
