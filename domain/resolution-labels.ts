import type { VoteWay } from './deciding.ts';
import { motionMessages } from './messages/motions.ts';
import { resolutionLabels } from './messages/resolutions.ts';
import type { BallotCounts } from './motions.ts';
import type { RegisterState } from './resolutions.ts';
import { counted, isolated } from './text.ts';
import { castingWords, isTie, resultText, wayLabels } from './vote-labels.ts';

export const bodyNameOf = ({ name }: { readonly name: string }): string =>
  name === '' ? resolutionLabels.wholeBoard : name;

interface RegisterFigures {
  readonly numbers: number;
  readonly carried: number;
  readonly passed: number;
  readonly void: number;
}

/** For example, '14 numbers, 11 carried, 2 passed in writing, 1 void'. */
export function figuresText({ numbers, carried, passed, void: voided }: RegisterFigures): string {
  const parts = [
    counted(numbers, 'number'),
    ...(carried === 0 ? [] : [`${carried} carried`]),
    ...(passed === 0 ? [] : [`${passed} passed in writing`]),
    ...(voided === 0 ? [] : [`${voided} void`]),
  ];
  return parts.join(', ');
}

interface EntryFacts {
  readonly meeting: { readonly title: string } | null;
  readonly body: { readonly name: string };
  readonly way: VoteWay | null;
  readonly by_casting_vote: boolean;
  readonly entered_afterwards: boolean;
}

export const entryFacts = (entry: EntryFacts, date: string): readonly string[] => [
  isolated(entry.meeting?.title ?? resolutionLabels.written),
  date,
  ...(entry.body.name === '' ? [] : [isolated(entry.body.name)]),
  ...(entry.way === null ? [] : [wayLabels[entry.way]]),
  ...(entry.by_casting_vote ? [`Decided ${castingWords}`] : []),
  ...(entry.entered_afterwards ? [motionMessages.enteredAfterwards] : []),
];

interface EntryResult {
  readonly state: RegisterState;
  readonly counts: BallotCounts | null;
  readonly by_casting_vote: boolean;
}

const isLostTie = ({ state, counts, by_casting_vote: isByCasting }: EntryResult): boolean =>
  state === 'not-carried' && !isByCasting && counts !== null && isTie(counts);

export function entryState(entry: EntryResult): string {
  const { state, counts } = entry;
  if (isLostTie(entry)) return resultText('not-carried', { isByCasting: false, counts });
  return state === 'passed' ? 'Passed' : resolutionLabels.states[state];
}

export function entryScore(entry: EntryResult): string {
  const { counts, state } = entry;
  if (counts === null || state === 'void') return '';
  const abstained = counts.abstain === 0 ? [] : [`${counts.abstain} abstained`];
  return [...(isLostTie(entry) ? [] : [`${counts.for} – ${counts.against}`]), ...abstained].join(', ');
}
