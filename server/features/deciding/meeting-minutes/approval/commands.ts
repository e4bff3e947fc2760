import { minutesLabels, minutesMessages } from '#domain/messages/meeting-minutes.ts';
import { motionMessages } from '#domain/messages/motions.ts';
import { signatureMessages } from '#domain/messages/signatures.ts';
import { insertRow, isFound, selectRows, updateRows } from '#server/db/board-rows.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { notFound, refused } from '#server/errors.ts';
import { queueMails } from '#server/features/core/mail/commands.ts';
import {
  addFileJob,
  auditMinutes,
  insertMinutes,
  openMinutes,
  publishMinutes,
  readMinutes,
  refuseFinal,
  writeVersion,
} from '#server/features/deciding/meeting-minutes/minutes/commands.ts';
import { isVotedOn } from '#server/features/deciding/meeting-minutes/minutes/policy.ts';
import {
  circulatedDocument,
  countChanged,
  dayOfMinutes,
  draftDocument,
  type OpenMinutes,
} from '#server/features/deciding/meeting-minutes/minutes/present.ts';
import {
  findMinutesState,
  lockMinutes,
  meetingOfSection,
  minutesOfMeeting,
} from '#server/features/deciding/meeting-minutes/minutes/queries.ts';
import { proposeMotion, rewordMotion } from '#server/features/deciding/motions/commands.ts';
import { decisions } from '#server/features/deciding/motions/decisions/commands.ts';
import { plainItem } from '#server/features/deciding/motions/motion/commands.ts';
import { insertDraft, rewordDraft } from '#server/features/deciding/motions/written/drafts/commands.ts';
import type { MinutesOfMeetings } from '#server/features/deciding/room/ports.ts';
import { endOpenPresences } from '#server/features/deciding/room/presences/commands.ts';
import { type LockedRoom, refuseWhileVoting } from '#server/features/deciding/room/state/commands.ts';
import { addAgendaItem } from '#server/features/homes/meetings/agenda/commands.ts';
import type { LoadedMeeting } from '#server/features/homes/meetings/meeting/queries.ts';
import type { Decisions } from '#server/features/homes/meetings/ports.ts';
import { findPutDecision, listRecipients, minutesDecidedBy, type PutDecision } from './queries.ts';

type Scope = BoardScope | BoardJobScope;

export const minutesApprovedMail = 'minutes-approved';

function motionText(scope: Scope, open: OpenMinutes): string {
  const isCorrected =
    open.minutes.version > 1 || countChanged(draftDocument(scope, open), circulatedDocument(open)) > 0;
  const word = isCorrected ? minutesLabels.approveCorrected : minutesLabels.approveMotion;
  return word(open.page.title, dayOfMinutes(open.page, scope.board));
}

export async function placeApproval(
  scope: BoardScope,
  open: OpenMinutes,
  at: { readonly meeting: LoadedMeeting; readonly room: LockedRoom; readonly beforeId: string | null },
): Promise<void> {
  const { meeting, room, beforeId } = at;
  const itemId = await addAgendaItem(scope, meeting, {
    ...plainItem,
    title: minutesLabels.minutesOf(dayOfMinutes(open.page, scope.board)),
    purpose: 'decision',
    before_id: beforeId,
    kind: 'minutes',
    minutes_of: open.page.id,
  });
  const motionId = await proposeMotion(scope, { room, itemId, text: motionText(scope, open) });
  await insertRow(scope, 'minutes_decisions', { meeting_id: open.page.id, motion_id: motionId });
}

export async function draftApproval(scope: BoardScope, open: OpenMinutes, bodyId: string): Promise<void> {
  const writtenId = await insertDraft(scope, {
    body_id: bodyId,
    title: `${minutesLabels.minutesOf(dayOfMinutes(open.page, scope.board))}: ${open.page.title}`.slice(0, titleMax),
    text: motionText(scope, open),
  });
  await insertRow(scope, 'minutes_decisions', { meeting_id: open.page.id, written_id: writtenId });
}

const titleMax = 200;

/** If `room` is null, the caller must call `settleMotions` to update open pages. */
export async function settleWording(
  scope: Scope,
  open: OpenMinutes,
  { decision, room }: { readonly decision: PutDecision; readonly room: LockedRoom | null },
): Promise<string> {
  const wanted = motionText(scope, open);
  if (decision.text === wanted) return wanted;
  const { motion_id: motionId, written_id: writtenId, meeting_id: meetingId } = decision;
  if (motionId && meetingId && decision.motion_state === 'proposed' && 'member' in scope) {
    await rewordMotion(scope, { id: motionId, meetingId, text: wanted, room });
    return wanted;
  }
  if (!writtenId || decision.written_state !== 'draft') return decision.text;
  await rewordDraft(scope, writtenId, wanted);
  return wanted;
}

/** If two decisions race, only one succeeds. */
export async function approve(
  scope: Scope,
  meetingId: string,
  by: { readonly at: Date } & (
    | { readonly approved_vote_id: string }
    | { readonly approved_written_id: string }
    | { readonly approved_request_id: string }
  ),
): Promise<void> {
  if (!(await lockMinutes(scope, meetingId))) return;
  if ((await findMinutesState(scope, meetingId)) !== 'circulated') return;
  const open = await readMinutes(scope, meetingId);
  if (open === null) throw notFound();
  const { at, ...what } = by;
  await updateRows(scope, 'meeting_minutes', { meeting_id: meetingId })
    .set({ state: 'approved', approved_at: at, ...what })
    .execute();
  await auditMinutes(scope, meetingId, 'minutes.approved', { state: 'approved', version: open.minutes.version });
  await addFileJob(scope, { meetingId, version: open.minutes.version, state: 'approved' });
  const memberIds = await listRecipients(scope, open.page);
  await queueMails(scope, { kind: minutesApprovedMail, subjectId: meetingId, memberIds });
  await publishMinutes(scope, open);
}

/** Throws if a correction was not circulated, because signatures approve only the circulated version. */
export async function refuseUncirculated(scope: BoardScope, meetingId: string): Promise<void> {
  const open = await openMinutes(scope, meetingId);
  if (open.minutes.state !== 'circulated') return;
  refuseFinal(open);
  if (countChanged(draftDocument(scope, open), circulatedDocument(open)) > 0) {
    throw refused(minutesMessages.circulateFirst);
  }
}

export const decisionsAndMinutes: Decisions = {
  ...decisions,

  async refuseDeleting(scope, of) {
    await decisions.refuseDeleting(scope, of);
    const meetingId = 'meetingId' in of ? of.meetingId : await meetingOfSection(scope, of.agendaItemId);
    const state = await findMinutesState(scope, meetingId);
    if (state === null || state === 'draft') return;
    if ('meetingId' in of) throw refused(motionMessages.decidedStays);
    throw refused(state === 'approved' ? minutesMessages.approved : minutesMessages.circulated);
  },

  async refuseRenaming(scope, meetingId) {
    if ((await findMinutesState(scope, meetingId)) === 'approved') throw refused(minutesMessages.approved);
  },
};

export const minutesOfMeetings: MinutesOfMeetings = {
  async begin(scope, meetingId) {
    await insertMinutes(scope, meetingId);
  },

  async refuseCorrecting(scope, { meetingId, what }) {
    const state = (await lockMinutes(scope, meetingId)) ? await findMinutesState(scope, meetingId) : null;
    if (state === 'approved') throw refused(minutesMessages.approved);
    if (state === 'circulated' && what === 'decisions') throw refused(minutesMessages.circulated);
    if (state !== 'circulated') return;
    const minutes = await minutesOfMeeting.run(scope.tx, { id: meetingId }, scope.now);
    if (minutes !== null && isVotedOn(minutes)) throw refused(minutesMessages.votedOn);
    if (minutes?.is_being_signed) throw refused(signatureMessages.voidFirst);
  },

  async refuseSigned(scope, voteId) {
    const open = selectRows(scope, 'signature_requests', { vote_id: voteId, state: 'open' }).select('id');
    if (await isFound(open)) throw refused(signatureMessages.voidFirst);
  },

  async refuseVoiding(scope, voteId) {
    const approved = selectRows(scope, 'meeting_minutes', { approved_vote_id: voteId }).select('meeting_id');
    if (await isFound(approved)) throw refused(minutesMessages.approvedByVote);
  },

  async refuseRewording(scope, by) {
    if ((await minutesDecidedBy(scope, by)) !== null) throw refused(minutesMessages.wordsFollow);
  },

  /** Stores uncirculated corrections as a new version, so that members vote on a stored version. */
  async voteOpens(scope, by) {
    const meetingId = await minutesDecidedBy(scope, by);
    if (meetingId === null || !(await lockMinutes(scope, meetingId))) return null;
    const { ends_at: end } = await selectRows(scope, 'meetings', { id: meetingId })
      .select('ends_at')
      .executeTakeFirstOrThrow();
    if (end !== null) await endOpenPresences(scope, meetingId, end);
    const open = await readMinutes(scope, meetingId);
    if (open === null) return null;
    refuseFinal(open);
    refuseWhileVoting(open.page);
    const isCorrected = countChanged(draftDocument(scope, open), circulatedDocument(open)) > 0;
    const put = isCorrected
      ? await writeVersion(scope, open, { until: open.minutes.comments_until, recipients: 0 })
      : open;
    return settleWording(scope, put, { decision: await findPutDecision(scope, by), room: null });
  },

  async carried(scope, { id, motionId, at }) {
    const meetingId = await minutesDecidedBy(scope, { motionId });
    if (meetingId !== null) await approve(scope, meetingId, { at, approved_vote_id: id });
  },

  async settleDraft(scope, writtenId) {
    const meetingId = await minutesDecidedBy(scope, { writtenId });
    if (meetingId === null || !(await lockMinutes(scope, meetingId))) return;
    const open = await readMinutes(scope, meetingId);
    if (open === null || open.minutes.state === 'approved') return;
    await settleWording(scope, open, { decision: await findPutDecision(scope, { writtenId }), room: null });
  },

  async passed(scope, { id, at }) {
    const meetingId = await minutesDecidedBy(scope, { writtenId: id });
    if (meetingId !== null) await approve(scope, meetingId, { at, approved_written_id: id });
  },
};
