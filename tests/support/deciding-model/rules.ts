import type { DecidingPreset, Majority, MajorityOf, RecusedCounts, VoteWay } from '#domain/deciding.ts';
import type { BallotCounts } from '#domain/motions.ts';

/** The ready-made sets as the specification and the law's books say them, of six in office, and its arithmetic: written down anew. */

export const inOffice = 6;

export interface Rules {
  readonly preset: DecidingPreset;
  readonly remoteCounts: boolean;
  readonly recusedCounts: RecusedCounts;
  readonly wantsSeconder: boolean;
}

export const recusedAre: Readonly<Record<DecidingPreset, RecusedCounts>> = {
  delaware: 'present',
  'uk-model-articles': 'absent',
  aktg: 'present',
  'swiss-or': 'absent',
  'roberts-rules': 'present',
};

export const majorityIsOf = ({ preset }: Rules): MajorityOf => (preset === 'delaware' ? 'present' : 'cast');

const chairDecides: ReadonlySet<DecidingPreset> = new Set(['uk-model-articles', 'swiss-or']);

/** Of so many in office. */
function neededOf(preset: DecidingPreset, office: number): number {
  switch (preset) {
    case 'delaware':
    case 'roberts-rules':
      return office === 1 ? 1 : Math.max(Math.floor(office / 2 + 1), 2);
    case 'uk-model-articles':
      return 2;
    case 'aktg':
      return Math.max(Math.ceil(office / 2), office === 1 ? 1 : 3);
    case 'swiss-or':
      return 0;
  }
}

export interface Quorum {
  readonly present: number;
  readonly needed: number;
  readonly in_office: number;
  readonly met: boolean;
}

/** P, R and Rp of the specification. */
export interface Counted {
  readonly present: number;
  readonly recused: number;
  readonly recusedPresent: number;
}

export function quorumBy({ preset, recusedCounts }: Rules, of: Counted): Quorum {
  const office = recusedCounts === 'out-of-office' ? inOffice - of.recused : inOffice;
  const present = recusedCounts === 'present' ? of.present : of.present - of.recusedPresent;
  const needed = neededOf(preset, office);
  return { present, needed, in_office: office, met: present >= needed };
}

export interface Put {
  readonly way: VoteWay;
  readonly majority: Majority;
  readonly majorityOf: MajorityOf;
  /** A voting member who is not recused. */
  readonly chairVotes: boolean;
}

/** f and b of the specification; what is no tie is not carried. */
export function resultBy(
  rules: Rules,
  put: Put,
  of: Counted & { readonly counts: BallotCounts; readonly eligible: number },
): 'carried' | 'not-carried' | 'tied' {
  const { counts, eligible } = of;
  if (put.way === 'unopposed') return eligible >= 1 ? 'carried' : 'not-carried';
  const base = {
    cast: counts.for + counts.against,
    present: eligible + (rules.recusedCounts === 'present' ? of.recusedPresent : 0),
    'in-office': rules.recusedCounts === 'out-of-office' ? inOffice - of.recused : inOffice,
  }[put.majorityOf];
  const suffices = {
    '1/2': counts.for > base / 2,
    '2/3': counts.for * 3 >= base * 2,
    '3/4': counts.for * 4 >= base * 3,
    all: counts.for === base,
  }[put.majority];
  if (counts.for >= 1 && suffices) return 'carried';
  const isTie = counts.for === counts.against && counts.for > 0 && put.majority === '1/2' && put.majorityOf === 'cast';
  const isChairs = chairDecides.has(rules.preset) && put.chairVotes && (put.way === 'named' || put.way === 'hands');
  return isTie && isChairs ? 'tied' : 'not-carried';
}
