export const roomPhases = ['not-begun', 'in-session', 'recess', 'adjourned'] as const;
export type RoomPhase = (typeof roomPhases)[number];

export const presenceModes = ['in-person', 'remote'] as const;
export type PresenceMode = (typeof presenceModes)[number];

export type RoomMove = Exclude<RoomPhase, 'not-begun'>;

/** Undoes an adjournment only if `takesBack` is set, so that a late click to resume the meeting does not undo it. */
export function phaseStep(
  from: RoomPhase,
  to: RoomMove,
  takesBack: boolean,
): 'same' | 'begins' | 'moves' | 'takes-back' | 'refused' {
  if (from === to) return 'same';
  if (from === 'not-begun') return to === 'in-session' ? 'begins' : 'refused';
  if (from === 'adjourned') return to === 'in-session' && takesBack ? 'takes-back' : 'refused';
  return 'moves';
}

/** Milliseconds after the planned end at which the server adjourns a meeting. */
export const adjournedAfterMs = 12 * 3_600_000;

export interface PresenceTimes {
  readonly member_id: string;
  readonly mode: PresenceMode;
  readonly arrived_at: Date;
  readonly left_at: Date | null;
}

/** `left_at` is exclusive. */
export const isThereAt = ({ arrived_at: from, left_at: until }: PresenceTimes, at: Date): boolean =>
  from <= at && (until === null || until > at);

export interface RecusalTimes {
  readonly member_id: string;
  readonly agenda_item_id: string;
  readonly recused_at: Date | null;
  readonly lifted_at: Date | null;
}

export const isRecusedAt = (
  { recused_at: from, lifted_at: until }: Pick<RecusalTimes, 'recused_at' | 'lifted_at'>,
  at: Date,
): boolean => from !== null && from <= at && (until === null || until > at);

/** If `at` is null, returns the members who are recused now. */
export function recusedFrom(
  recusals: readonly RecusalTimes[],
  { itemId, at = null }: { readonly itemId: string | null; readonly at?: Date | null },
): ReadonlySet<string> {
  const isSo = (recusal: RecusalTimes): boolean =>
    at === null ? recusal.recused_at !== null && recusal.lifted_at === null : isRecusedAt(recusal, at);
  const ofItem = recusals.filter(({ agenda_item_id: item }) => item === itemId);
  return new Set(ofItem.filter(isSo).map(({ member_id: id }) => id));
}

export const quorumCauses = ['arrived', 'left', 'recused', 'lifted'] as const;

export interface QuorumCause {
  readonly kind: (typeof quorumCauses)[number];
  readonly member_id: string;
}

export function causesAt(
  at: Date,
  itemId: string | null,
  { presences, recusals }: { readonly presences: readonly PresenceTimes[]; readonly recusals: readonly RecusalTimes[] },
): readonly QuorumCause[] {
  const isThen = (instant: Date | null): boolean => instant !== null && +instant === +at;
  const idsOf = (rows: readonly { readonly member_id: string }[]): readonly string[] =>
    rows.map((row) => row.member_id);
  const ofItem = recusals.filter(({ agenda_item_id: item }) => item === itemId);
  const then: Readonly<Record<QuorumCause['kind'], readonly string[]>> = {
    arrived: idsOf(presences.filter(({ arrived_at: arrived }) => isThen(arrived))),
    left: idsOf(presences.filter(({ left_at: left }) => isThen(left))),
    recused: idsOf(ofItem.filter(({ recused_at: recused }) => isThen(recused))),
    lifted: idsOf(ofItem.filter(({ recused_at: recused, lifted_at: lifted }) => recused !== null && isThen(lifted))),
  };
  return quorumCauses.flatMap((kind) => then[kind].map((id) => ({ kind, member_id: id })));
}

export function overlaps(
  one: Pick<PresenceTimes, 'arrived_at' | 'left_at'>,
  other: Pick<PresenceTimes, 'arrived_at' | 'left_at'>,
): boolean {
  const endsBefore = (first: typeof one, then: typeof one): boolean =>
    first.left_at !== null && first.left_at <= then.arrived_at;
  return !endsBefore(one, other) && !endsBefore(other, one);
}

export function presenceModeFor(type: 'hybrid' | 'in-person' | 'remote', acceptance: string | null): PresenceMode {
  if (type === 'remote') return 'remote';
  return type === 'hybrid' && acceptance === 'accepted-remote' ? 'remote' : 'in-person';
}

export const roomsPerStreamMax = 3;

/** Milliseconds. Limits a room to four updates per second, except when its phase changes. */
export const roomLinePauseMs = 250;

export const roomHeartbeatMs = 1_000;

/** Milliseconds without data after which a page warns that its content is outdated. */
export const roomLostAfterMs = 3_000;

export const roomHeardEveryMs = 5_000;

/** A connection that has not been refreshed for this many milliseconds counts as lost. */
export const roomUnheardAfterMs = 15_000;

const firstPauseMs = 2_000;
const longestPauseMs = 15_000;

/** Returns milliseconds. The delay is random and grows to 15 s, so that clients do not reconnect at the same time. */
export function roomRetryMs(failures: number, random: number): number {
  const longest = Math.min(firstPauseMs * 2 ** Math.max(failures - 1, 0), longestPauseMs);
  const least = longest / 4;
  return Math.round(least + (longest - least) * random);
}

/** Maximum number of recorded stays per member and meeting. Only a mistake or abuse would exceed it. */
export const presencesOfMemberMax = 50;
