import type { MinutesEvent, MinutesQuorum, MinutesVote } from '#domain/meeting-minutes.ts';
import { castIds, closingQuorum } from '#server/features/deciding/motions/motion/policy.ts';
import type { MotionRow, VoteRow } from '#server/features/deciding/motions/motion/queries.ts';
import { countsIn, hadQuorum } from '#server/features/deciding/room/state/policy.ts';
import type { RoomPage } from '#server/features/deciding/room/state/queries.ts';

export function keptQuorum(vote: VoteRow): MinutesQuorum | null {
  const quorum = closingQuorum(vote);
  return quorum && { ...quorum, met: quorum.present >= quorum.needed };
}

export function motionEvent(page: RoomPage, motion: MotionRow): MinutesEvent {
  const { state } = motion;
  if (state === 'suggested' || state === 'declined') throw new Error('Minutes do not contain suggestions.');
  const counting = motion.votes.findLast((vote) => vote.void === null);
  const put = counting ?? motion.votes[0];
  return {
    kind: 'motion',
    at: (put?.held_at ?? put?.opened_at ?? motion.created_at).toISOString(),
    motion_id: motion.id,
    text: counting?.text ?? motion.text,
    mover: motion.mover?.name ?? null,
    seconder: motion.seconder?.name ?? null,
    state,
    votes: motion.votes.flatMap((vote) => voteOf(page, motion, vote)),
  };
}

function voteOf(page: RoomPage, motion: MotionRow, vote: VoteRow): readonly MinutesVote[] {
  const result = vote.void === null ? vote.state : 'void';
  if (result === 'open') return [];
  return [
    {
      id: vote.id,
      way: vote.way,
      result,
      casting: vote.casting,
      number: vote.number,
      ...(vote.void?.by_objection ? { by_objection: true as const } : {}),
      opened_at: vote.opened_at.toISOString(),
      closed_at: vote.closed_at?.toISOString() ?? null,
      counts: vote.way === 'secret' && result === 'void' ? null : countsIn(vote),
      quorum: closingQuorum(vote),
      named: result === 'void' ? [] : namedOf(vote),
      was_entered_afterwards: vote.held_at !== null,
      lost_quorum: result !== 'void' && hasLostQuorum(page, motion, vote),
      ...(result === 'void' || vote.inactive.length === 0 ? {} : { inactive: vote.inactive.map(({ name }) => name) }),
    },
  ];
}

/** Whether voters are named depends on the setting that applied when the vote was opened. */
function namedOf(vote: VoteRow): MinutesVote['named'] {
  if (vote.way !== 'named' || vote.minutes_names === 'numbers') return [];
  return vote.ballots
    .filter(({ is_named: asked }) => asked || vote.minutes_names === 'all')
    .map(({ name, choice }) => ({ name, choice }));
}

function hasLostQuorum(page: RoomPage, motion: MotionRow, vote: VoteRow): boolean {
  const at = vote.held_at ?? vote.closed_at;
  if (at === null || vote.present === null || vote.needed === null || vote.present < vote.needed) return false;
  return !hadQuorum(page, { itemId: motion.agenda_item_id, cast: castIds(vote), at });
}
