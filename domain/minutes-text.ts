import { formatLongDay, formatTime, type Instant, type Zone } from './dates.ts';
import type { MinutesEvent, MinutesHead, MinutesPart, MinutesTask, MinutesVote } from './meeting-minutes.ts';
import { isWithheld, type WithheldPart } from './meeting-minutes.ts';
import { declarationLine } from './messages/interests.ts';
import { minutesMessages } from './messages/meeting-minutes.ts';
import { resolutionLabels } from './messages/resolutions.ts';
import { isolated, listed } from './text.ts';
import { inactiveText, resultText } from './vote-labels.ts';

const somebody = 'A member';

export interface MinutesLine {
  readonly at: Instant;
  readonly text: string;
  readonly motion: { readonly text: string; readonly lines: readonly string[]; readonly result: string | null } | null;
}

export function minutesLine(event: MinutesEvent, timeZone: Zone): MinutesLine {
  const { at } = event;
  if (event.kind === 'motion') {
    return { at, text: movedText(event), motion: { text: event.text, ...votesOf(event) } };
  }
  return { at, text: sentenceOf(event, timeZone), motion: null };
}

function sentenceOf(event: Exclude<MinutesEvent, { kind: 'motion' }>, timeZone: Zone): string {
  const time = (at: Instant): string => formatTime(at, timeZone);
  switch (event.kind) {
    case 'phase':
      return {
        'in-session': 'The meeting resumed.',
        recess: 'Recess.',
        adjourned: 'The meeting was adjourned.',
      }[event.phase];
    case 'arrived': {
      const how = event.mode === 'remote' ? ', remote' : '';
      return `${isolated(event.name ?? somebody)} ${event.is_return ? 'returned' : 'arrived'}${how}.`;
    }
    case 'quorum':
      return `The quorum was ${event.change}.`;
    case 'left':
      return `${isolated(event.name ?? somebody)} left.`;
    case 'declared':
      return declarationLine({
        name: event.name ?? somebody,
        nature: event.nature,
        isRecused: event.is_recused && event.lifted_at === null,
        leftAt: event.left_at === null ? null : time(event.left_at),
        returnedAt: event.returned_at === null ? null : time(event.returned_at),
        about: event.about,
      });
  }
}

/** For example, 'Moved by Priya Raman, seconded by Martin Lindqvist.' */
function movedText({ mover, seconder }: Extract<MinutesEvent, { kind: 'motion' }>): string {
  if (mover === null) return '';
  const moved = `Moved by ${isolated(mover)}`;
  return seconder === null ? `${moved}.` : `${moved}, seconded by ${isolated(seconder)}.`;
}

function votesOf(motion: Extract<MinutesEvent, { kind: 'motion' }>): {
  readonly lines: readonly string[];
  readonly result: string | null;
} {
  const counted = motion.votes.findLast(({ result }) => result !== 'void');
  return { lines: motion.votes.flatMap(voteLines), result: counted ? outcomeText(counted) : stateText(motion) };
}

function stateText({ state, votes }: Extract<MinutesEvent, { kind: 'motion' }>): string | null {
  if (state === 'withdrawn') return 'Withdrawn';
  if (state === 'deferred') return 'Deferred';
  return state === 'proposed' && votes.length === 0 ? resolutionLabels.states['not-voted-on'] : null;
}

/** For example, 'Carried, 2026-014'. */
function outcomeText({ result, number, counts, casting }: MinutesVote): string {
  if (result === 'carried') return number === null ? 'Carried' : `Carried, ${number}`;
  return resultText(result, { isByCasting: false, counts: casting === null ? counts : null });
}

const choices = { for: 'for', against: 'against', abstain: 'abstaining' } as const;

function voteLines(vote: MinutesVote): readonly string[] {
  if (vote.result === 'void') {
    return [vote.by_objection ? 'Somebody objected, so the vote became void.' : 'A vote was declared void.'];
  }
  return [
    [countsText(vote), quorumText(vote)].filter((text) => text !== '').join(' '),
    ...(vote.casting === null ? [] : [`The chair decided the tie: ${vote.casting}.`]),
    ...(vote.lost_quorum ? [minutesMessages.lostQuorum] : []),
    ...(vote.inactive === undefined ? [] : [inactiveText(vote.inactive.map(isolated).join(', '))]),
    ...(vote.was_entered_afterwards ? [minutesMessages.enteredAfterwards] : []),
    ...(vote.named.length === 0
      ? []
      : [`Named: ${vote.named.map((each) => `${isolated(each.name)}, ${choices[each.choice]}`).join('; ')}.`]),
  ].filter((line) => line !== '');
}

function countsText({ way, counts }: MinutesVote): string {
  if (way === 'unopposed') return 'Unopposed.';
  const how = way === 'secret' ? 'By secret ballot: for' : way === 'hands' ? 'By show of hands: for' : 'For';
  return counts === null ? '' : `${how} ${counts.for}, against ${counts.against}, abstained ${counts.abstain}.`;
}

/** For example, 'Quorum 8 of 9, 5 needed.' */
const quorumText = ({ quorum }: MinutesVote): string =>
  quorum === null ? '' : `Quorum ${quorum.present} of ${quorum.in_office}, ${quorum.needed} needed.`;

export function quorumOfMinutes(
  head: MinutesHead,
  parts: readonly (MinutesPart | WithheldPart)[],
  timeZone: Zone,
): string | null {
  const { quorum } = head;
  if (quorum === null) return null;
  const different = parts.flatMap((part) => {
    if (isWithheld(part) || part.quorum === null || part.number === null || hasVote(part)) return [];
    return part.quorum.present === quorum.present ? [] : [{ number: part.number, present: part.quorum.present }];
  });
  const others = [...Map.groupBy(different, ({ present }) => present)].map(
    ([present, of]) => `${present} for ${of.length === 1 ? 'item' : 'items'} ${listed(of.map(({ number }) => number))}`,
  );
  const counts = [`${quorum.present} of ${quorum.in_office} present`, ...others].join(', ');
  const changes = parts
    .flatMap((part) => (isWithheld(part) ? [] : part.events))
    .flatMap((event) => (event.kind === 'quorum' ? [event] : []))
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .map(({ change, at }) => `${change} at ${formatTime(at, timeZone)}`);
  const changed = changes.length === 0 ? '' : `. The quorum was ${listed(changes)}.`;
  return `${counts}; ${quorum.needed} needed${changed}`;
}

const hasVote = ({ events }: MinutesPart): boolean =>
  events.some((event) => event.kind === 'motion' && event.votes.some(({ quorum }) => quorum !== null));

export function taskLine({ owner, title, due_on: due, state }: MinutesTask, zone?: Zone): string {
  const who = owner === null ? '' : `${isolated(owner)}, `;
  const end = state === 'done' || state === 'dropped' ? ` (${state})` : '';
  return `${who}${isolated(title)}, by ${formatLongDay(due, zone)}${end}.`;
}
