import { type Register, type RegisterEntry, registerPage } from '#contract/resolutions.ts';
import type { WrittenNeeds } from '#domain/deciding.ts';
import type { Reader } from '#server/db/board-scope.ts';
import { isDeskOf } from '#server/features/deciding/deciding/base/policy.ts';
import type { BodyOfReader } from '#server/features/deciding/deciding/base/queries.ts';
import type { WrittenRow } from '#server/features/deciding/motions/written/base/queries.ts';
import { presentOpen } from '#server/features/deciding/motions/written/present.ts';
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
  const { numbers = 0, carried = 0, passed = 0, void: voided = 0 } = years.find((each) => each.year === year) ?? {};
  const isOn = settings !== null && settings.written_needs !== 'off';
  const offered = bodies.map((body) => ({
    ...{ id: body.id, name: body.name },
    can: { create: isOn && isDeskOf(reader, body) },
  }));
  return {
    open: open.map((row) => presentOpen(reader, row)),
    years: years.map((each) => each.year),
    year,
    figures: { numbers, carried, passed, void: voided },
    entries: entries.slice(0, registerPage).map(presentEntry),
    has_more: entries.length > registerPage,
    bodies: offered,
    can: { create: offered.some(({ can }) => can.create) },
  };
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
