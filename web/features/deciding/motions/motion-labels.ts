import type { Motion, Vote } from '#contract/motions.ts';
import type { BallotChoice, MotionState } from '#domain/motions.ts';
import { majorityLabels, majorityOfLabels, resultText, wayLabels } from '#domain/vote-labels.ts';

export const choiceLabels: Readonly<Record<BallotChoice, string>> = {
  for: 'For',
  against: 'Against',
  abstain: 'Abstain',
};

export const tallyLabels: Readonly<Record<BallotChoice, string>> = {
  for: 'For',
  against: 'Against',
  abstain: 'Abstained',
};

/** `By name, more than half of the votes cast`; an unopposed vote takes no majority. */
export function ruleText({ way, majority, majority_of: of }: Pick<Vote, 'way' | 'majority' | 'majority_of'>): string {
  if (way === 'unopposed') return wayLabels.unopposed;
  return `${wayLabels[way]}, ${majorityLabels[majority].toLowerCase()} ${majorityOfLabels[of]}`;
}

export const motionLabels: Readonly<Record<MotionState, string>> = {
  suggested: 'Suggested',
  proposed: 'Proposed',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  deferred: 'Deferred',
  voting: 'Vote open',
  carried: 'Carried',
  'not-carried': 'Not carried',
};

/** A tie says so, also while the chair has yet to decide it. */
export function motionLabel({ state, votes }: Pick<Motion, 'state' | 'votes'>): string {
  const vote = votes.at(-1);
  if (state === 'voting' && vote?.state === 'tied')
    return resultText('tied', { isByCasting: false, counts: vote.counts });
  if (state !== 'not-carried' || !vote || vote.casting !== null) return motionLabels[state];
  return resultText(state, { isByCasting: false, counts: vote.counts });
}

/** `Moved by Ada Byron, seconded by Bea Moser`; empty where nobody is named. */
export function movedText({ mover, seconder }: Pick<Motion, 'mover' | 'seconder'>): string {
  const moved = mover === null ? [] : [`Moved by ${mover.name}`];
  const seconded = seconder === null ? [] : [`${mover === null ? 'Seconded' : 'seconded'} by ${seconder.name}`];
  return [...moved, ...seconded].join(', ');
}

/** `4 for, 1 against, 1 abstained` */
export const countsText = (counts: NonNullable<Vote['counts']>): string =>
  `${counts.for} for, ${counts.against} against, ${counts.abstain} abstained`;
