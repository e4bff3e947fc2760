import type { Motion, MotionsOfMeeting, Vote } from '#contract/motions.ts';
import { hasCastingVote, type VoteWay, voteWays } from '#domain/deciding.ts';
import { knownName } from '#domain/identity.ts';
import { recusedFrom } from '#domain/room.ts';
import type { Reader } from '#server/db/board-scope.ts';
import {
  canCorrectDecisions,
  canVote,
  castingChairOf,
  countsIn,
  eligibleNow,
  hadQuorum,
  inactiveAmong,
  isApproved,
  pageAt,
  pageOfVote,
  recusalsOf,
  recusedItems,
  votersOf,
} from '#server/features/deciding/room/state/policy.ts';
import type { RoomPage } from '#server/features/deciding/room/state/queries.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import {
  canEditMotion,
  canSeeBallots,
  canSeeMotion,
  castIds,
  closingQuorum,
  type MotionReader,
  readerOf,
} from './motion/policy.ts';
import type { MotionRow, VoteRow } from './motion/queries.ts';

/** After a meeting, only named votes and shows of hands can be recorded. */
const isEnteredAfterwards = (way: VoteWay): boolean => way === 'named' || way === 'hands';

interface Of {
  readonly reader: MotionReader;
  readonly seesPeople: boolean;
  readonly page: RoomPage;
}

export function presentMotions(reader: Reader, page: RoomPage, rows: readonly MotionRow[]): MotionsOfMeeting {
  const { settings } = page;
  const of: Of = { reader: readerOf(reader, page), seesPeople: canSeePeople(reader), page };
  const isOver = page.room?.phase === 'adjourned';
  const ways = voteWays.filter((way) =>
    isOver ? isEnteredAfterwards(way) : way !== 'secret' || settings.secret_votes,
  );
  return {
    motions: rows.filter((row) => canSeeMotion(of.reader, row)).map((row) => presentMotion(of, row)),
    offers: {
      ways,
      way: ways.includes(settings.vote_way) ? settings.vote_way : 'named',
      majority: settings.majority,
      majority_of: settings.majority_of,
      seconder: settings.seconder,
    },
    recused_from: [...recusedItems(page, of.reader.memberId)],
    can: {
      propose: of.reader.isDesk && !isApproved(page),
      suggest: !isOver && !of.reader.isDesk && of.reader.isVoter && settings.suggestions,
    },
  };
}

function presentMotion(of: Of, row: MotionRow): Motion {
  const { reader, seesPeople, page } = of;
  const isOver = page.room?.phase === 'adjourned';
  return {
    id: row.id,
    agenda_item_id: row.agenda_item_id,
    text: row.text,
    state: row.state,
    reason: row.reason,
    revision: row.revision,
    mover: seesPeople ? row.mover : null,
    seconder: seesPeople ? row.seconder : null,
    suggested_by: seesPeople ? row.suggested_by : null,
    deferred_to: row.deferred_to,
    deferred_from: row.deferred_from,
    votes: row.votes.map((vote) => presentVote(of, row, vote)),
    can: {
      edit: !isApproved(page) && (!isOver || reader.isDesk) && canEditMotion(reader, row),
      move: !isApproved(page) && reader.isDesk && (row.state === 'suggested' || row.state === 'proposed'),
      open_vote:
        reader.isDesk && !isApproved(page) && row.state === 'proposed' && (isOver || page.room?.phase === 'in-session'),
    },
  };
}

function presentVote({ reader, seesPeople, page: now }: Of, motion: MotionRow, row: VoteRow): Vote {
  const page = pageOfVote(now, row);
  const { agenda_item_id: itemId } = motion;
  const isOpen = row.state === 'open';
  const cast = castIds(row);
  const kept = row.inactive.map(({ member_id: id }) => id);
  const eligible = isOpen ? eligibleNow(page, { itemId, cast, kept }) : [];
  const silent = row.silent.map(({ member_id: id }) => id);
  const own = row.ballots.find(({ member_id: id }) => id === reader.memberId);
  const hasVoted = cast.includes(reader.memberId);
  const showsNames = seesPeople && row.closed_at !== null && canSeeBallots(reader, row.ballots_shown_to);
  const takesBallots = isOpen && (page.room?.phase === 'in-session' || row.held_at !== null);
  const closedAt = row.held_at ?? row.closed_at;
  return {
    id: row.id,
    way: row.way,
    state: row.void === null ? row.state : 'void',
    majority: row.majority,
    majority_of: row.majority_of,
    text: row.text,
    papers: [...row.papers],
    opened_at: row.opened_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    entered_afterwards: row.held_at !== null,
    closed_by: seesPeople ? row.closed_by : null,
    received: cast.length,
    eligible: row.eligible ?? eligible.length,
    counts: row.way === 'secret' && row.void !== null ? null : countsIn(row),
    corrections: row.corrections.map(({ at, by, ...before }) => ({
      at: at.toISOString(),
      by: seesPeople ? by : null,
      counts: { for: before.votes_for, against: before.votes_against, abstain: before.abstentions },
    })),
    lost_quorum:
      row.void === null &&
      closedAt !== null &&
      row.closed_at !== null &&
      !hadQuorum(now, { itemId, cast, at: closedAt }),
    quorum: closingQuorum(row),
    has_casting_vote: hasCastingVote(row),
    casting: row.casting,
    number: row.number,
    void: row.void && {
      reason: row.void.reason,
      by_objection: row.void.by_objection,
      at: row.void.at.toISOString(),
      by: seesPeople ? row.void.by : null,
    },
    ballots: showsNames && row.way === 'named' ? [...row.ballots] : null,
    silent: showsNames && row.way === 'named' ? [...row.silent] : null,
    ...(seesPeople && row.void === null && closedAt !== null
      ? awayFrom(now, {
          itemId,
          named: showsNames && row.way === 'named' ? [...kept, ...cast, ...silent] : kept,
          at: closedAt,
        })
      : unknownAway),
    inactive: seesPeople ? inactiveOf(page, row, { isDesk: reader.isDesk, eligible }) : null,
    missing:
      isOpen && reader.isDesk && seesPeople ? namesOf(page, (id) => eligible.includes(id) && !cast.includes(id)) : null,
    own: { has_voted: hasVoted, choice: own?.choice ?? null, is_named: own?.is_named ?? false },
    can: {
      vote: canVote(page, { state: row.state, way: row.way, agenda_item_id: itemId }, reader.memberId),
      name: isOpen && row.way === 'named' && row.minutes_names === 'who-asked',
      enter: takesBallots && reader.isDesk && row.way === 'named',
      close: takesBallots && reader.isDesk,
      correct:
        reader.isDesk && canCorrectDecisions(now) && row.way === 'hands' && row.closed_at !== null && row.void === null,
      void:
        reader.isDesk &&
        motion.votes.at(-1)?.id === row.id &&
        row.void === null &&
        !row.has_approved &&
        canCorrectDecisions(now),
      decide_tie:
        !isApproved(now) &&
        row.state === 'tied' &&
        row.void === null &&
        castingChairOf(page, row) === reader.memberId &&
        reader.isVoter &&
        !recusedItems(page, reader.memberId).has(itemId),
    },
  };
}

const unknownAway = { recused: null, absent: null };

function awayFrom(
  now: RoomPage,
  { itemId, named, at }: { readonly itemId: string; readonly named: readonly string[]; readonly at: Date },
): Pick<Vote, 'recused' | 'absent'> {
  const page = pageAt(now, at);
  const recused = recusedFrom(recusalsOf(page), { itemId });
  const here = new Set([...page.presences.map(({ member_id: id }) => id), ...named, ...recused]);
  const voters = votersOf(page);
  return {
    recused: namesOf(page, (id) => voters.has(id) && recused.has(id)),
    absent: namesOf(page, (id) => voters.has(id) && !here.has(id)),
  };
}

function inactiveOf(
  page: RoomPage,
  row: VoteRow,
  of: { readonly isDesk: boolean; readonly eligible: readonly string[] },
): Vote['inactive'] {
  if (row.state !== 'open') return [...row.inactive];
  const inactive = inactiveAmong(page, of.isDesk ? of.eligible : []);
  return namesOf(page, (id) => inactive.includes(id));
}

/** Sorted by name, so that the order does not reveal who voted when. */
const namesOf = ({ people }: RoomPage, isOne: (memberId: string) => boolean) =>
  people
    .filter(({ id }) => isOne(id))
    .map((person) => ({ member_id: person.id, name: knownName(person) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
