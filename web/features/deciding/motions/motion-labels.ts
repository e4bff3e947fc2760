import type { Motion, Vote } from '#contract/motions.ts';
import type { Room, RoomPerson } from '#contract/room.ts';
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

type Rule = Pick<Vote, 'way' | 'majority' | 'majority_of' | 'has_casting_vote'>;

export function ruleText({ way, majority, majority_of: of, has_casting_vote: hasCasting }: Rule): string {
  if (way === 'unopposed') return wayLabels.unopposed;
  const rule = `${wayLabels[way]}, ${majorityLabels[majority].toLowerCase()} ${majorityOfLabels[of]}`;
  return hasCasting ? `${rule}, the chair decides a tie` : rule;
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

export function motionLabel({ state, votes }: Pick<Motion, 'state' | 'votes'>): string {
  const vote = votes.at(-1);
  if (state === 'voting' && vote?.state === 'tied')
    return resultText('tied', { isByCasting: false, counts: vote.counts });
  if (!vote || (state !== 'carried' && state !== 'not-carried')) return motionLabels[state];
  return resultText(state, { isByCasting: vote.casting !== null, counts: vote.counts });
}

export function movedText({ mover, seconder }: Pick<Motion, 'mover' | 'seconder'>): string {
  const moved = mover === null ? [] : [`Moved by ${mover.name}`];
  const seconded = seconder === null ? [] : [`${mover === null ? 'Seconded' : 'seconded'} by ${seconder.name}`];
  return [...moved, ...seconded].join(', ');
}

export const countsText = (counts: NonNullable<Vote['counts']>): string =>
  `${counts.for} for, ${counts.against} against, ${counts.abstain} abstained`;

export function countedVote(motions: readonly Motion[], itemId: string): Vote | undefined {
  const votes = motions.filter(({ agenda_item_id: id }) => id === itemId).flatMap((motion) => motion.votes);
  if (votes.some(({ state }) => state === 'open')) return undefined;
  return votes
    .filter(({ state }) => state !== 'void')
    .toSorted((one, other) => (one.closed_at ?? '').localeCompare(other.closed_at ?? ''))
    .at(-1);
}

interface MotionPlace {
  readonly itemId: string;
  readonly motion: Pick<Motion, 'mover' | 'seconder'> | null;
}

export function moverOptions(room: Room, { itemId, motion }: MotionPlace) {
  const { line, called_at: calledAt, people } = room;
  const named = [motion?.mover?.member_id, motion?.seconder?.member_id];
  const recused = recusedFromItem(room, itemId);
  const isThere = ({ member_id: id, attended }: RoomPerson): boolean => {
    if (calledAt === null) return true;
    return line.phase === 'adjourned'
      ? attended !== null
      : (line.presences ?? []).some((each) => each.member_id === id);
  };
  const canMove = (person: RoomPerson): boolean => isThere(person) && !recused.has(person.member_id);
  return (people ?? [])
    .filter((person) => person.is_voter && (named.includes(person.member_id) || canMove(person)))
    .map(({ member_id: value, name: label }) => ({ value, label }));
}

function recusedFromItem({ line, declarations }: Room, itemId: string): ReadonlySet<string> {
  const declared = (declarations ?? []).filter((each) => each.agenda_item_id === itemId && each.is_recused);
  const current = line.pointer === itemId ? (line.recused ?? []) : [];
  return new Set([...declared.map(({ member_id: id }) => id), ...current]);
}
