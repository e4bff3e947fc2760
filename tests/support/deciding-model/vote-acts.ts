import { randomUUID } from 'node:crypto';
import * as motions from '#contract/motions.ts';
import { majorities, majorityBases, voteWays } from '#domain/deciding.ts';
import { type BallotChoice, type BallotCounts, ballotChoices } from '#domain/motions.ts';
import { type Act, attempt, deskOf, type Game, instantOf, pick, wait } from './game.ts';
import { majorityIsOf, resultBy } from './rules.ts';
import { countedAt, eligibleAt, openVoteIn, type PutVote, quorumAt, recusedAt, timeOf, type World } from './world.ts';

export const propose: Act = async (game) => {
  const { world } = game;
  const itemId = pick(game, game.itemIds);
  const voters = game.people.filter(({ id }) => world.voterIds.includes(id));
  const moverId = game.random() < 0.05 ? null : pick(game, voters).id;
  const seconderId =
    game.random() < 0.05
      ? null
      : pick(
          game,
          voters.filter(({ id }) => id !== moverId),
        ).id;
  const mayBePut = moverId !== null && (seconderId !== null || !world.rules.wantsSeconder);
  const present = world.motions.filter((motion) => motion.itemId === itemId).length;
  await attempt(game, {
    ...{ who: deskOf(game), endpoint: motions.addMotion, isAllowed: present < 20 },
    given: { params: { id: itemId }, body: { text: 'That it be so.', mover_id: moverId, seconder_id: seconderId } },
    after: ({ motions: shown }) => {
      const known = new Set(world.motions.map(({ id }) => id));
      const added = shown.filter(({ id }) => !known.has(id));
      const [motion] = added;
      if (motion === undefined || added.length > 1) throw new Error('There must be one motion more.');
      world.motions = [...world.motions, { id: motion.id, itemId, state: 'proposed', mayBePut }];
      world.changedAt = instantOf(game);
    },
  });
};

/** When a meeting that is over was at the item last; else when it ended. */
function heldAtOf(world: World, itemId: string): number {
  const nth = world.moves.findLastIndex((move) => move.itemId === itemId);
  const next = nth === -1 ? undefined : world.moves[nth + 1];
  return (next?.at ?? world.sinceAt ?? 0) - 1;
}

function setMotion(world: World, id: string, state: World['motions'][number]['state']): void {
  world.motions = world.motions.map((motion) => (motion.id === id ? { ...motion, state } : motion));
}
function setVote(world: World, id: string, changed: Partial<PutVote>): PutVote {
  world.votes = world.votes.map((vote) => (vote.id === id ? { ...vote, ...changed } : vote));
  return world.votes.find((vote) => vote.id === id) as PutVote;
}

/** Mostly of one that nobody has voted on; without one it is put. */
export async function openVote(game: Game): Promise<void> {
  const { world } = game;
  const proposed = world.motions.filter(({ state, mayBePut }) => state === 'proposed' && mayBePut);
  const motion = game.random() < 0.9 ? proposed.at(-1) : world.motions.at(0);
  if (motion === undefined) return propose(game);
  const { itemId } = motion;
  const way = pick(game, voteWays);
  const own = game.random() < 0.3 ? { majority: pick(game, majorities), majority_of: pick(game, majorityBases) } : {};
  const isAfterwards = world.phase === 'adjourned';
  const now = instantOf(game);
  const heldAt = isAfterwards ? heldAtOf(world, itemId) : null;
  const of = { itemId, at: heldAt ?? now };
  const isHeld = world.phase === 'in-session' || (isAfterwards && (way === 'named' || way === 'hands'));
  const isReady = motion.state === 'proposed' && motion.mayBePut && !openVoteIn(world);
  const suffice = way !== 'secret' || eligibleAt(world, of).length >= 3;
  await attempt(game, {
    ...{ endpoint: motions.openVote },
    isAllowed: isHeld && isReady && quorumAt(world, of).met && suffice,
    given: { params: { id: motion.id }, body: { way, ...own } },
    after: ({ motions: shown }) => {
      const id = shown.find((each) => each.id === motion.id)?.votes.at(-1)?.id;
      if (id === undefined) throw new Error('The vote is not shown.');
      world.votes = [
        ...world.votes,
        {
          ...{
            id,
            motionId: motion.id,
            itemId,
            way,
            heldAt,
            openedAt: now,
            chairId: world.chairId,
            state: 'open',
            cast: new Map(),
            own: new Set<string>(),
          },
          ...{ majority: own.majority ?? '1/2', majorityOf: own.majority_of ?? majorityIsOf(world.rules) },
          ...{ closing: null, counts: null, number: null, isVoid: false, objectorId: null },
        },
      ];
      setMotion(world, motion.id, 'voting');
      world.changedAt = now;
    },
  });
}

/** The open one, else the newest. */
const someVote = ({ world }: Game): PutVote | undefined => openVoteIn(world) ?? world.votes.at(-1);

/** There is seldom something to do with a vote that is closed. */
const unlessOpen = (game: Game): boolean => !openVoteIn(game.world) && game.random() < 0.8;

const mayCast = (game: Game, vote: PutVote, memberId: string): boolean => {
  const { world } = game;
  const at = timeOf(vote, instantOf(game));
  return vote.state === 'open' && eligibleAt(world, { itemId: vote.itemId, at }).includes(memberId);
};

function writeVoid(game: Game, vote: PutVote, objectorId: string | null): void {
  const state = vote.state === 'open' ? 'void' : vote.state;
  setVote(game.world, vote.id, { state, isVoid: true, objectorId });
  setMotion(game.world, vote.motionId, 'proposed');
  game.world.changedAt = instantOf(game);
}

const choiceOf = (game: Game): BallotChoice => pick(game, ['for', 'for', 'for', 'against', 'abstain']);

/** By now, whatever they did before: they find nothing there. */
const isWithheldFrom = ({ world }: Game, itemId: string, memberId: string): boolean =>
  world.declared.some(
    (each) => each.isWithheld && each.liftedAt === null && each.itemId === itemId && each.memberId === memberId,
  );

export const castBallot: Act = async (game) => {
  if (unlessOpen(game)) return openVote(game);
  const { world } = game;
  const vote = someVote(game);
  if (vote === undefined) return;
  const who = pick(game, game.own);
  const choice = choiceOf(game);
  const isAgain = vote.objectorId === who.id && !isWithheldFrom(game, vote.itemId, who.id);
  const takesIt = vote.way === 'unopposed' ? choice === 'against' : vote.way !== 'hands';
  const isFinal = vote.way === 'secret' && vote.cast.has(who.id);
  await attempt(game, {
    ...{ who, endpoint: motions.castBallot },
    isAllowed: isAgain || (takesIt && !isFinal && world.phase === 'in-session' && mayCast(game, vote, who.id)),
    given: { params: { id: vote.id }, body: { choice, key: randomUUID() } },
    after: () => {
      if (isAgain) return;
      if (vote.way === 'unopposed') return writeVoid(game, vote, who.id);
      setVote(world, vote.id, { cast: new Map(vote.cast).set(who.id, choice), own: new Set(vote.own).add(who.id) });
      world.changedAt = instantOf(game);
    },
  });
};

export const enterBallot: Act = async (game) => {
  if (unlessOpen(game)) return openVote(game);
  const { world } = game;
  const vote = someVote(game);
  if (vote === undefined) return;
  const { id: memberId } = pick(game, game.people);
  const choice = choiceOf(game);
  const isHeld = world.phase === 'in-session' || vote.heldAt !== null;
  await attempt(game, {
    ...{ endpoint: motions.enterBallot },
    isAllowed: vote.way === 'named' && isHeld && mayCast(game, vote, memberId) && !vote.own.has(memberId),
    given: { params: { id: vote.id, member_id: memberId }, body: { choice } },
    after: () => {
      setVote(world, vote.id, { cast: new Map(vote.cast).set(memberId, choice) });
      world.changedAt = instantOf(game);
    },
  });
};

export const countOf = ({ cast }: Pick<PutVote, 'cast'>): BallotCounts => {
  const chose = (choice: BallotChoice) => [...cast.values()].filter((each) => each === choice).length;
  return { for: chose('for'), against: chose('against'), abstain: chose('abstain') };
};
export const totalOf = (counts: BallotCounts): number => ballotChoices.reduce((sum, choice) => sum + counts[choice], 0);

function decide(game: Game, vote: PutVote, state: 'carried' | 'not-carried' | 'tied'): void {
  const { world } = game;
  const isCarried = state === 'carried';
  if (isCarried) world.numbers += 1;
  const number = isCarried ? `2026-${String(world.numbers).padStart(3, '0')}` : null;
  setVote(world, vote.id, { state, number });
  if (state !== 'tied') setMotion(world, vote.motionId, state);
}

/** Now and then as many against as for. */
function handsOf(game: Game): BallotCounts {
  const votesFor = Math.floor(game.random() * 5);
  const against = game.random() < 0.3 ? votesFor : Math.floor(game.random() * 4);
  return { for: votesFor, against, abstain: Math.floor(game.random() * 2) };
}

export const closeVote: Act = async (game) => {
  if (unlessOpen(game)) return openVote(game);
  const { world } = game;
  const vote = someVote(game);
  if (vote === undefined) return;
  // Time to object.
  if (game.random() < 0.8) wait(game, 11_000);
  const hands = handsOf(game);
  const now = instantOf(game);
  const { way, itemId, cast } = vote;
  const of = { itemId, cast, at: timeOf(vote, now) };
  const eligible = eligibleAt(world, of).length;
  const quorum = quorumAt(world, of);
  const counts = {
    ...{ named: countOf(vote), secret: countOf(vote), hands },
    unopposed: { for: eligible, against: 0, abstain: 0 },
  }[way];
  const isReady = {
    named: true,
    secret: totalOf(counts) >= 3,
    hands: totalOf(counts) <= eligible,
    unopposed: now - vote.openedAt >= 10_000,
  }[way];
  const isHeld = world.phase === 'in-session' || vote.heldAt !== null;
  await attempt(game, {
    ...{ endpoint: motions.closeVote },
    isAllowed: vote.state === 'open' && isHeld && quorum.met && isReady,
    given: { params: { id: vote.id }, body: way === 'hands' ? { counts: hands } : {} },
    after: () => {
      const counted = countedAt(world, of);
      const chairVotes = world.voterIds.includes(vote.chairId) && !recusedAt(world, itemId, of.at).has(vote.chairId);
      const closed = setVote(world, vote.id, { counts, closing: { at: now, quorum, counted, eligible } });
      decide(game, closed, resultBy(world.rules, { ...vote, chairVotes }, { ...counted, counts, eligible }));
      world.changedAt = now;
    },
  });
};

/** Of hands; another result takes another vote. */
export const correctCounts: Act = async (game) => {
  const { world } = game;
  const vote = world.votes.findLast(({ way, closing, isVoid }) => way === 'hands' && closing !== null && !isVoid);
  if (vote?.closing == null || vote.counts === null) return;
  const { closing, counts: before } = vote;
  const counts = handsOf(game);
  const isSame = ballotChoices.every((choice) => counts[choice] === before[choice]);
  const resultWith = (hands: BallotCounts) =>
    resultBy(
      world.rules,
      { ...vote, chairVotes: true },
      { ...closing.counted, counts: hands, eligible: closing.eligible },
    );
  const fits = totalOf(counts) <= closing.eligible && resultWith(counts) === resultWith(before);
  await attempt(game, {
    ...{ endpoint: motions.correctCounts, isAllowed: isSame || fits },
    given: { params: { id: vote.id }, body: counts },
    after: () => {
      if (isSame) return;
      setVote(world, vote.id, { counts });
      world.changedAt = instantOf(game);
    },
  });
};

export const decideTie: Act = async (game) => {
  const { world } = game;
  const tied = world.votes.findLast(({ state, isVoid }) => state === 'tied' && !isVoid);
  const vote = tied ?? someVote(game);
  if (vote === undefined || (tied === undefined && game.random() < 0.8)) return castBallot(game);
  const who = deskOf(game);
  const choice = pick(game, ['for', 'against'] as const);
  await attempt(game, {
    ...{ who, endpoint: motions.decideTie },
    isAllowed:
      vote.state === 'tied' &&
      !vote.isVoid &&
      who.id === vote.chairId &&
      !recusedAt(world, vote.itemId, timeOf(vote, Number.POSITIVE_INFINITY)).has(who.id),
    given: { params: { id: vote.id }, body: { choice } },
    after: () => {
      decide(game, vote, choice === 'for' ? 'carried' : 'not-carried');
      world.changedAt = instantOf(game);
    },
  });
};

/** Of a motion only the newest. */
export const voidVote: Act = async (game) => {
  const { world } = game;
  const vote = game.random() < 0.7 ? someVote(game) : pick(game, world.votes);
  if (vote === undefined) return;
  const newest = world.votes.findLast(({ motionId }) => motionId === vote.motionId);
  await attempt(game, {
    ...{ endpoint: motions.voidVote, isAllowed: !vote.isVoid && newest === vote },
    given: { params: { id: vote.id }, body: { reason: 'Miscounted' } },
    after: () => writeVoid(game, vote, null),
  });
};
