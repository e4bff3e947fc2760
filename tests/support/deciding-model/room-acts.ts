import { expect } from 'vitest';
import { recordAttendance } from '#contract/attendance.ts';
import * as rooms from '#contract/room.ts';
import { overlaps, type PresenceMode, phaseStep, type RoomMove } from '#domain/room.ts';
import type { MadeMember } from '#tests/support/factories.ts';
import { type Act, attempt, deskOf } from './attempt.ts';
import {
  end,
  type Facts,
  type Game,
  hadQuorum,
  instantOf,
  itemAt,
  ledgerOf,
  openVoteIn,
  pick,
  type Stay,
  staysIn,
  votesIn,
} from './facts.ts';

const anyMode = (game: Game): PresenceMode => pick(game, ['in-person', 'in-person', 'in-person', 'remote']);
const phaseOf = ({ facts: { room } }: Game) => room.line.phase;
const isOver = (game: Game): boolean => phaseOf(game) === 'adjourned';
const isVoting = (game: Game): boolean => !isOver(game) && openVoteIn(game.facts) !== undefined;
const lastStay = (facts: Facts, memberId: string): Stay | undefined =>
  staysIn(facts).find(({ member_id: id, left_at: left }) => id === memberId && left === null);

/** Some minutes ago, or when something happened. */
function past(game: Game): Date {
  const { facts, now, random } = game;
  const instants = [
    ...staysIn(facts).flatMap(({ arrived_at: from, left_at: until }) => [from, until ?? from]),
    ...votesIn(facts).flatMap((vote) => ledgerOf(game, vote).closing?.at ?? []),
    ...facts.moves.map(({ at }) => at),
  ];
  if (instants.length > 0 && random() < 0.5) return new Date(+pick(game, instants) + pick(game, [-1, 0, 0, 1]));
  return new Date(now - Math.floor(random() * 3_600) * 1_000);
}

export const checkIn: Act = (game) => checkInAs(game, pick(game, game.own), game.random() < 0.3 ? null : anyMode(game));

/** A mode of null checks the member out. */
export const checkInAs = (game: Game, who: MadeMember, mode: PresenceMode | null): Promise<void> =>
  attempt(game, {
    ...{ who, endpoint: rooms.setOwnPresence, isAllowed: !isOver(game), about: who.id },
    given: { params: { id: game.meetingId }, body: { mode } },
    after: (facts) => expect(lastStay(facts, who.id)?.mode ?? null).toBe(mode),
  });

export const noteArrival: Act = (game) => {
  const [{ id }, mode] = [pick(game, game.people), anyMode(game)];
  const isElsewhere = (lastStay(game.facts, id)?.mode ?? mode) !== mode;
  return attempt(game, {
    ...{ endpoint: rooms.addPresence, isAllowed: !isOver(game) && !(isElsewhere && isVoting(game)), about: id },
    given: { params: { id: game.meetingId }, body: { member_id: id, mode } },
    after: (facts) => expect(lastStay(facts, id)?.mode).toBe(mode),
  });
};

type Times = Pick<Stay, 'member_id' | 'arrived_at' | 'left_at'>;

/** Whether the desk may enter these times. */
function canHaveBeen(game: Game, times: Times, except?: Stay): boolean {
  const { room } = game.facts;
  const now = instantOf(game);
  const { arrived_at: from, left_at: until } = times;
  if (from < new Date(room.opens_at) || from > now) return false;
  if (until === null ? isOver(game) : until < from || until > now) return false;
  const ended = new Date(room.line.since ?? 0);
  if (isOver(game) && (from >= ended || (until ?? end) > ended)) return false;
  const others = staysIn(game.facts).filter(({ id, member_id }) => id !== except?.id && member_id === times.member_id);
  return !others.some((other) => overlaps(other, times));
}

export const notePresence: Act = (game) => {
  const stay = { member_id: pick(game, game.people).id, arrived_at: past(game), left_at: past(game) };
  const times = { arrived_at: stay.arrived_at.toISOString(), left_at: stay.left_at.toISOString() };
  return attempt(game, {
    ...{ endpoint: rooms.addPresence, isAllowed: canHaveBeen(game, stay), about: stay.member_id },
    given: { params: { id: game.meetingId }, body: { ...stay, mode: anyMode(game), ...times } },
    after: ({ room }) => expect(room.presences).toContainEqual(expect.objectContaining(times)),
  });
};

/** Whether a vote that has a quorum now would lose it. */
const losesQuorum = (game: Game, stay: Stay, corrected: Stay | null): boolean => {
  const stays = staysIn(game.facts).flatMap((each) => (each.id === stay.id ? (corrected ?? []) : each));
  return votesIn(game.facts).some(
    (vote) =>
      ledgerOf(game, vote).closing !== null &&
      vote.state !== 'void' &&
      hadQuorum(game, vote) &&
      !hadQuorum(game, vote, stays),
  );
};

/** The act on one of the presences that are shown, if there are any. */
const onPresence =
  (act: (game: Game, stay: Stay, accepts: boolean) => Promise<void>): Act =>
  async (game) => {
    const stays = staysIn(game.facts);
    if (stays.length > 0) await act(game, pick(game, stays), game.random() < 0.5);
  };

export const correctPresence = onPresence((game, stay, accepts) => {
  const changes = [
    { left_at: past(game) },
    { left_at: null },
    { arrived_at: past(game) },
    { arrived_at: past(game), left_at: past(game) },
    { mode: anyMode(game) },
  ];
  const change = pick<Partial<Stay>>(game, changes);
  const corrected = { ...stay, ...change };
  const isHeld = !accepts && losesQuorum(game, stay, corrected);
  return attempt(game, {
    ...{ endpoint: rooms.updatePresence, isAllowed: canHaveBeen(game, corrected, stay) && !isVoting(game) },
    about: stay.member_id,
    given: {
      params: { id: stay.id },
      body: { revision: stay.revision, accepts_lost_quorum: accepts, ...JSON.parse(JSON.stringify(change)) },
    },
    after: (facts, { has_conflict: hasConflict, lost_quorum: lost }) => {
      expect([hasConflict, lost.length > 0]).toEqual([false, isHeld]);
      const { revision: _, ...kept } = isHeld ? stay : corrected;
      expect(staysIn(facts)).toContainEqual(expect.objectContaining(kept));
    },
  });
});

export const noteDeparture = onPresence((game, { id, revision, member_id: memberId, left_at: left }) => {
  const at = instantOf(game);
  return attempt(game, {
    ...{ endpoint: rooms.updatePresence, isAllowed: !isVoting(game), about: memberId },
    given: { params: { id }, body: { revision, leaves: true } },
    after: (facts) => expect(staysIn(facts).find((each) => each.id === id)?.left_at).toEqual(left ?? at),
  });
});

const hasVoted = (game: Game, memberId: string): boolean =>
  [...game.votes.values()].some(({ cast }) => cast.has(memberId));

export const removePresence = onPresence((game, stay, accepts) => {
  const isHeld = !accepts && losesQuorum(game, stay, null);
  const isAllowed = !isVoting(game) && (isHeld || !hasVoted(game, stay.member_id));
  return attempt(game, {
    ...{ endpoint: rooms.removePresence, isAllowed, about: stay.member_id },
    given: { params: { id: stay.id }, query: accepts ? { accepts_lost_quorum: 'true' } : {} },
    after: (facts, { lost_quorum: lost }) => {
      expect(lost.length > 0).toBe(isHeld);
      expect(staysIn(facts).some(({ id }) => id === stay.id)).toBe(isHeld);
    },
  });
});

/** A tick makes a presence; taking it back removes all of the member's presences. */
export const tickAttendance: Act = (game) => {
  const { id } = pick(game, game.people);
  const attendance = pick(game, [true, true, false, null]);
  const isThere = (facts: Facts): boolean => staysIn(facts).some(({ member_id }) => member_id === id);
  const isFree = !openVoteIn(game.facts) && !hasVoted(game, id);
  return attempt(game, {
    ...{ who: game.admin, endpoint: recordAttendance, about: id },
    isAllowed: attendance === true || !isThere(game.facts) || isFree,
    given: { params: { id: game.meetingId, member_id: id }, body: { attendance } },
    after: (facts) => expect(isThere(facts)).toBe(attendance === true),
  });
};

const moveTo =
  (to: RoomMove, takesBackShare: number): Act =>
  (game) => {
    const takesBack = game.random() < takesBackShare;
    const { facts: before } = game;
    const step = phaseStep(phaseOf(game), to, takesBack);
    const at = instantOf(game).toISOString();
    return attempt(game, {
      ...{ endpoint: rooms.setPhase, isAllowed: step === 'same' || (step !== 'refused' && !openVoteIn(before)) },
      given: { params: { id: game.meetingId }, body: { to, takes_back: takesBack } },
      after: (facts) => {
        const { line } = facts.room;
        expect([line.phase, line.since]).toEqual([to, step === 'same' ? before.room.line.since : at]);
        const there = staysIn(facts).filter(({ left_at: left }) => left === null);
        if (to === 'adjourned') expect(there).toEqual([]);
        if (step !== 'takes-back') return expect(staysIn(facts)).toHaveLength(staysIn(before).length);
        const ended = new Date(before.room.line.since ?? 0);
        for (const { id } of there) expect(staysIn(before).find((each) => each.id === id)?.left_at).toEqual(ended);
      },
    });
  };
export const resume = moveTo('in-session', 0.8);
export const recess = moveTo('recess', 0.5);
export const adjourn = moveTo('adjourned', 0.5);

export const movePointer: Act = (game) => {
  const itemId = pick(game, game.itemIds);
  const isSame = itemAt(game.facts, end) === itemId;
  return attempt(game, {
    endpoint: rooms.movePointer,
    isAllowed: phaseOf(game) === 'in-session' && (isSame || !openVoteIn(game.facts)),
    given: { params: { id: game.meetingId }, body: { agenda_item_id: itemId } },
    after: ({ room }) => expect(room.line.pointer).toBe(itemId),
  });
};

const declarationIn = ({ declarations }: Facts, memberId: string, itemId: string) =>
  declarations.find((each) => each.member_id === memberId && each.agenda_item_id === itemId && each.lifted_at === null);

export const declare: Act = (game) => {
  const { facts } = game;
  const [{ id, ...who }, itemId] = [pick(game, game.own.slice(0, 4)), pick(game, game.itemIds)];
  const effect = pick(game, ['declared', 'recused', 'recused'] as const);
  const before = declarationIn(facts, id, itemId);
  const isRecused = (before?.recused_at ?? null) !== null;
  const vote = openVoteIn(facts);
  const hasCast = vote?.motion.agenda_item_id === itemId && ledgerOf(game, vote).cast.has(id);
  return attempt(game, {
    ...{ who: { id, ...who }, endpoint: rooms.declare },
    isAllowed: !before?.withheld_at && (effect === 'recused' ? !hasCast && !isOver(game) : !isRecused),
    given: { params: { id: itemId, member_id: id }, body: { effect, nature: 'Owns shares' } },
    after: (now) => expect(declarationIn(now, id, itemId)?.recused_at !== null).toBe(effect === 'recused'),
  });
};

/** An editor may not make themselves an officer. */
export const setDesk: Act = (game) => {
  const { admin, facts, officers } = game;
  const desk = { chair_id: pick(game, officers).id, secretary_id: pick(game, [...officers, admin]).id };
  const isOwn = desk.secretary_id === admin.id && facts.room.secretary_id !== admin.id;
  return attempt(game, {
    ...{ who: admin, endpoint: rooms.setDesk, isAllowed: !isOver(game) && !openVoteIn(facts) && !isOwn },
    given: { params: { id: game.meetingId }, body: desk },
    after: ({ room }) => expect(room).toMatchObject(desk),
  });
};

/** From a member who never runs the meeting. A voter must have recused themselves, or the item must be decided. */
export const withhold: Act = (game) => {
  const { facts, voterIds } = game;
  const { id } = pick(
    game,
    game.own.filter((each) => each !== game.admin && !game.officers.includes(each)),
  );
  const itemId = pick(game, game.itemIds);
  const before = declarationIn(facts, id, itemId);
  const isDecided = facts.motions.some((each) => each.agenda_item_id === itemId && each.state === 'carried');
  const mayBe = (before?.recused_at ?? null) !== null || isDecided || !voterIds.includes(id);
  return attempt(game, {
    ...{ who: deskOf(game), endpoint: rooms.declare },
    isAllowed: mayBe && !before?.withheld_at && !isOver(game) && !openVoteIn(facts),
    given: { params: { id: itemId, member_id: id }, body: { effect: 'withheld', reason: 'A rival' } },
    after: (now) => expect(declarationIn(now, id, itemId)).toMatchObject({ withheld_at: expect.any(Date) }),
  });
};

/** The desk may not lift its own. */
export const lift: Act = (game) => {
  const [{ id }, itemId, who] = [pick(game, game.own), pick(game, game.itemIds), deskOf(game)];
  const isThere = declarationIn(game.facts, id, itemId) !== undefined;
  return attempt(game, {
    ...{ who, endpoint: rooms.declare, isAllowed: who.id !== id && !openVoteIn(game.facts) && isThere },
    given: { params: { id: itemId, member_id: id }, body: { effect: 'lifted' } },
    after: (now) => expect(declarationIn(now, id, itemId)).toBeUndefined(),
  });
};
