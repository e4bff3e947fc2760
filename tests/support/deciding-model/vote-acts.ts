import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import * as motions from '#contract/motions.ts';
import { majorities, majorityBases, resultOf, type VoteResult, voteWays } from '#domain/deciding.ts';
import {
  type BallotChoice,
  type BallotCounts,
  ballotsIn,
  countsOf,
  motionsPerItemMax,
  secretVotersMin,
  unopposedOpenMs,
} from '#domain/motions.ts';
import { type Act, attempt, deskOf } from './attempt.ts';
import { countOf, isSameCounts } from './check.ts';
import {
  type Count,
  countAt,
  end,
  type Facts,
  type Game,
  instantOf,
  ledgerOf,
  openVoteIn,
  pick,
  type ShownVote,
  votesIn,
  wait,
} from './facts.ts';

const isInSession = ({ facts: { room } }: Game): boolean => room.line.phase === 'in-session';
const voteIn = (facts: Facts, id: string): ShownVote => votesIn(facts).find((vote) => vote.id === id) as ShownVote;
const itemOf = (vote: ShownVote): string => vote.motion.agenda_item_id;
const newestVote = ({ votes, facts }: Game): ShownVote | undefined => {
  const id = [...votes.keys()].at(-1);
  return id === undefined ? undefined : voteIn(facts, id);
};

export const propose: Act = (game) => {
  const { facts, voterIds } = game;
  const itemId = pick(game, game.itemIds);
  const moverId = game.random() < 0.05 ? null : pick(game, voterIds);
  const others = voterIds.filter((id) => id !== moverId);
  const seconderId = game.random() < 0.05 ? null : pick(game, others);
  const onItem = facts.motions.filter(({ agenda_item_id: id }) => id === itemId).length;
  return attempt(game, {
    ...{ who: deskOf(game), endpoint: motions.addMotion, isAllowed: onItem < motionsPerItemMax },
    given: { params: { id: itemId }, body: { text: 'That it be so.', mover_id: moverId, seconder_id: seconderId } },
    after: (now) => expect(now.motions).toHaveLength(facts.motions.length + 1),
  });
};

/** When an adjourned meeting was last at the item; if it never was, when it ended. */
function heldAtOf({ moves, room }: Facts, itemId: string): Date {
  const nth = moves.findLastIndex((move) => move.agenda_item_id === itemId);
  const next = nth === -1 ? undefined : moves[nth + 1];
  return new Date(+(next?.at ?? new Date(room.line.since ?? 0)) - 1);
}

export const openVote: Act = (game) => {
  const { facts, rules } = game;
  const { phase } = facts.room.line;
  const isReady = ({ state, mover, seconder }: (typeof facts.motions)[number]): boolean =>
    state === 'proposed' && mover !== null && (seconder !== null || !rules.settings.seconder);
  const motion = game.random() < 0.9 ? facts.motions.filter(isReady).at(-1) : facts.motions.at(0);
  if (motion === undefined) return propose(game);
  const way = pick(game, voteWays);
  const own = game.random() < 0.3 ? { majority: pick(game, majorities), majority_of: pick(game, majorityBases) } : {};
  const heldAt = phase === 'adjourned' ? heldAtOf(facts, motion.agenda_item_id) : null;
  const count = countAt(game, { itemId: motion.agenda_item_id, at: heldAt ?? instantOf(game) });
  const isHeld = phase === 'in-session' || (heldAt !== null && (way === 'named' || way === 'hands'));
  const suffice = way !== 'secret' || count.eligible.length >= secretVotersMin;
  const { majority, majority_of } = rules.settings;
  return attempt(game, {
    endpoint: motions.openVote,
    isAllowed: isHeld && isReady(motion) && !openVoteIn(facts) && count.quorum.met && suffice,
    given: { params: { id: motion.id }, body: { way, ...own } },
    after: (now) => {
      const vote = now.motions.find(({ id }) => id === motion.id)?.votes.at(-1);
      expect(vote).toMatchObject({ way, state: 'open', majority, majority_of, ...own });
      game.votes.set(vote?.id ?? '', {
        ...{ chairId: facts.room.chair_id ?? '', heldAt, cast: new Map(), own: new Set() },
        ...{ closing: null, objectorId: null },
      });
    },
  });
};

/** Acts on the open vote, or now and then on the newest that is over; opens one if there is none. */
const onVote =
  (act: (game: Game, vote: ShownVote) => Promise<void>): Act =>
  async (game) => {
    const open = openVoteIn(game.facts);
    if (open === undefined && game.random() < 0.8) return openVote(game);
    const vote = open ?? newestVote(game);
    if (vote !== undefined) await act(game, vote);
  };

/** Whether a ballot of this member may come in now. */
function mayCast(game: Game, vote: ShownVote, memberId: string): boolean {
  const { heldAt } = ledgerOf(game, vote);
  const { eligible } = countAt(game, { itemId: itemOf(vote), at: heldAt ?? instantOf(game) });
  return vote.state === 'open' && eligible.includes(memberId);
}

const anyChoice = (game: Game): BallotChoice => pick(game, ['for', 'for', 'for', 'against', 'abstain']);

const expectVoid = (facts: Facts, { id, motion }: ShownVote): void => {
  const found = facts.motions.find((each) => each.id === motion.id);
  expect([voteIn(facts, id).state, found?.state]).toEqual(['void', 'proposed']);
};

export const castBallot = onVote((game, vote) => {
  const [who, choice] = [pick(game, game.own), anyChoice(game)];
  const { way } = vote;
  const ledger = ledgerOf(game, vote);
  const withheld = game.facts.declarations.filter(
    ({ withheld_at: at, lifted_at: until }) => at !== null && until === null,
  );
  const isWithheld = withheld.some((each) => each.member_id === who.id && each.agenda_item_id === itemOf(vote));
  const isAgain = ledger.objectorId === who.id && !isWithheld;
  const takesIt = way === 'unopposed' ? choice === 'against' : way !== 'hands';
  const isFinal = way === 'secret' && ledger.cast.has(who.id);
  return attempt(game, {
    ...{ who, endpoint: motions.castBallot },
    isAllowed: isAgain || (takesIt && !isFinal && isInSession(game) && mayCast(game, vote, who.id)),
    given: { params: { id: vote.id }, body: { choice, key: randomUUID() } },
    after: (facts) => {
      if (way === 'unopposed') {
        ledger.objectorId = who.id;
        return expectVoid(facts, vote);
      }
      ledger.cast.set(who.id, choice);
      ledger.own.add(who.id);
    },
  });
});

export const enterBallot = onVote((game, vote) => {
  const [{ id }, choice] = [pick(game, game.people), anyChoice(game)];
  const { heldAt, own, cast } = ledgerOf(game, vote);
  const isHeld = isInSession(game) || heldAt !== null;
  return attempt(game, {
    endpoint: motions.enterBallot,
    isAllowed: vote.way === 'named' && isHeld && mayCast(game, vote, id) && !own.has(id),
    given: { params: { id: vote.id, member_id: id }, body: { choice } },
    after: () => cast.set(id, choice),
  });
});

/** Now and then as many against as for. */
function handsOf({ random }: Game): BallotCounts {
  const votesFor = Math.floor(random() * 5);
  const against = random() < 0.3 ? votesFor : Math.floor(random() * 4);
  return { for: votesFor, against, abstain: Math.floor(random() * 2) };
}

function resultBy(game: Game, vote: ShownVote, count: Count, counts: BallotCounts): VoteResult {
  const { way, majority, majority_of } = vote;
  const { chairId } = ledgerOf(game, vote);
  const { eligible, quorum, recused, recusedPresent } = count;
  const chairVotes = game.voterIds.includes(chairId) && !recused.has(chairId);
  return resultOf(
    { ...game.rules.settings, way, majority, majority_of, chair_votes: chairVotes },
    { ...counts, eligible: eligible.length, in_office: quorum.in_office, recused_present: recusedPresent },
  );
}

/** The states of a decided vote and its motion; a carried vote has a number. */
function expectDecided(facts: Facts, { id, motion }: ShownVote, state: VoteResult): void {
  const { number, ...vote } = voteIn(facts, id);
  const found = facts.motions.find((each) => each.id === motion.id);
  expect([vote.state, found?.state, number !== null]).toEqual([
    ...[state, state === 'tied' ? 'voting' : state, state === 'carried'],
  ]);
}

export const closeVote = onVote((game, vote) => {
  // Leaves time to object.
  if (game.random() < 0.8) wait(game, unopposedOpenMs + 1_000);
  const { way } = vote;
  const hands = handsOf(game);
  const at = instantOf(game);
  const ledger = ledgerOf(game, vote);
  const { cast, heldAt } = ledger;
  const count = countAt(game, { itemId: itemOf(vote), cast, at: heldAt ?? at });
  const eligible = count.eligible.length;
  const counts = countsOf(way, way === 'hands' ? hands : countOf(cast), eligible);
  const isReady = {
    named: true,
    secret: ballotsIn(counts) >= secretVotersMin,
    hands: ballotsIn(counts) <= eligible,
    unopposed: +at - Date.parse(vote.opened_at) >= unopposedOpenMs,
  }[way];
  const isHeld = isInSession(game) || heldAt !== null;
  return attempt(game, {
    ...{ endpoint: motions.closeVote, isAllowed: vote.state === 'open' && isHeld && count.quorum.met && isReady },
    given: { params: { id: vote.id }, body: way === 'hands' ? { counts: hands } : {} },
    after: (facts) => {
      ledger.closing = { at, count };
      expect(voteIn(facts, vote.id).counts).toEqual(counts);
      expectDecided(facts, vote, resultBy(game, vote, count, counts));
    },
  });
});

/** Counts of hands can be corrected as long as the result stays the same. */
export const correctCounts: Act = async (game) => {
  const ids = [...game.votes.keys()];
  const votes = ids.map((id) => voteIn(game.facts, id));
  const vote = votes.findLast((each) => each.way === 'hands' && each.closed_at !== null && each.state !== 'void');
  if (vote?.counts == null) return;
  const { counts: before } = vote;
  const { count } = ledgerOf(game, vote).closing ?? expect.fail('The vote was not closed.');
  const counts = handsOf(game);
  const isSameResult = resultBy(game, vote, count, counts) === resultBy(game, vote, count, before);
  await attempt(game, {
    endpoint: motions.correctCounts,
    isAllowed: isSameCounts(counts, before) || (ballotsIn(counts) <= count.eligible.length && isSameResult),
    given: { params: { id: vote.id }, body: counts },
    after: (facts) => expect(voteIn(facts, vote.id)).toMatchObject({ counts, state: vote.state }),
  });
};

export const decideTie: Act = async (game) => {
  const tied = votesIn(game.facts).findLast(({ state }) => state === 'tied');
  const vote = tied ?? newestVote(game);
  if (vote === undefined || (tied === undefined && game.random() < 0.8)) return castBallot(game);
  const [who, choice] = [deskOf(game), pick(game, ['for', 'against'] as const)];
  const { chairId, heldAt } = ledgerOf(game, vote);
  const { recused } = countAt(game, { itemId: itemOf(vote), at: heldAt ?? end });
  await attempt(game, {
    ...{ who, endpoint: motions.decideTie },
    isAllowed: vote.state === 'tied' && who.id === chairId && !recused.has(who.id),
    given: { params: { id: vote.id }, body: { choice } },
    after: (facts) => expectDecided(facts, vote, choice === 'for' ? 'carried' : 'not-carried'),
  });
};

/** Only the newest vote of a motion can be voided. */
export const voidVote: Act = async (game) => {
  const vote = game.random() < 0.7 ? (openVoteIn(game.facts) ?? newestVote(game)) : pick(game, votesIn(game.facts));
  if (vote === undefined) return;
  const newest = game.facts.motions.find(({ id }) => id === vote.motion.id)?.votes.at(-1);
  await attempt(game, {
    ...{ endpoint: motions.voidVote, isAllowed: vote.state !== 'void' && newest?.id === vote.id },
    given: { params: { id: vote.id }, body: { reason: 'Miscounted' } },
    after: (facts) => expectVoid(facts, vote),
  });
};
