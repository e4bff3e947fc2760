import type { Quorum } from '#contract/room.ts';
import { quorumOf, type VoterCounts, type VoteWay } from '#domain/deciding.ts';
import { attendanceOpensAt } from '#domain/meeting-window.ts';
import type { BallotCounts, VoteState } from '#domain/motions.ts';
import {
  adjournedAfterMs,
  isRecusedAt,
  isThereAt,
  type PresenceTimes,
  type RecusalTimes,
  recusedFrom,
} from '#domain/room.ts';
import type { Config } from '#server/config.ts';
import type { Reader } from '#server/db/board-scope.ts';
import { isDesk } from '#server/features/deciding/deciding/bodies/policy.ts';
import { canEditMeeting } from '#server/features/homes/meetings/meeting/policy.ts';
import type { LoadedMeeting } from '#server/features/homes/meetings/meeting/queries.ts';
import { canSeeMeeting } from '#server/features/homes/meetings/meeting/visibility.ts';
import type { AudienceAccess } from '#server/features/members/audience/queries.ts';
import { withheldFrom } from '#server/features/members/audience/visibility.ts';
import type { KeptQuorumRule, RoomPage } from './queries.ts';

export type OpeningConfig = Pick<Config, 'attendanceOpensMinutesBefore'>;

type Held<Meeting> = Meeting & { readonly state: 'published'; readonly starts_at: Date; readonly ends_at: Date };
export type HeldPage = Held<RoomPage>;

/** Only published meetings with a date have a live room. */
export const hasRoom = <Meeting extends Pick<LoadedMeeting, 'state' | 'finds_date'>>(
  meeting: Meeting,
): meeting is Held<Meeting> => meeting.state === 'published' && !meeting.finds_date;

export const canSeeRoom = <Meeting extends Pick<LoadedMeeting, 'id' | 'state' | 'finds_date' | keyof AudienceAccess>>(
  reader: Pick<Reader, 'member' | 'via'>,
  meeting: Meeting,
): meeting is Held<Meeting> => reader.via.kind === 'session' && hasRoom(meeting) && canSeeMeeting(reader, meeting);

export const opensAt = (
  { starts_at: start }: Pick<HeldPage, 'starts_at'>,
  { attendanceOpensMinutesBefore: minutes }: OpeningConfig,
): Date => attendanceOpensAt(start, minutes);

/** If nobody adjourns the meeting, the server does so at this time. */
export const adjournsAt = ({ ends_at: end }: Pick<HeldPage, 'ends_at'>): Date => new Date(+end + adjournedAfterMs);

interface Desk {
  readonly chair_id: string | null;
  readonly secretary_id: string | null;
}

/** A meeting's own chair and secretary override those of its body. */
export function deskOf({ room, body }: Pick<RoomPage, 'room' | 'body'>): Desk {
  const { chair_id = null, secretary_id = null } = (room?.has_own_desk ? room : body) ?? {};
  return { chair_id, secretary_id };
}

interface WithSettings<Name extends keyof RoomPage['settings']> {
  readonly settings: Pick<RoomPage['settings'], Name>;
}
type DeskPage = Pick<RoomPage, 'room' | 'body' | 'administers' | 'in_audience'>;

const phaseOf = ({ room }: Pick<RoomPage, 'room'>) => room?.phase ?? 'not-begun';

export const canWithhold = (reader: Pick<Reader, 'member' | 'via'>, page: DeskPage): boolean =>
  phaseOf(page) !== 'adjourned' && canRun(reader, page);

type MinutesPage = Pick<RoomPage, 'minutes_state'>;

/** Votes and phases are final once the minutes have been circulated. */
export const canCorrectDecisions = ({ minutes_state: state }: MinutesPage): boolean =>
  state !== 'circulated' && state !== 'approved';

/** Presences and motions are final once the minutes are approved. */
export const isApproved = ({ minutes_state: state }: MinutesPage): boolean => state === 'approved';

/** Whether the reader may change the phase, the current item, and other people's presences. */
export const canRun = (reader: Pick<Reader, 'member' | 'via'>, page: DeskPage): boolean =>
  isDesk(reader, { ...deskOf(page), edits: canEditMeeting(reader, page) });

export function roomCan(
  reader: Pick<Reader, 'member' | 'via' | 'now'>,
  config: OpeningConfig,
  page: DeskPage & MinutesPage & Pick<HeldPage, 'starts_at' | 'ends_at'> & WithSettings<'check_in' | 'withholding'>,
) {
  const phase = phaseOf(page);
  const isOpen = reader.now >= opensAt(page, config);
  const isOver = phase === 'adjourned' || reader.now >= adjournsAt(page);
  const run = isOpen && canRun(reader, page);
  return {
    withhold: page.settings.withholding && canWithhold(reader, page),
    run,
    correct_presences: run && !isApproved(page),
    take_back: run && phase === 'adjourned' && reader.now < adjournsAt(page) && canCorrectDecisions(page),
    check_in: isOpen && !isOver && !isApproved(page) && page.settings.check_in === 'self',
    set_desk: phase !== 'adjourned' && canEditMeeting(reader, page),
  };
}

interface About {
  readonly itemId: string;
  readonly memberId: string;
}

type LiftPage = DeskPage & WithPeople & Pick<RoomPage, 'withheld' | 'unseen_by_desk'>;

/** Any voting member may lift a withholding that hides an item from the chair, the secretary and all editors. */
export function canLift(reader: Pick<Reader, 'member' | 'via'>, page: LiftPage, { itemId, memberId }: About): boolean {
  const isWithheldOf = (id: string): boolean => withheldFrom(page.withheld, id).has(itemId);
  if (memberId === reader.member.id || isWithheldOf(reader.member.id)) return false;
  const actsForDesk =
    isWithheldOf(memberId) && votersOf(page).has(reader.member.id) && page.unseen_by_desk.includes(itemId);
  return canRun(reader, page) || actsForDesk;
}

type RulePage = Pick<RoomPage, 'room' | 'body'> & WithSettings<'remote_counts' | 'recused_counts'>;

/** Returns null while the deciding body is unknown. */
export function ruleOf({ room, body, settings }: RulePage): KeptQuorumRule | null {
  if (room?.quorum_rule) return room.quorum_rule;
  if (body === null) return null;
  const { seats, at_least, rule } = body;
  const { remote_counts, recused_counts } = settings;
  return { seats, at_least, rule, remote_counts, recused_counts };
}

interface WithPeople {
  readonly people: readonly Pick<RoomPage['people'][number], 'id' | 'is_voter'>[];
}

export const votersOf = ({ people }: WithPeople): ReadonlySet<string> =>
  new Set(people.filter(({ is_voter: votes }) => votes).map(({ id }) => id));

export const hasApologized = (
  { room }: Pick<RoomPage, 'room'>,
  person: Pick<RoomPage['people'][number], 'attendance' | 'acceptance' | 'answered_at'>,
): boolean => {
  const adjournedAt = room?.phase === 'adjourned' ? room.since_at : null;
  const isLate = adjournedAt !== null && person.answered_at !== null && person.answered_at > adjournedAt;
  return person.attendance === false || (person.acceptance === 'declined' && !isLate);
};

const isRecusedBy = (declared: RecusalTimes, { recused_at: at, ...of }: RecusalTimes & { readonly recused_at: Date }) =>
  declared.member_id === of.member_id &&
  declared.agenda_item_id === of.agenda_item_id &&
  declared.recused_at !== null &&
  declared.recused_at <= at &&
  (declared.lifted_at === null || declared.lifted_at > at);

type RecusalPage = Pick<RoomPage, 'declarations' | 'withheld'>;

export const findDeclaration = (
  { declarations }: Pick<RoomPage, 'declarations'>,
  { itemId, memberId }: { readonly itemId: string | null; readonly memberId: string },
) =>
  declarations.find(
    ({ agenda_item_id: item, member_id: id, lifted_at: lifted }) =>
      item === itemId && id === memberId && lifted === null,
  );

/** Includes recusals implied by withholding. */
export const recusalsOf = ({ declarations, withheld }: RecusalPage): readonly RecusalTimes[] => [
  ...declarations,
  ...withheld
    .map(({ subject_id, withheld_at, ...times }) => ({ ...times, agenda_item_id: subject_id, recused_at: withheld_at }))
    .filter((each) => !declarations.some((declared) => isRecusedBy(declared, each))),
];

export const recusedItems = (page: RecusalPage, memberId: string): ReadonlySet<string> =>
  new Set(
    recusalsOf(page)
      .filter(
        ({ member_id: id, recused_at: from, lifted_at: until }) => id === memberId && from !== null && until === null,
      )
      .map(({ agenda_item_id: item }) => item),
  );

type CountedPage = RulePage & RecusalPage & WithPeople;

/** Returns null while the deciding body is unknown. */
export function quorumWith(
  page: CountedPage,
  there: readonly Pick<PresenceTimes, 'member_id' | 'mode'>[],
  of: { readonly itemId: string | null; readonly at?: Date },
): Quorum | null {
  const rule = ruleOf(page);
  if (rule === null) return null;
  const counts = voterCounts(page, presentVoters(page, there), recusedFrom(recusalsOf(page), of));
  return quorumOf(rule, counts, rule.recused_counts);
}

function voterCounts(
  page: CountedPage,
  present: ReadonlySet<string>,
  recused: ReadonlySet<string>,
): Required<VoterCounts> {
  const voters = votersOf(page);
  const out = [...recused].filter((id) => voters.has(id));
  return {
    voters: voters.size,
    present: present.size,
    recused: out.length,
    recused_present: out.filter((id) => present.has(id)).length,
  };
}

function presentVoters(
  page: CountedPage,
  there: readonly Pick<PresenceTimes, 'member_id' | 'mode'>[],
): ReadonlySet<string> {
  const voters = votersOf(page);
  const remoteCounts = ruleOf(page)?.remote_counts ?? false;
  const counted = there.filter(({ member_id: id, mode }) => voters.has(id) && (remoteCounts || mode === 'in-person'));
  return new Set(counted.map(({ member_id: id }) => id));
}

export type VotingPage = CountedPage & Pick<RoomPage, 'presences'>;

/** The presences that have not ended. */
export const openPresences = <Presence extends Pick<PresenceTimes, 'left_at'>>({
  presences,
}: {
  readonly presences: readonly Presence[];
}): readonly Presence[] => presences.filter(({ left_at }) => left_at === null);

export const openPresenceOf = ({ presences }: Pick<RoomPage, 'presences'>, memberId: string) =>
  presences.find(({ member_id: id, left_at }) => id === memberId && left_at === null);

const presentNow = (page: VotingPage): ReadonlySet<string> => presentVoters(page, openPresences(page));

export const quorumOfItem = (page: VotingPage, itemId: string | null): Quorum | null =>
  quorumWith(page, openPresences(page), { itemId });

export const pageAt = <Page extends VotingPage>(page: Page, at: Date): Page => ({
  ...page,
  presences: page.presences.filter((each) => isThereAt(each, at)).map((each) => ({ ...each, left_at: null })),
  declarations: page.declarations.map((each) => ({
    ...each,
    recused_at: isRecusedAt(each, at) ? each.recused_at : null,
    lifted_at: null,
  })),
  withheld: page.withheld
    .filter(({ withheld_at: from, lifted_at }) => isRecusedAt({ recused_at: from, lifted_at }, at))
    .map((each) => ({ ...each, lifted_at: null })),
});

interface Ballots {
  readonly itemId: string;
  readonly cast: readonly string[];
}

/** A voter who leaves without voting is not eligible. */
export function eligibleNow(
  page: VotingPage,
  { itemId, cast, kept = [] }: Ballots & { readonly kept?: readonly string[] },
): readonly string[] {
  const takingPart = new Set([...presentNow(page), ...kept, ...cast]);
  const recused = recusedFrom(recusalsOf(page), { itemId });
  return [...votersOf(page)].filter((id) => takingPart.has(id) && !recused.has(id));
}

export const inactiveAmong = ({ people }: Pick<RoomPage, 'people'>, ids: readonly string[]): string[] =>
  people.filter(({ id, is_inactive: isInactive }) => isInactive && ids.includes(id)).map(({ id }) => id);

/**
 * The casting vote belongs to the member who was chair when the vote opened. If that member has lost access, it passes
 * to the current chair.
 */
export function castingChairOf(page: RoomPage, { chair_id: id }: Pick<Desk, 'chair_id'>): string | null {
  if (id === null || inactiveAmong(page, [id]).length === 0) return id;
  return deskOf(page).chair_id ?? id;
}

export function hasCastingChair(page: RoomPage, vote: Pick<Desk, 'chair_id'>, itemId: string): boolean {
  const chair = castingChairOf(page, vote);
  if (chair === null || !votersOf(page).has(chair)) return false;
  if (recusedFrom(recusalsOf(page), { itemId }).has(chair)) return false;
  return phaseOf(page) !== 'adjourned' || inactiveAmong(page, [chair]).length === 0;
}

export const canVote = (
  page: VotingPage,
  vote: { readonly state: VoteState; readonly way: VoteWay; readonly agenda_item_id: string },
  memberId: string,
): boolean =>
  vote.state === 'open' &&
  page.room?.phase === 'in-session' &&
  vote.way !== 'hands' &&
  eligibleNow(page, { itemId: vote.agenda_item_id, cast: [] }).includes(memberId);

/** Members who voted and then left still count toward the quorum when the vote closes. */
export function countsAtClosing(page: VotingPage, { itemId, cast }: Ballots) {
  const rule = ruleOf(page);
  if (rule === null) return null;
  const there = new Set([...presentNow(page), ...cast]);
  const totals = voterCounts(page, there, recusedFrom(recusalsOf(page), { itemId }));
  return { quorum: quorumOf(rule, totals, rule.recused_counts), totals };
}

export const pageOfVote = <Page extends VotingPage>(
  page: Page,
  { held_at: at }: { readonly held_at: Date | null },
): Page => (at === null ? page : pageAt(page, at));

export const hadQuorum = (page: VotingPage, vote: Ballots & { readonly at: Date }): boolean =>
  countsAtClosing(pageAt(page, vote.at), vote)?.quorum.met ?? false;

/**
 * Returns null until the vote is closed, and if any count is hidden, as in a voided secret vote: the callers null the
 * counts that readers may not see.
 */
export const countsIn = ({
  votes_for,
  votes_against,
  abstentions,
}: {
  readonly votes_for: number | null;
  readonly votes_against: number | null;
  readonly abstentions: number | null;
}): BallotCounts | null =>
  votes_for === null || votes_against === null || abstentions === null
    ? null
    : { for: votes_for, against: votes_against, abstain: abstentions };

export const isVoteOpen = ({ vote }: Pick<RoomPage, 'vote'>): boolean => vote?.state === 'open';

type CountedQuorum = Quorum & { readonly agenda_item_id: string | null };

export const isSameQuorum = (one: CountedQuorum, other: CountedQuorum | undefined): boolean =>
  other !== undefined &&
  (['agenda_item_id', 'present', 'needed', 'in_office', 'met'] as const).every((name) => one[name] === other[name]);
