import { createHash } from 'node:crypto';
import type { Quorum, Room, RoomLine, RoomPerson } from '#contract/room.ts';
import { knownName, sortPeople } from '#domain/identity.ts';
import { causesAt, presenceModeFor, recusedFrom } from '#domain/room.ts';
import type { Reader } from '#server/db/board-scope.ts';
import { withheldFrom } from '#server/features/members/audience/visibility.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import {
  adjournsAt,
  canLift,
  countsIn,
  deskOf,
  eligibleNow,
  findDeclaration,
  type HeldPage,
  hasApologized,
  isApproved,
  isVoteOpen,
  type OpeningConfig,
  openPresenceOf,
  openPresences,
  opensAt,
  pageOfVote,
  quorumOfItem,
  quorumWith,
  recusalsOf,
  roomCan,
  votersOf,
} from './policy.ts';
import type { RoomPage } from './queries.ts';

export const quorumNow = (page: RoomPage): Quorum | null => quorumOfItem(page, page.room?.agenda_item_id ?? null);

const forecastOf = (page: RoomPage): Quorum | null =>
  quorumWith(
    page,
    page.people
      .filter(({ acceptance }) => acceptance?.startsWith('accepted'))
      .map(({ id, acceptance }) => ({ member_id: id, mode: presenceModeFor(page.type, acceptance) })),
    { itemId: null },
  );

export type LineReader = ({ readonly seesPeople: true } | { readonly seesPeople: false; readonly memberId: string }) & {
  readonly sees: Seen;
};

interface Seen {
  readonly vote: RoomPage['vote'];
  /** The reader's own id if the current item is withheld from them. Other recused members are then hidden. */
  readonly recusedOnly: string | null;
  readonly unseen: { readonly changes: number; readonly motions: number };
}

export function seenBy(
  page: Pick<RoomPage, 'room' | 'vote' | 'votes_of_items' | 'withheld' | 'unseen'>,
  memberId: string,
): Seen {
  const withheld = withheldFrom(page.withheld, memberId);
  const isSeen = (vote: NonNullable<RoomPage['vote']>): boolean => !withheld.has(vote.agenda_item_id);
  const { changes, motions } = page.unseen.find(({ member_id: id }) => id === memberId) ?? { changes: 0, motions: 0 };
  const newest = page.votes_of_items
    .filter(isSeen)
    .toSorted((one, other) => +other.opened_at - +one.opened_at)
    .at(0);
  const vote = page.vote === null || isSeen(page.vote) ? page.vote : (newest ?? null);
  const pointer = page.room?.agenda_item_id ?? null;
  const recusedOnly = pointer !== null && withheld.has(pointer) ? memberId : null;
  return { vote, recusedOnly, unseen: { changes, motions } };
}

export function presentLine(page: RoomPage, reader: LineReader): RoomLine {
  const { room } = page;
  return {
    noun: 'room',
    id: page.id,
    // Subtracts hidden changes, so that the revision changes only when the reader can see a difference.
    revision: (room?.revision ?? 0) - reader.sees.unseen.changes,
    phase: room?.phase ?? 'not-begun',
    since: room?.since_at?.toISOString() ?? null,
    pointer: room?.agenda_item_id ?? null,
    quorum: quorumNow(page),
    presences: reader.seesPeople
      ? openPresences(page).map(({ id, member_id, mode, arrived_at: at }) => ({
          id,
          member_id,
          mode,
          arrived_at: at.toISOString(),
        }))
      : null,
    own_presence: reader.seesPeople ? null : ownPresenceOf(page, reader.memberId),
    facts: factsOf(page, reader),
    recused: reader.seesPeople ? recusedSeen(page, reader.sees) : null,
    vote: presentVote(page, reader.sees.vote),
    motions: (room?.motions_revision ?? 0) - reader.sees.unseen.motions,
  };
}

const recusedNow = (page: RoomPage): ReadonlySet<string> =>
  recusedFrom(recusalsOf(page), { itemId: page.room?.agenda_item_id ?? null });

const recusedSeen = (page: RoomPage, { recusedOnly: only }: Seen): string[] =>
  [...recusedNow(page)].filter((id) => only === null || id === only);

function presentVote(page: RoomPage, vote: RoomPage['vote']): RoomLine['vote'] {
  if (vote === null) return null;
  const { id, motion_id, way, state, cast_ids: cast } = vote;
  const ballots = { itemId: vote.agenda_item_id, cast, kept: vote.inactive_ids };
  return {
    id,
    motion_id,
    way,
    state,
    received: cast.length,
    eligible: vote.eligible ?? eligibleNow(pageOfVote(page, vote), ballots).length,
    counts: countsIn(vote),
  };
}

function ownPresenceOf(page: RoomPage, memberId: string): Room['own']['presence'] {
  const own = openPresenceOf(page, memberId);
  return own ? { mode: own.mode, arrived_at: own.arrived_at.toISOString() } : null;
}

/** Open pages reload the room when this hash changes. */
function factsOf(page: RoomPage, reader: LineReader): string {
  const { chair_id, secretary_id } = deskOf(page);
  const { type, starts_at, ends_at, settings, body, room } = page;
  const office = reader.seesPeople
    ? [
        chair_id,
        secretary_id,
        ...votersOf(page),
        ...page.guests,
        ...page.people.filter((person) => hasApologized(page, person)).map(({ id }) => id),
        ...page.people.filter(({ is_inactive: isInactive }) => isInactive).map(({ id }) => id),
        ...(room?.phase === 'adjourned' ? page.presences.map(({ member_id, mode }) => [member_id, mode]) : []),
      ]
    : [chair_id === reader.memberId, secretary_id === reader.memberId, recusedNow(page).has(reader.memberId)];
  const held = [type, starts_at, ends_at, page.minutes_state];
  const facts = [...held, settings.check_in, body?.id, body?.name, room?.called_at, ...office];
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, factsCharacters);
}

const factsCharacters = 16;

function presentPerson(row: RoomPage['people'][number], page: RoomPage): RoomPerson {
  return {
    member_id: row.id,
    name: knownName(row),
    img_url: row.img_url,
    is_pending: row.status === 'invited',
    is_inactive: row.is_inactive,
    is_voter: row.is_voter,
    acceptance: row.acceptance,
    has_apologized: hasApologized(page, row),
    attended: page.presences.findLast(({ member_id: id }) => id === row.id)?.mode ?? null,
  };
}

function ownDeclaration(page: RoomPage, memberId: string): Room['own']['declaration'] {
  const own = findDeclaration(page, { itemId: page.room?.agenda_item_id ?? null, memberId });
  return own ? { nature: own.nature, is_recused: own.recused_at !== null } : null;
}

function isShownTo({ member }: Reader, page: HeldPage) {
  const hidden = withheldFrom(page.withheld, member.id);
  return (of: { readonly agenda_item_id: string; readonly member_id: string }): boolean =>
    of.member_id === member.id || !hidden.has(of.agenda_item_id);
}

function presentDeclarations(reader: Reader, page: HeldPage): NonNullable<Room['declarations']> {
  const declared = page.declarations
    .filter(({ lifted_at: lifted }) => lifted === null)
    .map(({ agenda_item_id, member_id, nature, declared_at, recused_at, withheld_at }) => ({
      agenda_item_id,
      member_id,
      nature,
      declared_at,
      is_recused: recused_at !== null,
      withheld_at: withheldFrom(page.withheld, member_id).has(agenda_item_id) ? withheld_at : null,
    }));
  const brought = withheldElsewhere(page).map(({ subject_id, member_id, withheld_at }) => ({
    agenda_item_id: subject_id,
    member_id,
    nature: '',
    declared_at: withheld_at,
    is_recused: true,
    withheld_at,
  }));
  return [...declared, ...brought].filter(isShownTo(reader, page)).map(({ declared_at, withheld_at, ...each }) => ({
    ...each,
    withheld_at: withheld_at?.toISOString() ?? null,
    declared_at: declared_at.toISOString(),
    can: {
      // Withholding can be lifted at any time, but a recusal is final once the minutes are approved.
      lift:
        !isVoteOpen(page) &&
        (withheld_at !== null || !isApproved(page)) &&
        canLift(reader, page, { itemId: each.agenda_item_id, memberId: each.member_id }),
    },
  }));
}

function withheldElsewhere(page: HeldPage): HeldPage['withheld'] {
  const isDeclared = ({ subject_id: itemId, member_id: memberId }: HeldPage['withheld'][number]): boolean =>
    findDeclaration(page, { itemId, memberId }) !== undefined;
  const elsewhere = page.withheld.filter((row) => row.lifted_at === null && !row.is_within && !isDeclared(row));
  const byItem = Map.groupBy(elsewhere, (row) => `${row.subject_id} ${row.member_id}`);
  return [...byItem.values()].flatMap((rows) => rows.slice(0, 1));
}

export function presentRoom(reader: Reader, config: OpeningConfig, page: HeldPage): Room {
  const seesPeople = canSeePeople(reader);
  const desk = deskOf(page);
  const can = roomCan(reader, config, page);
  const seesDesk = can.run && seesPeople;
  const { id: memberId } = reader.member;
  const line = presentLine(page, {
    ...(seesPeople ? { seesPeople } : { seesPeople, memberId }),
    sees: seenBy(page, memberId),
  });
  const opens = opensAt(page, config);
  const recusals = recusalsOf(page).filter(isShownTo(reader, page));
  return {
    line,
    type: page.type,
    opens_at: opens.toISOString(),
    is_open: reader.now >= opens,
    has_passed: reader.now >= adjournsAt(page),
    read_at: reader.now.toISOString(),
    called_at: page.room?.called_at?.toISOString() ?? null,
    pointed_at: line.pointer === null ? null : (page.pointed_at?.toISOString() ?? null),
    visited: [...page.visited],
    body: page.body && { id: page.body.id, name: page.body.name },
    bodies: can.set_desk ? [...page.bodies] : [],
    forecast: line.phase === 'not-begun' ? forecastOf(page) : null,
    people: seesPeople ? sortPeople(page.people).map((row) => presentPerson(row, page)) : null,
    guests: seesPeople ? [...page.guests] : null,
    chair_id: seesPeople ? desk.chair_id : null,
    secretary_id: seesPeople ? desk.secretary_id : null,
    presences: seesDesk
      ? page.presences.map(({ id, member_id, mode, arrived_at, left_at, revision }) => ({
          id,
          member_id,
          mode,
          revision,
          arrived_at: arrived_at.toISOString(),
          left_at: left_at?.toISOString() ?? null,
        }))
      : null,
    unheard: seesDesk
      ? page.unheard.map(({ member_id, seen_at }) => ({ member_id, since: seen_at.toISOString() }))
      : null,
    declarations: seesPeople ? presentDeclarations(reader, page) : null,
    quorum_changes: seesDesk
      ? page.quorum_changes.map(({ at, ...change }) => ({
          at: at.toISOString(),
          ...change,
          causes: [...causesAt(at, change.agenda_item_id, { presences: page.presences, recusals })],
        }))
      : null,
    own: {
      member_id: memberId,
      presence: ownPresenceOf(page, memberId),
      declaration: ownDeclaration(page, memberId),
    },
    can,
  };
}
