import { recordAttendance } from '#contract/attendance.ts';
import * as rooms from '#contract/room.ts';
import type { MadeMember } from '#tests/support/factories.ts';
import { type Act, attempt, deskOf, type Game, instantOf, pick } from './game.ts';
import { hadQuorum, hasVoted, itemAt, type Mode, openVoteIn, overlap, type Stay, type World } from './world.ts';

const mode = (game: Game): Mode => pick(game, ['in-person', 'in-person', 'in-person', 'remote']);

/** Some minutes ago, or when something happened. */
function past(game: Game): number {
  const { world, now } = game;
  const instants = [
    ...world.stays.flatMap(({ from, until }) => [from, until ?? from]),
    ...world.votes.flatMap(({ closing }) => (closing === null ? [] : [closing.at])),
    ...world.moves.map(({ at }) => at),
  ];
  if (instants.length > 0 && game.random() < 0.5) return pick(game, instants) + pick(game, [-1, 0, 0, 1]);
  return now - Math.floor(game.random() * 3_600) * 1_000;
}

const isThere = ({ world }: Game, memberId: string): Stay | undefined =>
  world.stays.find((stay) => stay.memberId === memberId && stay.until === null);

function replaceStay(world: World, before: Stay, after: Stay | null): void {
  const nth = world.stays.indexOf(before);
  world.stays = world.stays.flatMap((each, position) => (position !== nth ? [each] : after === null ? [] : [after]));
}

/** Who is there is marked in attendance. */
function addStay(world: World, stay: Stay): void {
  world.stays = [...world.stays, stay];
  world.excused.delete(stay.memberId);
}

/** Who is there already in another way leaves, and comes again. */
function arrive(game: Game, memberId: string, by: Mode): void {
  const { world } = game;
  const before = isThere(game, memberId);
  if (before?.mode === by) return;
  const at = instantOf(game);
  if (before) replaceStay(world, before, { ...before, until: at });
  addStay(world, { memberId, mode: by, from: at, until: null, endedByAdjourning: false });
  world.changedAt = at;
}

export const checkIn: Act = (game) => checkInAs(game, pick(game, game.own), game.random() < 0.3 ? null : mode(game));

/** Out, without a mode. */
export async function checkInAs(game: Game, who: MadeMember, to: Mode | null): Promise<void> {
  const isAllowed = game.world.phase !== 'adjourned';
  const after = (): void => {
    if (to !== null) arrive(game, who.id, to);
    const before = isThere(game, who.id);
    if (to !== null || before === undefined) return;
    const at = instantOf(game);
    replaceStay(game.world, before, { ...before, until: at });
    game.world.changedAt = at;
  };
  const given = { params: { id: game.meetingId }, body: { mode: to } };
  await attempt(game, { who, endpoint: rooms.setOwnPresence, given, isAllowed, after });
}

/** Nobody takes from others that they are there. */
const isVoting = ({ world }: Game): boolean => world.phase !== 'adjourned' && openVoteIn(world) !== undefined;

export const noteArrival: Act = async (game) => {
  const [who, by] = [pick(game, game.people), mode(game)];
  const isOtherwise = game.world.stays.some(
    (stay) => stay.memberId === who.id && stay.until === null && stay.mode !== by,
  );
  await attempt(game, {
    ...{ endpoint: rooms.addPresence, isAllowed: game.world.phase !== 'adjourned' && !(isOtherwise && isVoting(game)) },
    given: { params: { id: game.meetingId }, body: { member_id: who.id, mode: by } },
    after: () => {
      const at = instantOf(game);
      arrive(game, who.id, by);
      // Also of whoever was there already.
      game.world.changedAt = at;
    },
  });
};

/** Where that can be, of the times that the desk enters. */
function canHaveBeen(game: Game, times: Pick<Stay, 'memberId' | 'from' | 'until'>, except?: Stay): boolean {
  const { world } = game;
  const now = instantOf(game);
  const { from, until } = times;
  const others = world.stays.filter((each) => each !== except && each.memberId === times.memberId);
  if (from < world.opensAt || from > now) return false;
  if (until === null ? world.phase === 'adjourned' : until < from || until > now) return false;
  const ended = world.phase === 'adjourned' ? (world.sinceAt ?? 0) : null;
  if (ended !== null && (from >= ended || (until ?? 0) > ended)) return false;
  return !others.some((other) => overlap(other, times));
}

export const notePresence: Act = async (game) => {
  const { world } = game;
  const memberId = pick(game, game.people).id;
  const [from, until] = [past(game), past(game)];
  const stay: Stay = { memberId, mode: mode(game), from, until, endedByAdjourning: false };
  const times = { arrived_at: new Date(from).toISOString(), left_at: new Date(until).toISOString() };
  await attempt(game, {
    ...{ endpoint: rooms.addPresence, isAllowed: canHaveBeen(game, stay) },
    given: { params: { id: game.meetingId }, body: { member_id: memberId, mode: stay.mode, ...times } },
    after: () => {
      world.changedAt = instantOf(game);
      addStay(world, stay);
    },
  });
};

/** A presence as it is shown, and as the model knows it. */
function pickPresence(game: Game) {
  if (game.presences.length === 0) return null;
  const shown = pick(game, game.presences);
  const { member_id: memberId, arrived_at: from, left_at: until } = shown;
  const stay = game.world.stays.find(
    (each) =>
      each.memberId === memberId &&
      each.mode === shown.mode &&
      each.from === Date.parse(from) &&
      each.until === (until === null ? null : Date.parse(until)),
  );
  if (stay === undefined) throw new Error('A presence is shown that nobody noted.');
  return { shown, stay };
}

/** Whether a vote would be without quorum by these presences that has one now. */
function losesQuorum(world: World, before: Stay, after: Stay | null): boolean {
  const corrected = { ...world };
  replaceStay(corrected, before, after);
  return world.votes.some(
    (vote) => vote.closing !== null && !vote.isVoid && hadQuorum(world, vote) && !hadQuorum(corrected, vote),
  );
}

export const correctPresence: Act = async (game) => {
  const { world } = game;
  const found = pickPresence(game);
  if (found === null) return;
  const { shown, stay } = found;
  const accepts = game.random() < 0.5;
  const change = pick(game, [
    { until: past(game) },
    { until: null },
    { from: past(game) },
    { from: past(game), until: past(game) },
    { mode: mode(game) },
  ] as const) as Partial<Stay>;
  const after = { ...stay, ...change, endedByAdjourning: false };
  const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());
  await attempt(game, {
    ...{ endpoint: rooms.updatePresence, isAllowed: canHaveBeen(game, after, stay) && !isVoting(game) },
    given: {
      params: { id: shown.id },
      body: {
        ...{ revision: shown.revision, accepts_lost_quorum: accepts },
        ...(change.mode === undefined ? {} : { mode: change.mode }),
        ...(change.from === undefined ? {} : { arrived_at: iso(change.from) }),
        ...(change.until === undefined ? {} : { left_at: iso(change.until) }),
      },
    },
    after: ({ has_conflict: hasConflict, lost_quorum: lost }) => {
      const isHeld = !accepts && losesQuorum(world, stay, after);
      if (hasConflict || lost.length > 0 !== isHeld) throw new Error(`Saving ${isHeld ? 'must' : 'must not'} ask.`);
      if (isHeld) return;
      world.changedAt = instantOf(game);
      replaceStay(world, stay, after);
    },
  });
};

export const noteDeparture: Act = async (game) => {
  const found = pickPresence(game);
  if (found === null) return;
  const { shown, stay } = found;
  await attempt(game, {
    ...{ endpoint: rooms.updatePresence, isAllowed: !isVoting(game) },
    given: { params: { id: shown.id }, body: { revision: shown.revision, leaves: true } },
    after: () => {
      const at = instantOf(game);
      game.world.changedAt = at;
      if (stay.until === null) replaceStay(game.world, stay, { ...stay, until: at });
    },
  });
};

export const removePresence: Act = async (game) => {
  const { world } = game;
  const found = pickPresence(game);
  if (found === null) return;
  const { shown, stay } = found;
  const accepts = game.random() < 0.5;
  const isHeld = !accepts && losesQuorum(world, stay, null);
  await attempt(game, {
    ...{ endpoint: rooms.removePresence, isAllowed: !isVoting(game) && (isHeld || !hasVoted(world, stay.memberId)) },
    given: { params: { id: shown.id }, query: accepts ? { accepts_lost_quorum: 'true' } : {} },
    after: ({ lost_quorum: lost }) => {
      if (lost.length > 0 !== isHeld) throw new Error(`Removing ${isHeld ? 'must' : 'must not'} ask.`);
      if (isHeld) return;
      world.changedAt = instantOf(game);
      replaceStay(world, stay, null);
    },
  });
};

/** By an editor. Presence and attendance are one: a tick makes a presence, taking it back removes all of them. */
export const tickAttendance: Act = async (game) => {
  const { world } = game;
  const { id: memberId } = pick(game, game.people);
  const attendance = pick(game, [true, true, false, null]);
  const own = world.stays.filter((stay) => stay.memberId === memberId);
  await attempt(game, {
    ...{ who: game.admin, endpoint: recordAttendance },
    isAllowed: attendance === true || own.length === 0 || (!openVoteIn(world) && !hasVoted(world, memberId)),
    given: { params: { id: game.meetingId, member_id: memberId }, body: { attendance } },
    after: () => {
      if (attendance === true && own.length > 0) return;
      const wasExcused = world.excused.has(memberId);
      if (attendance !== true && own.length === 0 && (attendance === false) === wasExcused) return;
      const at = instantOf(game);
      world.changedAt = at;
      if (attendance !== true) {
        if (attendance === false) world.excused.add(memberId);
        else world.excused.delete(memberId);
        world.stays = world.stays.filter((stay) => stay.memberId !== memberId);
        return;
      }
      const from = world.calledAt ?? world.startsAt;
      const ended = Math.max(world.sinceAt ?? world.endsAt, from);
      const times = world.phase === 'adjourned' ? { from, until: ended } : { from: at, until: null };
      addStay(world, { memberId, mode: 'in-person', ...times, endedByAdjourning: false });
    },
  });
};

type To = Exclude<World['phase'], 'not-begun'>;

async function setPhase(game: Game, to: To, takesBack: boolean): Promise<void> {
  const { world } = game;
  const { phase } = world;
  const follows = { 'not-begun': to === 'in-session', adjourned: to === 'in-session' && takesBack };
  const isSame = phase === to;
  const isNext = phase === 'not-begun' || phase === 'adjourned' ? follows[phase] : true;
  await attempt(game, {
    ...{ endpoint: rooms.setPhase, isAllowed: isSame || (isNext && !openVoteIn(world)) },
    given: { params: { id: game.meetingId }, body: { to, takes_back: takesBack } },
    after: () => {
      if (isSame) return;
      const at = instantOf(game);
      Object.assign(world, { phase: to, sinceAt: at, changedAt: at, calledAt: world.calledAt ?? at });
      if (to === 'adjourned') {
        world.stays = world.stays.map((stay) =>
          stay.until === null ? { ...stay, until: at, endedByAdjourning: true } : stay,
        );
      }
      if (phase === 'adjourned') {
        world.stays = world.stays.map((stay) =>
          stay.endedByAdjourning ? { ...stay, until: null, endedByAdjourning: false } : stay,
        );
      }
    },
  });
}

export const resume: Act = (game) => setPhase(game, 'in-session', game.random() < 0.8);
export const recess: Act = (game) => setPhase(game, 'recess', game.random() < 0.5);
export const adjourn: Act = (game) => setPhase(game, 'adjourned', game.random() < 0.5);

export const movePointer: Act = async (game) => {
  const { world } = game;
  const itemId = pick(game, game.itemIds);
  const isSame = itemAt(world, Number.POSITIVE_INFINITY) === itemId;
  await attempt(game, {
    ...{ endpoint: rooms.movePointer },
    isAllowed: world.phase === 'in-session' && (isSame || !openVoteIn(world)),
    given: { params: { id: game.meetingId }, body: { agenda_item_id: itemId } },
    after: () => {
      if (isSame) return;
      const at = instantOf(game);
      world.moves = [...world.moves, { at, itemId }];
      world.changedAt = at;
    },
  });
};

const declarationOf = ({ declared }: World, memberId: string, itemId: string) =>
  declared.find((each) => each.memberId === memberId && each.itemId === itemId && each.liftedAt === null);

export const declare: Act = async (game) => {
  const { world } = game;
  const who = pick(game, game.own.slice(0, 4));
  const itemId = pick(game, game.itemIds);
  const effect = pick(game, ['declared', 'recused', 'recused'] as const);
  const before = declarationOf(world, who.id, itemId);
  const vote = openVoteIn(world);
  const hasCast = vote?.itemId === itemId && vote.cast.has(who.id);
  await attempt(game, {
    ...{ who, endpoint: rooms.declare },
    isAllowed:
      before?.isWithheld !== true &&
      (effect === 'recused' ? !hasCast && world.phase !== 'adjourned' : (before?.recusedAt ?? null) === null),
    given: { params: { id: itemId, member_id: who.id }, body: { effect, nature: 'Owns shares' } },
    after: () => {
      const at = instantOf(game);
      const after = {
        ...{ memberId: who.id, itemId, isWithheld: false, liftedAt: null },
        recusedAt: effect === 'recused' ? (before?.recusedAt ?? at) : null,
      };
      world.declared = [...world.declared.filter((each) => each !== before), after];
      world.changedAt = at;
    },
  });
};

/** By an editor, who makes no officer of themselves. */
export const setDesk: Act = async (game) => {
  const { world, admin } = game;
  const [chairId, secretaryId] = [pick(game, game.officers).id, pick(game, [...game.officers, admin]).id];
  const isOwn = secretaryId === admin.id && world.secretaryId !== admin.id;
  await attempt(game, {
    ...{ who: admin, endpoint: rooms.setDesk, isAllowed: world.phase !== 'adjourned' && !openVoteIn(world) && !isOwn },
    given: { params: { id: game.meetingId }, body: { chair_id: chairId, secretary_id: secretaryId } },
    after: () => {
      if (world.chairId === chairId && world.secretaryId === secretaryId) return;
      Object.assign(world, { chairId, secretaryId, changedAt: instantOf(game) });
    },
  });
};

/** From who never runs the meeting; of a voter who has not recused themselves it takes a carried motion. */
export const withhold: Act = async (game) => {
  const { world } = game;
  const desk = [game.admin, ...game.officers];
  const voters = game.own.filter((each) => !desk.includes(each));
  const { id: memberId } = pick(game, voters);
  const itemId = pick(game, game.itemIds);
  const before = declarationOf(world, memberId, itemId);
  const isRecused = (before?.recusedAt ?? null) !== null;
  const isDecided = world.motions.some((motion) => motion.itemId === itemId && motion.state === 'carried');
  const mayBe = isRecused || isDecided || !world.voterIds.includes(memberId);
  await attempt(game, {
    ...{ who: deskOf(game), endpoint: rooms.declare },
    isAllowed: mayBe && before?.isWithheld !== true && world.phase !== 'adjourned' && !openVoteIn(world),
    given: { params: { id: itemId, member_id: memberId }, body: { effect: 'withheld', reason: 'A rival' } },
    after: () => {
      const at = instantOf(game);
      const after = { memberId, itemId, isWithheld: true, recusedAt: before?.recusedAt ?? at, liftedAt: null };
      world.declared = [...world.declared.filter((each) => each !== before), after];
      world.changedAt = at;
    },
  });
};

/** By the desk, never of oneself. */
export const lift: Act = async (game) => {
  const { world } = game;
  const { id: memberId } = pick(game, game.own);
  const itemId = pick(game, game.itemIds);
  const who = deskOf(game);
  const before = declarationOf(world, memberId, itemId);
  await attempt(game, {
    ...{ who, endpoint: rooms.declare },
    isAllowed: who.id !== memberId && !openVoteIn(world) && before !== undefined,
    given: { params: { id: itemId, member_id: memberId }, body: { effect: 'lifted' } },
    after: () => {
      const at = instantOf(game);
      world.declared = world.declared.map((each) => (each === before ? { ...each, liftedAt: at } : each));
      world.changedAt = at;
    },
  });
};
