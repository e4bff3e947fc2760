import { formatHeadingDate, formatTime, type Zone } from './dates.ts';
import type {
  MinutesApproval,
  MinutesAttendee,
  MinutesFilling,
  MinutesHead,
  MinutesPart,
  MinutesStay,
  WithheldPart,
} from './meeting-minutes.ts';
import { type MinutesLine, minutesLine, quorumOfMinutes, taskLine } from './minutes-text.ts';
import { counted, isolated } from './text.ts';

interface MinutesFact {
  readonly label: string;
  readonly words: string;
}

const standings = [
  ['present', 'Present'],
  ['remote', 'Remote'],
  ['apologies', 'Apologies'],
  ['absent', 'Absent'],
] as const;

export function minutesFacts(
  head: MinutesHead,
  parts: readonly (MinutesPart | WithheldPart)[],
  timeZone: Zone,
): readonly MinutesFact[] {
  const people = standings.map(([attendance, label]): MinutesFact => {
    const names = (head.attendees ?? []).filter((each) => each.attendance === attendance);
    const words = names.map((each) => attendeeText(each, timeZone)).join('; ');
    return { label, words: attendance === 'absent' ? absentText(words, head) : words };
  });
  const guests = (head.guests ?? [])
    .map(({ name, role }) =>
      [name, role]
        .filter((words) => words !== '')
        .map(isolated)
        .join(', '),
    )
    .join('; ');
  const shown = head.attendees === null ? [] : [...people, { label: 'Guests', words: guests }];
  const held = { label: 'Held', words: heldText(head, timeZone) };
  return [held, ...shown, { label: 'Quorum', words: quorumOfMinutes(head, parts, timeZone) ?? '' }].filter(
    ({ words }) => words !== '',
  );
}

/** For example, 'Called to order at 9:32 AM, adjourned at 11:38 AM'. */
function heldText({ called_at: called, adjourned_at: adjourned }: MinutesHead, zone: Zone): string {
  if (called === null) return '';
  const end = adjourned === null ? '' : `, adjourned at ${formatTime(adjourned, zone)}`;
  return `Called to order at ${formatTime(called, zone)}${end}`;
}

function absentText(names: string, { vacancies }: MinutesHead): string {
  const absent = names === '' ? 'None' : names;
  if (vacancies === 0) return names === '' ? '' : names;
  return `${absent}. ${vacancies === 1 ? 'One seat was vacant' : `${counted(vacancies, 'seat')} were vacant`}.`;
}

/** For example, 'Thomas McKenna (chair, 9:31 AM – 10:22 AM, 10:41 AM – 11:38 AM)'. */
function attendeeText({ name, office, is_voter: isVoter, stays, is_throughout: whole }: MinutesAttendee, zone: Zone) {
  const times = whole ? [] : stays.map((stay) => stayText(stay, zone));
  const notes = [...(office === null ? [] : [office as string]), ...(isVoter ? [] : ['non-voting']), ...times];
  return notes.length === 0 ? isolated(name) : `${isolated(name)} (${notes.join(', ')})`;
}

function stayText({ arrived_at: from, left_at: until }: MinutesStay, zone: Zone): string {
  return until === null ? `from ${formatTime(from, zone)}` : `${formatTime(from, zone)} – ${formatTime(until, zone)}`;
}

export type SheetEvent =
  | { readonly kind: 'line'; readonly words: string }
  | ({ readonly kind: 'motion' } & MinutesLine & { readonly motion: NonNullable<MinutesLine['motion']> });

interface SheetSection {
  readonly before: readonly SheetEvent[];
  readonly after: readonly SheetEvent[];
  readonly tasks: readonly string[];
}

export function sheetSection(part: MinutesPart, timeZone: Zone): SheetSection {
  const events = part.events.map((event) => sheetEvent(minutesLine(event, timeZone), timeZone));
  const first = events.findIndex(({ kind }) => kind === 'motion');
  const end = first === -1 ? events.length : first;
  const filled = fillingLines(part.filling, timeZone).map((words): SheetEvent => ({ kind: 'line', words }));
  return {
    before: [...events.slice(0, end), ...filled],
    after: events.slice(end),
    tasks: part.tasks.map((task) => taskLine(task, timeZone)),
  };
}

const sheetEvent = ({ at, text, motion }: MinutesLine, timeZone: Zone): SheetEvent =>
  motion === null
    ? { kind: 'line', words: `${formatTime(at, timeZone)}: ${text}` }
    : { kind: 'motion', at, text: [formatTime(at, timeZone), text].filter((words) => words !== '').join(': '), motion };

const decidedWords = {
  carried: 'carried',
  'not-carried': 'not carried',
  void: 'void',
  passed: 'passed',
  'not-passed': 'not passed',
  withdrawn: 'withdrawn',
  'to-meeting': 'moved to a meeting',
  'not-voted-on': 'not voted on',
} as const;

export function fillingLines(filling: MinutesFilling | null, timeZone: Zone): readonly string[] {
  switch (filling?.kind) {
    case 'action-items':
      return filling.tasks.map((task) => taskLine(task, timeZone));
    case 'written-resolutions':
      return filling.resolutions.map(({ title, number, state, decided_at: at }) => {
        const named = number === null ? isolated(title) : `${number}, ${isolated(title)}`;
        return `${named}: ${decidedWords[state]} on ${formatHeadingDate(at, timeZone)}.`;
      });
    default:
      return [];
  }
}

/** For example, 'Approved by resolution 2026-012 of November Board Meeting, on Thursday, November 19, 2026.' */
export function approvalText(approval: MinutesApproval, timeZone: Zone): string {
  const number = approval.number === null ? '' : ` by resolution ${approval.number}`;
  const where =
    approval.kind === 'signatures'
      ? ' by signatures'
      : approval.kind === 'written'
        ? ' in writing'
        : approval.meeting_title === null
          ? ''
          : `${number === '' ? ' in' : ' of'} ${isolated(approval.meeting_title)}`;
  const how = approval.kind === 'written' ? `${where}${number}` : `${number}${where}`;
  return `Approved${how}, on ${formatHeadingDate(approval.at, timeZone)}.`;
}
