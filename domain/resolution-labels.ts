import { resolutionLabels } from './messages/resolutions.ts';
import type { BallotCounts } from './motions.ts';
import { counted } from './text.ts';

export const bodyNameOf = ({ name }: { readonly name: string }): string =>
  name === '' ? resolutionLabels.wholeBoard : name;

/** `4 – 1, 1 abstained` */
export function scoreText(counts: BallotCounts): string {
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
