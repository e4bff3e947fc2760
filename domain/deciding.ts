export const checkIns = ['self', 'secretary'] as const;

/** Whether a recused member counts in an item's quorum as absent, as present, or not at all. */
export const recusedCounts = ['absent', 'present', 'out-of-office'] as const;
export type RecusedCounts = (typeof recusedCounts)[number];

export const majorities = ['1/2', '2/3', '3/4', 'all'] as const;
export type Majority = (typeof majorities)[number];

/**
 * `cast` ignores abstentions. `present` counts them as not in favour, and `in-office` also counts absent members and
 * vacant seats that way.
 */
export const majorityBases = ['cast', 'present', 'in-office'] as const;
export type MajorityOf = (typeof majorityBases)[number];

export const voteWays = ['named', 'secret', 'hands', 'unopposed'] as const;
export type VoteWay = (typeof voteWays)[number];

export const writtenNeeds = ['all', 'majority', 'off'] as const;
export const writtenHoursMax = 1_440;
export type WrittenNeeds = (typeof writtenNeeds)[number];

export const ballotReaders = ['desk', 'body', 'audience'] as const;
export type BallotsShownTo = (typeof ballotReaders)[number];
export const minutesNames = ['numbers', 'who-asked', 'all'] as const;
export type MinutesNames = (typeof minutesNames)[number];
export const minutesApprovals = ['next-meeting', 'written', 'signatures'] as const;
export type MinutesApproval = (typeof minutesApprovals)[number];
export const standingKinds = ['declarations', 'action-items', 'written-resolutions'] as const;
export type StandingKind = (typeof standingKinds)[number];
export const minutesSigners = ['nobody', 'chair', 'both'] as const;
export type MinutesSignedBy = (typeof minutesSigners)[number];

/** The settings that a preset sets. */
export interface PresetSettings {
  readonly recused_counts: RecusedCounts;
  readonly casting_vote: boolean;
  readonly majority: Majority;
  readonly majority_of: MajorityOf;
  readonly written_needs: WrittenNeeds;
  readonly minutes_signed_by: MinutesSignedBy;
}

export const presetDefaults: PresetSettings = {
  recused_counts: 'absent',
  casting_vote: false,
  majority: '1/2',
  majority_of: 'cast',
  written_needs: 'all',
  minutes_signed_by: 'chair',
};

export const interestsMonthsMax = 36;

export const votersMax = 100;

export const bodyNumberMax = 500;

export type QuorumRule =
  | { readonly kind: 'none' }
  | { readonly kind: 'more-than-half' }
  | { readonly kind: 'fraction'; readonly numerator: number; readonly denominator: number }
  | { readonly kind: 'number'; readonly number: number };

export interface BodyQuorum {
  readonly rule: QuorumRule;
  readonly at_least: number;
  /** If null, there are as many seats as voting members. */
  readonly seats: number | null;
}

export const bodyDefaults: BodyQuorum = { rule: { kind: 'more-than-half' }, at_least: 2, seats: null };

export interface QuorumCount {
  readonly present: number;
  readonly needed: number;
  readonly in_office: number;
  readonly met: boolean;
}

export function quorumNeeded(
  { rule, at_least: least }: Pick<BodyQuorum, 'rule' | 'at_least'>,
  inOffice: number,
): number {
  if (rule.kind === 'none') return 0;
  return Math.max(quorumByRule(rule, inOffice), inOffice === 1 ? 1 : least);
}

function quorumByRule(rule: Exclude<QuorumRule, { kind: 'none' }>, inOffice: number): number {
  switch (rule.kind) {
    case 'more-than-half':
      return Math.floor(inOffice / 2) + 1;
    case 'fraction':
      return Math.ceil((inOffice * rule.numerator) / rule.denominator);
    case 'number':
      return rule.number;
  }
}

export interface VoterCounts {
  readonly voters: number;
  readonly present: number;
  readonly recused?: number;
  readonly recused_present?: number;
}

export function quorumOf(body: BodyQuorum, of: VoterCounts, counts: RecusedCounts = 'absent'): QuorumCount {
  const { recused = 0, recused_present: recusedPresent = 0 } = of;
  const in_office = (body.seats ?? of.voters) - (counts === 'out-of-office' ? recused : 0);
  const present = of.present - (counts === 'present' ? 0 : recusedPresent);
  const needed = quorumNeeded(body, in_office);
  return { present, needed, in_office, met: present >= needed };
}

export type VoteResult = 'carried' | 'not-carried' | 'tied';

export interface VoteCounts {
  readonly for: number;
  readonly against: number;
  readonly eligible: number;
  /** Includes vacant seats. */
  readonly in_office: number;
  readonly recused_present: number;
}

type VoteRules = Pick<PresetSettings, 'majority' | 'majority_of' | 'recused_counts' | 'casting_vote'> & {
  readonly way: VoteWay;
  readonly chair_votes: boolean;
};

export function resultOf(rules: VoteRules, counts: VoteCounts): VoteResult {
  if (rules.way === 'unopposed') return counts.eligible > 0 ? 'carried' : 'not-carried';
  if (isCarried(rules.majority, counts.for, majorityBase(rules, counts))) return 'carried';
  return isForTheChair(rules, counts) ? 'tied' : 'not-carried';
}

export function isCarried(majority: Majority, votesFor: number, base: number): boolean {
  if (votesFor < 1) return false;
  switch (majority) {
    case '1/2':
      return 2 * votesFor > base;
    case '2/3':
      return 3 * votesFor >= 2 * base;
    case '3/4':
      return 4 * votesFor >= 3 * base;
    case 'all':
      return votesFor === base;
  }
}

export function majorityBase(
  { majority_of: of, recused_counts: recusedCount }: Pick<VoteRules, 'majority_of' | 'recused_counts'>,
  counts: VoteCounts,
): number {
  switch (of) {
    case 'cast':
      return counts.for + counts.against;
    case 'present':
      return counts.eligible + (recusedCount === 'present' ? counts.recused_present : 0);
    case 'in-office':
      return counts.in_office;
  }
}

/** A result of 0 to 0 is not a tie. */
function isForTheChair(rules: VoteRules, counts: VoteCounts): boolean {
  return counts.for === counts.against && counts.for > 0 && rules.chair_votes && hasCastingVote(rules);
}

export const hasCastingVote = (rules: Pick<VoteRules, 'way' | 'majority' | 'majority_of' | 'casting_vote'>): boolean =>
  rules.casting_vote &&
  (rules.way === 'named' || rules.way === 'hands') &&
  rules.majority === '1/2' &&
  rules.majority_of === 'cast';

export const decidingPresets = ['delaware', 'uk-model-articles', 'aktg', 'swiss-or', 'roberts-rules'] as const;
export type DecidingPreset = (typeof decidingPresets)[number];

interface Preset {
  readonly settings: Partial<PresetSettings>;
  readonly body: Pick<BodyQuorum, 'rule' | 'at_least'>;
  readonly seats: boolean;
}

const moreThanHalf = { rule: { kind: 'more-than-half' }, at_least: 2 } as const;

const presets: Readonly<Record<DecidingPreset, Preset>> = {
  delaware: { settings: { majority_of: 'present', recused_counts: 'present' }, body: moreThanHalf, seats: true },
  'uk-model-articles': {
    settings: { casting_vote: true },
    body: { rule: { kind: 'number', number: 2 }, at_least: 2 },
    seats: false,
  },
  aktg: {
    settings: { recused_counts: 'present', written_needs: 'majority' },
    body: { rule: { kind: 'fraction', numerator: 1, denominator: 2 }, at_least: 3 },
    seats: true,
  },
  'swiss-or': {
    settings: { casting_vote: true, written_needs: 'majority', minutes_signed_by: 'both' },
    body: { rule: { kind: 'none' }, at_least: 2 },
    seats: false,
  },
  'roberts-rules': {
    settings: { recused_counts: 'present', written_needs: 'off' },
    body: moreThanHalf,
    seats: false,
  },
};

export function presetOf(
  preset: DecidingPreset,
  body: { readonly seats: number | null; readonly voters: number },
): { readonly settings: PresetSettings; readonly body: BodyQuorum } {
  const { settings, body: quorum, seats } = presets[preset];
  return {
    settings: { ...presetDefaults, ...settings },
    body: { ...quorum, seats: seats ? (body.seats ?? Math.max(body.voters, 1)) : null },
  };
}
