import type { BodyOf } from '#contract/endpoint.ts';
import type { correctCounts as correctContract } from '#contract/motions.ts';
import { resultOf } from '#domain/deciding.ts';
import { motionMessages } from '#domain/messages/motions.ts';
import { type BallotCounts, ballotChoices, ballotsIn } from '#domain/motions.ts';
import { insertRow, updateRow } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { refuseBeyond, refused } from '#server/errors.ts';
import { queueMails } from '#server/features/core/mail/commands.ts';
import { auditMotion, type OpenVote } from '#server/features/deciding/motions/motion/commands.ts';
import { castIds } from '#server/features/deciding/motions/motion/policy.ts';
import { correctionsMax } from '#server/features/deciding/motions/motion/queries.ts';
import { forgetOrder } from '#server/features/deciding/motions/votes/secrecy/commands.ts';
import { leaveInactive } from '#server/features/deciding/room/presences/commands.ts';
import { countsIn } from '#server/features/deciding/room/state/policy.ts';

export const voteVoidMail = 'vote-void';

export async function voidVote(scope: BoardScope, given: OpenVote, reason: string): Promise<void> {
  if (given.vote.void !== null) throw refused(motionMessages.alreadyVoid);
  await scope.ports.minutes.refuseVoiding(scope, given.vote.id);
  await scope.ports.minutes.refuseSigned(scope, given.vote.id);
  await scope.ports.minutes.refuseCorrecting(scope, { meetingId: given.open.room.meetingId, what: 'decisions' });
  await writeVoid(scope, given, { reason, byObjection: false });
}

export async function writeVoid(
  scope: BoardScope,
  given: OpenVote,
  of: { readonly reason: string; readonly byObjection: boolean },
): Promise<void> {
  const { open, vote, motion } = given;
  const { member } = scope;
  if (vote.state === 'open') {
    if (vote.way === 'secret') await forgetOrder(scope, vote.id);
    await updateRow(scope, 'votes', vote.id, { state: 'void' });
  }
  await insertRow(scope, 'vote_voids', {
    vote_id: vote.id,
    voided_by: member.id,
    at: open.room.at,
    reason: of.reason,
    by_objection: of.byObjection,
  });
  await updateRow(scope, 'motions', motion.id, { state: 'proposed' });
  await leaveInactive(scope, { room: open.room, page: given.now });
  await auditMotion(scope, of.byObjection ? 'vote.objected' : 'vote.voided', motionOf(given));
  const memberIds = castIds(vote).filter((id) => id !== member.id);
  await queueMails(scope, { kind: voteVoidMail, subjectId: motion.id, memberIds });
}

/** Throws if the correction would change the result, because that requires a new vote. */
export async function correctCounts(
  scope: BoardScope,
  given: OpenVote,
  counts: BodyOf<typeof correctContract>,
): Promise<boolean> {
  const { open, vote } = given;
  await scope.ports.minutes.refuseCorrecting(scope, { meetingId: open.room.meetingId, what: 'decisions' });
  await scope.ports.minutes.refuseSigned(scope, vote.id);
  const before = countsIn(vote);
  if (vote.way !== 'hands') throw refused(motionMessages.notByHands);
  if (before === null || vote.eligible === null || vote.in_office === null || vote.void !== null) {
    throw refused(motionMessages.doesNotFollow);
  }
  if (ballotChoices.every((choice) => before[choice] === counts[choice])) return false;
  const { eligible, in_office, recused_present } = vote;
  if (ballotsIn(counts) > eligible) throw refused(motionMessages.onlySoMany(eligible));
  const resultWith = (hands: BallotCounts) =>
    resultOf({ ...vote, chair_votes: true }, { ...hands, eligible, in_office, recused_present: recused_present ?? 0 });
  if (resultWith(counts) !== resultWith(before)) throw refused(motionMessages.otherResult);
  refuseBeyond({ present: vote.corrections.length, most: correctionsMax }, motionMessages.tooManyCorrections);
  await insertRow(scope, 'hand_corrections', {
    vote_id: vote.id,
    at: open.room.at,
    corrected_by: scope.member.id,
    votes_for: counts.for,
    votes_against: counts.against,
    abstentions: counts.abstain,
  });
  await auditMotion(scope, 'vote.counts-corrected', motionOf(given), {
    fields: 'for against abstained',
    for_before: String(before.for),
    for_after: String(counts.for),
    against_before: String(before.against),
    against_after: String(counts.against),
    abstained_before: String(before.abstain),
    abstained_after: String(counts.abstain),
  });
  return true;
}

export const motionOf = ({ motion, open }: OpenVote) => ({ id: motion.id, meetingId: open.room.meetingId });
