import type { Majority, MajorityOf, VoteWay } from './deciding.ts';
import type { VoteState } from './motions.ts';

export const wayLabels: Readonly<Record<VoteWay, string>> = {
  named: 'By name',
  secret: 'Secret',
  hands: 'By hands',
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

/** After a result: of a tie. */
export const castingWords = 'by the chair’s casting vote';

export const resultLabels: Readonly<Record<Exclude<VoteState, 'open'>, string>> = {
  carried: 'Carried',
  'not-carried': 'Not carried',
  tied: 'Tied',
  void: 'Void',
};

/** `Carried by the chair’s casting vote` */
export const resultText = (result: Exclude<VoteState, 'open'>, isByCasting: boolean): string =>
  isByCasting ? `${resultLabels[result]} ${castingWords}` : resultLabels[result];
