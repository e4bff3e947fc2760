import type { BodyOf } from '#contract/endpoint.ts';
import type { correctCounts as correctContract } from '#contract/motions.ts';
import { resultOf } from '#domain/deciding.ts';
import { motionMessages } from '#domain/messages/motions.ts';
import { type BallotCounts, ballotChoices, ballotsIn } from '#domain/motions.ts';
import { insertRow } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { refuseBeyond, refused } from '#server/errors.ts';
import { auditMotion, type OpenVote } from '#server/features/deciding/motions/motion/commands.ts';
import { correctionsMax } from '#server/features/deciding/motions/motion/queries.ts';
import { motionOf } from '#server/features/deciding/motions/votes/voids/commands.ts';

/** Throws if the correction would change the result, because that requires a new vote. */
export async function correctCounts(
  scope: BoardScope,
  given: OpenVote,
  counts: BodyOf<typeof correctContract>,
): Promise<boolean> {
  const { open, vote } = given;
  await scope.ports.minutes.refuseCorrecting(scope, { meetingId: open.room.meetingId, what: 'decisions' });
  await scope.ports.minutes.refuseSigned(scope, vote.id);
  const before = countsOfRow(vote);
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
  const after = { votes_for: counts.for, votes_against: counts.against, abstentions: counts.abstain };
  await insertRow(scope, 'hand_corrections', {
    vote_id: vote.id,
    at: open.room.at,
    corrected_by: scope.member.id,
    ...after,
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

function countsOfRow({ votes_for, votes_against, abstentions }: OpenVote['vote']): BallotCounts | null {
  if (votes_for === null || votes_against === null || abstentions === null) return null;
  return { for: votes_for, against: votes_against, abstain: abstentions };
}
