import type { VoteWay } from './deciding.ts';
import { motionMessages } from './messages/motions.ts';
import { resolutionLabels } from './messages/resolutions.ts';
import type { BallotCounts } from './motions.ts';
import type { RegisterState } from './resolutions.ts';
import { counted } from './text.ts';
import { castingWords, wayLabels } from './vote-labels.ts';

export const bodyNameOf = ({ name }: { readonly name: string }): string =>
  name === '' ? resolutionLabels.wholeBoard : name;

/** `4 – 1, 1 abstained` */
function scoreText(counts: BallotCounts): string {
  const abstained = counts.abstain === 0 ? '' : `, ${counts.abstain} abstained`;
  return `${counts.for} – ${counts.against}${abstained}`;
}

interface RegisterFigures {
  readonly numbers: number;
  readonly carried: number;
  readonly passed: number;
  readonly void: number;
}

/** `14 numbers, 11 carried, 2 passed in writing, 1 void` */
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
  /** Null: in writing. */
  readonly meeting: { readonly title: string } | null;
  /** Empty for the whole board. */
  readonly body: { readonly name: string };
  readonly way: VoteWay | null;
  readonly by_casting_vote: boolean;
  readonly entered_afterwards: boolean;
}

/** Where, when and how something was decided. */
export const entryFacts = (entry: EntryFacts, date: string): readonly string[] => [
  entry.meeting?.title ?? resolutionLabels.written,
  date,
  ...(entry.body.name === '' ? [] : [entry.body.name]),
  ...(entry.way === null ? [] : [wayLabels[entry.way]]),
  ...(entry.by_casting_vote ? [`Decided ${castingWords}`] : []),
  ...(entry.entered_afterwards ? [motionMessages.enteredAfterwards] : []),
];

/** Beside its meeting or the words that it is a written one: `Passed`. */
export const entryState = (state: RegisterState): string =>
  state === 'passed' ? 'Passed' : resolutionLabels.states[state];

/** Empty where nothing was counted, or what was counts no more. */
export const entryScore = (entry: { readonly counts: BallotCounts | null; readonly state: RegisterState }): string =>
  entry.counts === null || entry.state === 'void' ? '' : scoreText(entry.counts);
