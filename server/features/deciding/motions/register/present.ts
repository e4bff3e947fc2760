import { type Register, type RegisterEntry, type RegisterQuery, registerPage } from '#contract/resolutions.ts';
import { formatHeadingDate, formatTimeWithZone, type Zone } from '#domain/dates.ts';
import type { WrittenNeeds } from '#domain/deciding.ts';
import { resolutionTitles } from '#domain/messages/general.ts';
import { registerFileLabels, resolutionLabels } from '#domain/messages/resolutions.ts';
import { bodyNameOf, entryFacts, entryScore, entryState, figuresText } from '#domain/resolution-labels.ts';
import { deadlineText, registerFileMax } from '#domain/resolutions.ts';
import { isolated } from '#domain/text.ts';
import { wayLabels } from '#domain/vote-labels.ts';
import type { Reader } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { isDeskOf } from '#server/features/deciding/deciding/bodies/policy.ts';
import type { BodyOfReader } from '#server/features/deciding/deciding/bodies/queries.ts';
import { type BoardOfPlan, headOf } from '#server/features/deciding/deciding/record-head.ts';
import { presentOpen, textSection } from '#server/features/deciding/motions/written/present.ts';
import type { WrittenRow } from '#server/features/deciding/motions/written/resolution/queries.ts';
import { countsIn } from '#server/features/deciding/room/state/policy.ts';
import type { PlannedSection, RecordPlan } from '#server/integrations/pdf/typst/plan.ts';
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
    id: body.id,
    name: body.name,
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
    counts: countsIn(row),
  };
}

interface Registered {
  readonly entries: readonly DecidedRow[];
  readonly years: readonly YearRow[];
  readonly bodies: readonly { readonly id: string; readonly name: string }[];
  readonly name: string;
  readonly at: Date;
}

/** Contains counts without names, because not every reader of the file may see the names. */
export function carriedPlan(board: BoardOfPlan, row: DecidedRow): RecordPlan {
  const { counts, way } = presentEntry(row);
  const votes = counts && `For ${counts.for}, against ${counts.against}, abstained ${counts.abstain}`;
  return {
    ...headOf(board),
    title: row.title,
    lede: `Resolution ${row.number ?? ''}`.trim(),
    mark: '',
    facts: [
      { label: 'Body', words: bodyNameOf({ name: row.body_name }) },
      { label: 'Meeting', words: isolated(row.meeting_title ?? '') },
      { label: 'Carried', words: deadlineText(row.decided_at, board.dates) },
      { label: 'Votes', words: [way && wayLabels[way], votes].filter(Boolean).join(', ') },
    ],
    sections: [textSection(row)],
    closing: [],
    at: row.decided_at.toISOString(),
  };
}

/** Throws `not-found` if the reader cannot see the requested body. */
export function registerPlan(
  { board }: { readonly board: BoardOfPlan },
  asked: RegisterQuery,
  { entries, years, bodies, name, at }: Registered,
): RecordPlan {
  const year = asked.year ?? years[0]?.year ?? null;
  const { dates: timeZone } = board;
  return {
    ...headOf(board),
    title: year === null ? resolutionTitles.list : registerFileLabels.ofYear(year),
    lede: [
      ...askedBody(asked, { bodies, entries }),
      ...(asked.result === undefined ? [] : [resolutionLabels.results[asked.result].toLowerCase()]),
      ...(asked.words === '' ? [] : [registerFileLabels.withWords(asked.words)]),
    ].join(', '),
    mark: '',
    facts: year === null ? [] : [{ label: registerFileLabels.inYear, words: figuresText(figuresOf(years, year)) }],
    sections: entries
      .slice(0, registerFileMax)
      .toReversed()
      .map((row) => sectionOf(row, timeZone)),
    closing: [
      ...(years.length === 0 ? [resolutionLabels.nothing] : entries.length === 0 ? [resolutionLabels.notFound] : []),
      ...(entries.length > registerFileMax ? [registerFileLabels.latestAlone(registerFileMax)] : []),
      registerFileLabels.asSeen(name, `${formatHeadingDate(at, timeZone)}, ${formatTimeWithZone(at, timeZone)}`),
    ],
    at: at.toISOString(),
  };
}

function askedBody(
  { body: id }: RegisterQuery,
  { bodies, entries }: Pick<Registered, 'bodies' | 'entries'>,
): readonly string[] {
  if (id === undefined) return bodies.length > 1 ? [resolutionLabels.allBodies] : [];
  const name = bodies.find((body) => body.id === id)?.name ?? entries[0]?.body_name;
  if (name === undefined) throw notFound();
  return [bodyNameOf({ name })];
}

function sectionOf(row: DecidedRow, timeZone: Zone): PlannedSection {
  const entry = presentEntry(row);
  const facts = entryFacts(entry, formatHeadingDate(entry.decided_at, timeZone));
  const state = entryState(entry);
  if (row.is_withheld) {
    return { kind: 'withheld', depth: 0, number: '', words: [entry.title, ...facts, state].join(', ') };
  }
  return {
    kind: 'item',
    depth: 0,
    number: entry.number ?? '–',
    title: entry.title,
    time: '',
    parts: [
      {
        kind: 'motion',
        text: entry.text,
        facts,
        outcome: [state, entryScore(entry)].filter((words) => words !== '').join(', '),
        remarks: [],
      },
    ],
  };
}
