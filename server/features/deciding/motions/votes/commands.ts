import { sql } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import type { closeVote as closeContract, openVote as openContract } from '#contract/motions.ts';
import { resultOf } from '#domain/deciding.ts';
import { motionMessages } from '#domain/messages/motions.ts';
import { roomMessages } from '#domain/messages/room.ts';
import {
  type BallotChoice,
  type BallotCounts,
  ballotChoices,
  ballotsIn,
  countsOf,
  noBallots,
  secretVotersMin,
  unopposedOpenMs,
  voteObstacle,
} from '#domain/motions.ts';
import { recusedFrom } from '#domain/room.ts';
import { createRow, insertRows, selectRows, updateRow, updateRows } from '#server/db/board-rows.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { invalid, notFound, refused } from '#server/errors.ts';
import {
  auditMotion,
  giveNumber,
  type OpenMotion,
  type OpenVote,
  refuseChanged,
  refuseUnlessInSession,
} from '#server/features/deciding/motions/motion/commands.ts';
import { castIds } from '#server/features/deciding/motions/motion/policy.ts';
import { papersOf } from '#server/features/deciding/motions/motion/queries.ts';
import type { VotesOfMeetings } from '#server/features/deciding/room/ports.ts';
import { itemHeldAt, leaveInactive } from '#server/features/deciding/room/presences/commands.ts';
import { raiseMotionsRevision } from '#server/features/deciding/room/state/commands.ts';
import {
  castingChairOf,
  countsAtClosing,
  deskOf,
  eligibleNow,
  hasCastingChair,
  inactiveAmong,
  isVoteOpen,
  pageOfVote,
  quorumOfItem,
  recusalsOf,
  votersOf,
} from '#server/features/deciding/room/state/policy.ts';
import { shuffled } from '#server/shuffled.ts';
import { motionOf } from './corrections/commands.ts';
import { forgetOrder } from './secrecy/commands.ts';

export async function openVote(
  scope: BoardScope,
  { open: now, motion }: OpenMotion,
  wanted: BodyOf<typeof openContract>,
): Promise<void> {
  await scope.ports.minutes.refuseCorrecting(scope, { meetingId: now.room.meetingId, what: 'record' });
  const isAfterwards = now.room.phase === 'adjourned';
  const held_at = isAfterwards ? await itemHeldAt(scope, now, motion.agenda_item_id) : null;
  const there = isAfterwards ? now.page : await leaveInactive(scope, now);
  const open = { ...now, page: pageOfVote(there, { held_at }) };
  const { room, page } = open;
  const { settings } = page;
  const body = refuseUnready(open, motion, wanted.way);
  refuseChanged(motion, wanted.revision);
  if (motion.mover_id === null) throw refused(motionMessages.noMover);
  if (settings.seconder && motion.seconder_id === null) throw refused(motionMessages.noSeconder);
  if (wanted.way === 'secret' && !settings.secret_votes) throw notFound();
  const text = (await scope.ports.minutes.voteOpens(scope, { motionId: motion.id })) ?? motion.text;
  const id = await createRow(scope, 'votes', {
    meeting_id: room.meetingId,
    motion_id: motion.id,
    body_id: body.id,
    way: wanted.way,
    text,
    papers: papersOf(scope, 'agenda_item_id', motion.agenda_item_id),
    majority: wanted.majority ?? settings.majority,
    majority_of: wanted.majority_of ?? settings.majority_of,
    casting_vote: settings.casting_vote,
    recused_counts: settings.recused_counts,
    ballots_shown_to: settings.ballots_shown_to,
    minutes_names: settings.minutes_names,
    chair_id: deskOf(page).chair_id,
    opened_at: room.at,
    held_at,
    opened_by: scope.member.id,
  });
  if (wanted.way === 'secret') {
    const tallies = shuffled(ballotChoices).map((choice) => ({ vote_id: id, choice }));
    await insertRows(scope, 'vote_tallies', tallies);
  }
  await updateRow(scope, 'motions', motion.id, { state: 'voting' });
  await auditMotion(scope, 'vote.opened', { id: motion.id, meetingId: room.meetingId }, { way: wanted.way });
}

function refuseUnready(
  { room, page }: OpenMotion['open'],
  { state, agenda_item_id: itemId }: OpenMotion['motion'],
  way: BodyOf<typeof openContract>['way'],
) {
  if (page.settings.confirmed_at === null) throw refused(motionMessages.votersUnknown);
  if (page.body === null) throw refused(roomMessages.chooseBody);
  if (room.phase === 'adjourned' && way !== 'named' && way !== 'hands') throw refused(motionMessages.onlyNamedOrHands);
  const quorum = quorumOfItem(page, itemId) ?? { met: false, present: 0, in_office: 0 };
  const obstacle = voteObstacle({ phase: room.phase, quorum, isVoteOpen: isVoteOpen(page) });
  if (obstacle !== null) throw refused(obstacle);
  if (state !== 'proposed') throw refused(motionMessages.doesNotFollow);
  const eligible = eligibleNow(page, { itemId, cast: [] }).length;
  if (way === 'secret' && eligible < secretVotersMin) throw refused(motionMessages.tooFewForSecret);
  return page.body;
}

export async function closeVote(
  scope: BoardScope,
  given: OpenVote,
  hands: BodyOf<typeof closeContract>['counts'],
): Promise<void> {
  const { vote } = given;
  const { room } = given.open;
  if (vote.state !== 'open') throw refused(motionMessages.notOpenAnyMore);
  refuseUnlessInSession(given);
  const now = await leaveInactive(scope, { room, page: given.now });
  const page = pageOfVote(now, vote);
  const cast = castIds(vote);
  const itemId = given.motion.agenda_item_id;
  const kept = now.vote?.inactive_ids ?? [];
  const eligibleIds = eligibleNow(page, { itemId, cast, kept });
  const eligible = eligibleIds.length;
  const closing = countsAtClosing(page, { itemId, cast });
  if (closing === null) throw refused(roomMessages.chooseBody);
  const { quorum, totals } = closing;
  if (!quorum.met) throw refused(motionMessages.noQuorum(quorum.present, quorum.in_office));
  const isTooEarly = +room.at - +vote.opened_at < unopposedOpenMs;
  if (vote.way === 'unopposed' && isTooEarly) throw refused(motionMessages.timeToObject);
  const counts = countsOf(vote.way, await ballotsOf(scope, vote, hands), eligible);
  if (vote.way === 'secret') await forgetOrder(scope, vote.id);
  if (vote.way === 'secret' && ballotsIn(counts) < secretVotersMin) throw refused(motionMessages.tooFewBallots);
  if (ballotsIn(counts) > eligible) throw refused(motionMessages.onlySoMany(eligible));
  const result = resultOf(
    { ...vote, chair_votes: hasCastingChair(page, vote, itemId) },
    { ...counts, eligible, in_office: quorum.in_office, recused_present: totals.recused_present },
  );
  const figures = { votes_for: counts.for, votes_against: counts.against, abstentions: counts.abstain, eligible };
  const { present, needed, in_office } = quorum;
  const { recused, recused_present } = totals;
  await updateRow(scope, 'votes', vote.id, {
    state: result,
    closed_at: room.at,
    closed_by: scope.member.id,
    ...figures,
    present,
    needed,
    in_office,
    recused,
    recused_present,
    silent_ids: vote.way === 'named' ? eligibleIds.filter((id) => !cast.includes(id)) : null,
    inactive_ids: inactiveAmong(now, eligibleIds),
  });
  await auditMotion(scope, 'vote.closed', motionOf(given), { result, way: vote.way, ...figures });
  if (result !== 'tied') await decide(scope, given, result);
}

async function ballotsOf(
  scope: BoardScope,
  vote: OpenVote['vote'],
  hands: BallotCounts | undefined,
): Promise<BallotCounts> {
  if (vote.way === 'hands') {
    if (hands === undefined) throw invalid({ counts: motionMessages.countsMissing });
    return hands;
  }
  const counts = { ...noBallots };
  for (const { choice, votes } of await readTallies(scope, vote.id)) counts[choice] = votes;
  for (const { choice } of vote.ballots) counts[choice] += 1;
  return counts;
}

async function decide(scope: BoardScope, given: OpenVote, result: 'carried' | 'not-carried'): Promise<void> {
  await updateRow(scope, 'motions', given.motion.id, { state: result });
  const { body } = given.open.page;
  if (result !== 'carried') return;
  if (body === null) throw refused(roomMessages.chooseBody);
  const { at } = given.open.room;
  await giveNumber(scope, { body, at, of: { vote_id: given.vote.id } });
  await scope.ports.minutes.carried(scope, { id: given.vote.id, motionId: given.motion.id, at });
}

export async function decideTie(scope: BoardScope, given: OpenVote, choice: 'for' | 'against'): Promise<void> {
  const { open, vote } = given;
  if (vote.state !== 'tied' || vote.void !== null) throw refused(motionMessages.noTie);
  if (castingChairOf(open.page, vote) !== scope.member.id) throw refused(motionMessages.chairDecides);
  if (!votersOf(open.page).has(scope.member.id)) throw refused(motionMessages.noVote);
  const { agenda_item_id: itemId } = given.motion;
  if (recusedFrom(recusalsOf(open.page), { itemId }).has(scope.member.id)) throw refused(motionMessages.recused);
  await scope.ports.minutes.refuseCorrecting(scope, { meetingId: open.room.meetingId, what: 'record' });
  const result = choice === 'for' ? 'carried' : 'not-carried';
  await updateRow(scope, 'votes', vote.id, { state: result, casting_choice: choice, cast_at: open.room.at });
  await auditMotion(scope, 'vote.tie-decided', motionOf(given), { result });
  await decide(scope, given, result);
}

export const votesOfMeetings: VotesOfMeetings = {
  async adjourned(scope, { meetingId, at }) {
    const { tx, board } = scope;
    const hasTies = await settleTies(scope, meetingId);
    const [open] = await updateRows(scope, 'votes', { meeting_id: meetingId, state: 'open', held_at: null })
      .set({ held_at: new Date(+at - 1) })
      .returning('id')
      .execute();
    if (open !== undefined || hasTies) await raiseMotionsRevision({ tx, board }, { meetingId });
  },
};

/** Marks tied votes as not carried, except those entered after the meeting, whose ties the chair can still break. */
async function settleTies(scope: BoardScope | BoardJobScope, meetingId: string): Promise<boolean> {
  const ties = await updateRows(scope, 'votes', { meeting_id: meetingId, state: 'tied', held_at: null })
    .set({ state: 'not-carried' })
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('vote_voids')
            .select('vote_id')
            .whereRef('vote_voids.board_id', '=', 'votes.board_id')
            .whereRef('vote_voids.vote_id', '=', 'votes.id'),
        ),
      ),
    )
    .returning('motion_id')
    .execute();
  for (const { motion_id: id } of ties) {
    await updateRow(scope, 'motions', id, { state: 'not-carried' });
    await auditMotion(scope, 'vote.tie-lapsed', { id, meetingId }, { result: 'not-carried' });
  }
  return ties.length > 0;
}

async function readTallies(
  scope: Pick<BoardScope, 'tx' | 'board'>,
  voteId: string,
): Promise<readonly { readonly choice: BallotChoice; readonly votes: number }[]> {
  return selectRows(scope, 'vote_tallies', { vote_id: voteId })
    .select(['votes', sql<BallotChoice>`choice`.as('choice')])
    .execute();
}
