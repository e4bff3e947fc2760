import type { Majority, MajorityOf, VoteWay } from './deciding.ts';
import type { BallotCounts, VoteState } from './motions.ts';

export const wayLabels: Readonly<Record<VoteWay, string>> = {
  named: 'By name',
  secret: 'Secret',
  hands: 'Show of hands',
  unopposed: 'Unopposed',
};

export const majorityLabels: Readonly<Record<Majority, string>> = {
  '1/2': 'More than half',
  '2/3': 'Two thirds',
  '3/4': 'Three quarters',
  all: 'All',
};

export const majorityOfLabels: Readonly<Record<MajorityOf, string>> = {
  cast: 'of the votes cast',
  present: 'of those present',
  'in-office': 'of those in office',
};

export const castingWords = 'by the chair’s casting vote';

export const resultLabels: Readonly<Record<Exclude<VoteState, 'open'>, string>> = {
  carried: 'Carried',
  'not-carried': 'Not carried',
  tied: 'Tied',
  void: 'Void',
};

export const inactiveText = (names: string): string =>
  `No longer active, but still counted as voters until the vote was closed: ${names}.`;

type Sides = Pick<BallotCounts, 'for' | 'against'>;

export const isTie = (counts: Sides): boolean => counts.for === counts.against && counts.for > 0;

export function resultText(
  result: Exclude<VoteState, 'open'>,
  { isByCasting, counts }: { readonly isByCasting: boolean; readonly counts: Sides | null },
): string {
  const label = resultLabels[result];
  if (isByCasting) return `${label} ${castingWords}`;
  if (counts === null || !isTie(counts) || (result !== 'tied' && result !== 'not-carried')) return label;
  const tie = `${resultLabels.tied} ${counts.for} – ${counts.against}`;
  return result === 'tied' ? tie : `${tie}: ${label.toLowerCase()}`;
}
