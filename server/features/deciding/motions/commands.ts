import type { BodyOf } from '#contract/endpoint.ts';
import type {
  addMotion as addContract,
  openVote as openVoteContract,
  setMotionState as setStateContract,
  updateMotion as updateContract,
} from '#contract/motions.ts';
import type { AuditAction } from '#domain/audit.ts';
import { motionMessages } from '#domain/messages/motions.ts';
import { type MotionMove, type MotionState, motionStep, motionsPerItemMax, suggestionsMax } from '#domain/motions.ts';
import { createRow, insertRow, selectRows, updateRow, updateRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { authorize, invalid, refuseBeyond, refused } from '#server/errors.ts';
import { queueMails } from '#server/features/core/mail/commands.ts';
import { deferralMeetings } from '#server/features/deciding/motions/queries.ts';
import { type LockedRoom, lockRoom, type OpenRoom } from '#server/features/deciding/room/state/commands.ts';
import { recusedItems, votersOf } from '#server/features/deciding/room/state/policy.ts';
import type { RoomPage } from '#server/features/deciding/room/state/queries.ts';
import { addAgendaItem } from '#server/features/homes/meetings/agenda/commands.ts';
import { loadMeeting } from '#server/features/homes/meetings/meeting/queries.ts';
import {
  auditMotion,
  type OpenMotion,
  plainItem,
  refuseAdjourned,
  refuseChanged,
  settleMotions,
} from './motion/commands.ts';
import { canEditMotion, readerOf } from './motion/policy.ts';
import { motionsOfMeeting } from './motion/queries.ts';

export const motionAnsweredMail = 'motion-answered';

export async function addMotion(
  scope: BoardScope,
  open: OpenRoom,
  given: { readonly itemId: string; readonly body: BodyOf<typeof addContract> },
): Promise<void> {
  const { tx, member } = scope;
  const { room, page } = open;
  const { itemId, body } = given;
  const { isDesk, isVoter } = readerOf(scope, page);
  authorize(isDesk || (isVoter && page.settings.suggestions));
  refuseAdjourned(open, { isDesk });
  if (!isDesk && recusedItems(page, member.id).has(itemId)) throw refused(motionMessages.recused);
  await refuseFinalMinutes(scope, open);
  const rows = await motionsOfMeeting.run(tx, { id: room.meetingId }, scope.now);
  const ofItem = rows.filter(({ agenda_item_id: id, state }) => id === itemId && countsOfItem(state, { isDesk }));
  refuseBeyond({ present: ofItem.length, most: motionsPerItemMax }, motionMessages.tooMany);
  if (!isDesk) {
    const suggested = rows.filter(({ suggested_by_id: by }) => by === member.id).length;
    refuseBeyond({ present: suggested, most: suggestionsMax }, motionMessages.tooManySuggestions);
  }
  const people = isDesk
    ? { mover_id: body.mover_id, seconder_id: body.seconder_id }
    : { mover_id: member.id, seconder_id: null };
  refuseMovers(page, people);
  const source = isDesk ? { state: 'proposed' as const } : { state: 'suggested' as const, suggested_by: member.id };
  await insertMotion(scope, room, { agenda_item_id: itemId, text: body.text, ...people, ...source });
}

async function insertMotion(
  scope: BoardScope,
  { meetingId, at }: LockedRoom,
  motion: Partial<Movers> & {
    readonly agenda_item_id: string;
    readonly text: string;
    readonly state: 'proposed' | 'suggested';
    readonly suggested_by?: string;
  },
  detail: Readonly<Record<string, string>> = {},
): Promise<string> {
  const id = await createRow(scope, 'motions', { meeting_id: meetingId, ...motion, created_at: at });
  await keepWording(scope, { id, revision: 1, text: motion.text, at });
  const action = motion.state === 'proposed' ? 'motion.proposed' : 'motion.suggested';
  await auditMotion(scope, action, { id, meetingId }, detail);
  return id;
}

/** Throws if the minutes are approved, or are currently being voted on or signed. */
const refuseFinalMinutes = (scope: BoardScope, { room }: OpenRoom): Promise<void> =>
  scope.ports.minutes.refuseCorrecting(scope, { meetingId: room.meetingId, what: 'record' });

const countsOfItem = (state: MotionState, { isDesk }: { readonly isDesk: boolean }): boolean =>
  state !== 'declined' && state !== 'withdrawn' && !(isDesk && state === 'suggested');

export async function proposeMotion(
  scope: BoardScope,
  of: { readonly room: LockedRoom; readonly itemId: string; readonly text: string },
): Promise<string> {
  const { room, itemId, text } = of;
  const state = 'proposed';
  const id = await insertMotion(scope, room, { agenda_item_id: itemId, text, state }, { state });
  await settleMotions(scope, of, { atOnce: false, itemId });
  return id;
}

/** If `room` is null, the caller must call `settleMotions` to update open pages. */
export async function rewordMotion(
  scope: BoardScope,
  of: { readonly id: string; readonly meetingId: string; readonly text: string; readonly room: LockedRoom | null },
): Promise<void> {
  const { revision, agenda_item_id: itemId } = await updateRows(scope, 'motions', { id: of.id })
    .set((row) => ({ text: of.text, revision: row('revision', '+', 1) }))
    .returning(['revision', 'agenda_item_id'])
    .executeTakeFirstOrThrow();
  await keepWording(scope, { id: of.id, revision, text: of.text, at: scope.now });
  await auditMotion(scope, 'motion.updated', { id: of.id, meetingId: of.meetingId }, { state: 'proposed' });
  if (of.room !== null) await settleMotions(scope, { room: of.room }, { atOnce: false, itemId });
}

interface Movers {
  readonly mover_id: string | null;
  readonly seconder_id: string | null;
}

/** Throws unless mover and seconder are different voting members. Unchanged values are not checked again. */
function refuseMovers(page: RoomPage, wanted: Movers, before: Movers = { mover_id: null, seconder_id: null }): void {
  const voters = votersOf(page);
  for (const field of ['mover_id', 'seconder_id'] as const) {
    const id = wanted[field];
    if (id !== null && id !== before[field] && !voters.has(id)) throw invalid({ [field]: motionMessages.chooseVoter });
  }
  if (wanted.mover_id !== null && wanted.mover_id === wanted.seconder_id) {
    throw invalid({ seconder_id: motionMessages.twoPeople });
  }
}

async function keepWording(
  scope: BoardScope,
  wording: { readonly id: string; readonly revision: number; readonly text: string; readonly at: Date },
): Promise<void> {
  const { id, ...fields } = wording;
  await insertRow(scope, 'motion_wordings', { motion_id: id, written_by: scope.member.id, ...fields });
}

/** Returns false if somebody else has changed the motion. */
export async function updateMotion(
  scope: BoardScope,
  { open, motion }: OpenMotion,
  body: BodyOf<typeof updateContract>,
): Promise<boolean> {
  const reader = readerOf(scope, open.page);
  authorize(reader.isDesk || motion.suggested_by_id === reader.memberId);
  if (motion.votes.some(({ void: voided }) => voided === null)) throw refused(motionMessages.votedOn);
  authorize(canEditMotion(reader, motion));
  authorize(reader.isDesk || (body.mover_id === undefined && body.seconder_id === undefined));
  if (body.text !== undefined && body.text !== motion.text)
    await scope.ports.minutes.refuseRewording(scope, { motionId: motion.id });
  refuseAdjourned(open, reader);
  await refuseFinalMinutes(scope, open);
  if (motion.revision !== body.revision) return false;
  const after = {
    text: body.text ?? motion.text,
    mover_id: body.mover_id === undefined ? motion.mover_id : body.mover_id,
    seconder_id: body.seconder_id === undefined ? motion.seconder_id : body.seconder_id,
  };
  refuseMovers(open.page, after, motion);
  const revision = motion.revision + 1;
  await updateRow(scope, 'motions', motion.id, { ...after, revision });
  await keepWording(scope, { id: motion.id, revision, text: after.text, at: open.room.at });
  await auditMotion(scope, 'motion.updated', { id: motion.id, meetingId: open.room.meetingId });
  return true;
}

export async function nameMovers(
  scope: BoardScope,
  given: OpenMotion,
  { revision, mover_id, seconder_id }: BodyOf<typeof openVoteContract>,
): Promise<OpenMotion> {
  if (mover_id === undefined && seconder_id === undefined) return given;
  const { motion } = given;
  refuseChanged(motion, revision);
  const people = { mover_id: mover_id ?? motion.mover_id, seconder_id: seconder_id ?? motion.seconder_id };
  await updateMotion(scope, given, { revision: motion.revision, ...people });
  return { ...given, motion: { ...motion, ...people } };
}

const acts: Readonly<Record<MotionMove, AuditAction>> = {
  proposed: 'motion.taken-up',
  declined: 'motion.declined',
  withdrawn: 'motion.withdrawn',
  deferred: 'motion.deferred',
};

export async function setMotionState(
  scope: BoardScope,
  { open, motion }: OpenMotion,
  given: BodyOf<typeof setStateContract>,
): Promise<boolean> {
  const { to, reason, meeting_id: meetingId } = given;
  const step = motionStep(motion.state, to);
  if (step === 'same') return false;
  if (step === 'stays') throw refused(motionMessages.votedOn);
  if (step === 'refused') throw refused(motionMessages.doesNotFollow);
  refuseChanged(motion, given.revision);
  await refuseFinalMinutes(scope, open);
  if (meetingId !== undefined && to !== 'deferred') throw invalid({ meeting_id: motionMessages.notOfBody });
  const deferred_to = meetingId === undefined ? null : await putOnAgendaOf(scope, { open, motion }, meetingId);
  await updateRow(scope, 'motions', motion.id, { state: to, reason, deferred_to });
  await auditMotion(scope, acts[to], { id: motion.id, meetingId: open.room.meetingId }, { was: motion.state });
  const suggester = motion.suggested_by_id;
  if (motion.state === 'suggested' && suggester !== null && suggester !== scope.member.id) {
    await queueMails(scope, { kind: motionAnsweredMail, subjectId: motion.id, memberIds: [suggester] });
  }
  return true;
}

async function putOnAgendaOf(scope: BoardScope, { open, motion }: OpenMotion, meetingId: string): Promise<string> {
  const { tx, now } = scope;
  const choices = await deferralMeetings.run(tx, { id: open.room.meetingId }, now);
  if (!choices.some(({ id }) => id === meetingId)) throw invalid({ meeting_id: motionMessages.notOfBody });
  const meeting = await loadMeeting(scope, meetingId, { lock: 'update' });
  const { title, copied_from: original } = await selectRows(scope, 'agenda_items', { id: motion.agenda_item_id })
    .select(['title', 'copied_from'])
    .executeTakeFirstOrThrow();
  const itemId = await addAgendaItem(scope, meeting, {
    ...plainItem,
    title,
    purpose: 'decision',
    copied_from: original ?? motion.agenda_item_id,
  });
  const room = await lockRoom(scope, meetingId);
  const { text, mover_id, seconder_id } = motion;
  const id = await insertMotion(scope, room, {
    agenda_item_id: itemId,
    text,
    mover_id,
    seconder_id,
    state: 'proposed',
  });
  await settleMotions(scope, { room }, { atOnce: false, itemId });
  return id;
}
