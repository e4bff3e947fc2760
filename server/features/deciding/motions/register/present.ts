import { type Register, type RegisterEntry, type RegisterQuery, registerPage } from '#contract/resolutions.ts';
import { formatHeadingDate } from '#domain/dates.ts';
import type { WrittenNeeds } from '#domain/deciding.ts';
import { withheldTitle } from '#domain/messages/interests.ts';
import { motionMessages } from '#domain/messages/motions.ts';
import { resolutionLabels } from '#domain/messages/resolutions.ts';
import { bodyNameOf, figuresText, scoreText } from '#domain/resolution-labels.ts';
import { deadlineText, registerFileMax } from '#domain/resolutions.ts';
import { castingWords, wayLabels } from '#domain/vote-labels.ts';
import type { Reader } from '#server/db/board-scope.ts';
import { isDeskOf } from '#server/features/deciding/deciding/base/policy.ts';
import type { BodyOfReader } from '#server/features/deciding/deciding/base/queries.ts';
import type { WrittenRow } from '#server/features/deciding/motions/written/base/queries.ts';
import { presentOpen } from '#server/features/deciding/motions/written/present.ts';
import type { PlannedSection, RecordPlan } from '#server/integrations/pdf/record/plan.ts';
import type { DecidedRow, YearRow } from './queries.ts';

interface Found {
  readonly open: readonly WrittenRow[];
  readonly entries: readonly DecidedRow[];
  readonly years: readonly YearRow[];
  readonly bodies: readonly BodyOfReader[];
  readonly settings: { readonly written_needs: WrittenNeeds } | null;
}

export function presentRegister(reader: Reader, wanted: number | undefined, found: Found): Register {
  const { open, entries, years, bodies, settings } = found;
  const year = wanted ?? years[0]?.year ?? null;
  const isOn = settings !== null && settings.written_needs !== 'off';
  const offered = bodies.map((body) => ({
    ...{ id: body.id, name: body.name },
    can: { create: isOn && isDeskOf(reader, body) },
  }));
  return {
    open: open.map((row) => presentOpen(reader, row)),
    years: years.map((each) => each.year),
    year,
    figures: figuresOf(years, year),
    entries: entries.slice(0, registerPage).map(presentEntry),
    has_more: entries.length > registerPage,
    bodies: offered,
    can: { create: offered.some(({ can }) => can.create) },
  };
}

function figuresOf(years: readonly YearRow[], year: number | null) {
  const { numbers = 0, carried = 0, passed = 0, void: voided = 0 } = years.find((each) => each.year === year) ?? {};
  return { numbers, carried, passed, void: voided };
}

function presentEntry(row: DecidedRow): RegisterEntry {
  const { votes_for, votes_against, abstentions } = row;
  const isCounted = votes_for !== null && votes_against !== null && abstentions !== null;
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    number: row.number,
    title: row.title,
    text: row.text,
    body: { id: row.body_id, name: row.body_name },
    decided_at: row.decided_at.toISOString(),
    way: row.way,
    by_casting_vote: row.by_casting_vote,
    entered_afterwards: row.entered_afterwards,
    meeting: row.meeting_id === null ? null : { id: row.meeting_id, title: row.meeting_title ?? '' },
    counts: isCounted ? { for: votes_for, against: votes_against, abstain: abstentions } : null,
  };
}

interface Registered extends Pick<Found, 'entries' | 'years' | 'bodies'> {
  readonly at: Date;
}

/** The oldest first, as numbers are given. */
export function registerPlan(
  { board }: Pick<Reader, 'board'>,
  asked: RegisterQuery,
  { entries, years, bodies, at }: Registered,
): Omit<RecordPlan, 'creator'> {
  const year = asked.year ?? years[0]?.year ?? null;
  const body = bodies.find(({ id }) => id === asked.body);
  const { timeZone } = board;
  return {
    board: board.title,
    colour: board.primaryColor,
    title: year === null ? 'Resolutions' : `Resolutions of ${year}`,
    lede: [
      body === undefined ? resolutionLabels.allBodies : bodyNameOf(body),
      ...(asked.result === undefined ? [] : [resolutionLabels.results[asked.result].toLowerCase()]),
      ...(asked.words === '' ? [] : [`with ‘${asked.words}’`]),
    ].join(', '),
    mark: '',
    facts: [{ label: 'In the year', words: figuresText(figuresOf(years, year)) }],
    sections: entries
      .slice(0, registerFileMax)
      .toReversed()
      .map((row) => sectionOf(presentEntry(row), timeZone)),
    signatures: [],
    closing: [
      ...(entries.length > registerFileMax ? [`The latest ${registerFileMax} alone.`] : []),
      resolutionLabels.asSeen(deadlineText(at, timeZone)),
    ],
    at: at.toISOString(),
  };
}

function sectionOf(entry: RegisterEntry, timeZone: string): PlannedSection {
  const { number, state, counts, meeting, body, way } = entry;
  if (number === withheldTitle) return { kind: 'withheld', depth: 0, number: '', words: entry.title };
  const score = counts === null || state === 'void' ? '' : `, ${scoreText(counts)}`;
  const facts = [
    meeting?.title ?? 'Written resolution',
    formatHeadingDate(entry.decided_at, timeZone),
    ...(body.name === '' ? [] : [body.name]),
    ...(way === null ? [] : [wayLabels[way]]),
    ...(entry.by_casting_vote ? [`Decided ${castingWords}`] : []),
    ...(entry.entered_afterwards ? [motionMessages.enteredAfterwards] : []),
  ];
  const outcome = `${resolutionLabels.states[state]}${score}`;
  return {
    kind: 'item',
    depth: 0,
    number: number ?? '–',
    title: entry.title,
    time: '',
    parts: [{ kind: 'motion', text: entry.text, facts, outcome, remarks: [] }],
  };
}
