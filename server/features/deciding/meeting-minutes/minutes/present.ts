import type { MinutesSection } from '#contract/meeting-minutes.ts';
import { formatLongDate } from '#domain/dates.ts';
import { knownName } from '#domain/identity.ts';
import {
  isWithheld,
  type MinutesAttendee,
  type MinutesChange,
  type MinutesDocument,
  type MinutesEvent,
  type MinutesHead,
  type MinutesPart,
  type MinutesVote,
  type WithheldPart,
} from '#domain/meeting-minutes.ts';
import { emptyRichText, isEmptyRichText } from '#domain/rich-text.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import {
  headOf,
  type MeetingRecord,
  numbersOf,
  type RecordOfItem,
  recordOfItem,
} from '#server/features/deciding/meeting-minutes/record/present.ts';
import type { RecordItem } from '#server/features/deciding/meeting-minutes/record/queries.ts';
import type { NamedMember } from '#server/features/deciding/motions/motion/queries.ts';
import { deskOf } from '#server/features/deciding/room/state/policy.ts';
import { isVotedOn } from './policy.ts';
import type { MinutesRow, MinutesVersionRow, SectionRow } from './queries.ts';

export interface OpenMinutes extends MeetingRecord {
  readonly minutes: MinutesRow;
}

const noRecord: RecordOfItem = { from: null, until: null, quorum: null, events: [], filling: null, tasks: [] };

export interface PlacedSection {
  readonly id: string;
  readonly number: string;
  readonly depth: number;
  readonly title: string;
  readonly item: RecordItem | null;
  readonly row: SectionRow | null;
}

export function placedSections({ rows, minutes }: OpenMinutes): readonly PlacedSection[] {
  const items = new Map(rows.items.map((item) => [item.id, item]));
  if (minutes.state !== 'draft') {
    return minutes.sections.map((row) => {
      const { id, number, depth, title } = row;
      return { id, number, depth, title, item: items.get(id) ?? null, row };
    });
  }
  const numbers = numbersOf(rows.items);
  const written = new Map(minutes.sections.map((row) => [row.id, row]));
  const gone = minutes.sections.filter(({ id, notes }) => !items.has(id) && !isEmptyRichText(notes));
  return [
    ...rows.items.map((item) => {
      const { id, depth, title } = item;
      return { id, number: numbers.get(id) ?? '', depth, title, item, row: written.get(id) ?? null };
    }),
    ...gone.map((row) => ({ id: row.id, number: '', depth: 0, title: row.title, item: null, row })),
  ];
}

export function placedSection(open: OpenMinutes, id: string): PlacedSection & { readonly position: number } {
  const placed = placedSections(open);
  const position = placed.findIndex((each) => each.id === id);
  const found = placed[position];
  if (found) return { ...found, position };
  const row = open.minutes.sections.find((each) => each.id === id);
  if (!row) throw notFound();
  return { id, number: '', depth: 0, title: row.title, item: null, row, position: placed.length };
}

const numbersIn = ({ minutes, rows }: OpenMinutes): ReadonlyMap<string, string> =>
  minutes.state === 'draft' ? numbersOf(rows.items) : new Map(minutes.sections.map((row) => [row.id, row.number]));

export function partOf(
  open: OpenMinutes,
  placed: PlacedSection,
  of: { readonly circulated: MinutesDocument | null; readonly numbers?: ReadonlyMap<string, string> },
): MinutesPart {
  const { item, row } = placed;
  const record = item === null ? noRecord : recordOfItem(open, item, of.numbers ?? numbersIn(open));
  const part: MinutesPart = {
    id: placed.id,
    number: placed.number === '' ? null : placed.number,
    depth: placed.depth,
    title: placed.title,
    kind: item?.kind ?? row?.kind ?? null,
    ...record,
    notes: row?.notes ?? emptyRichText,
  };
  const kept = of.circulated?.parts.find(({ id }) => id === placed.id);
  if (kept === undefined || isWithheld(kept)) return part;
  const events = part.events.map((event) => withCirculatedBallots(event, kept.events));
  return { ...kept, quorum: part.quorum, events, notes: part.notes };
}

/** Keeps the circulated order of ballots, so that renaming a person does not reorder them. */
function withCirculatedBallots(event: MinutesEvent, before: readonly MinutesEvent[]): MinutesEvent {
  if (event.kind !== 'motion') return event;
  const known = before.flatMap((each) => (each.kind === 'motion' ? each.votes : []));
  const votes = event.votes.map((vote) => {
    const kept = known.find(({ id }) => id === vote.id);
    return kept === undefined ? vote : { ...vote, named: kept.named, inactive: kept.inactive };
  });
  return { ...event, votes };
}

/** Uses names from the circulated minutes, so that a renamed person does not look like a correction. */
export function withCirculatedNames(open: OpenMinutes, circulated: MinutesDocument | null): OpenMinutes {
  const names = new Map(circulated?.head.attendees?.map(({ member_id: id, name }) => [id, name]));
  if (names.size === 0) return open;
  const named = <Person extends NamedMember>(person: Person): Person => ({
    ...person,
    name: names.get(person.member_id) ?? person.name,
  });
  const people = open.page.people.map((person) => {
    const name = names.get(person.id) ?? knownName(person);
    return name === knownName(person) ? person : { ...person, first_name: name, last_name: '', name_note: '' };
  });
  const motions = open.motions.map((motion) => ({
    ...motion,
    mover: motion.mover && named(motion.mover),
    seconder: motion.seconder && named(motion.seconder),
    votes: motion.votes.map((vote) => ({ ...vote, ballots: vote.ballots.map(named) })),
  }));
  return { ...open, page: { ...open.page, people }, motions };
}

/** The only parts of the header that can be corrected after circulation are presences, guests and the quorum. */
function correctedHead(kept: MinutesHead, now: MinutesHead): MinutesHead {
  const [before, present] = [kept.attendees ?? [], now.attendees ?? []];
  const attendees = before.map((each) => {
    const own = present.find(({ member_id: id }) => id === each.member_id);
    if (own === undefined) return each;
    return { ...each, attendance: own.attendance, stays: own.stays, is_throughout: own.is_throughout };
  });
  const known = new Set(before.map(({ member_id: id }) => id));
  const added = present.filter(({ member_id: id, stays }) => !known.has(id) && stays.length > 0);
  const all = [...attendees, ...added];
  const hasMoved = added.length > 0 || attendees.some((each, nth) => each.attendance !== before[nth]?.attendance);
  const order = new Map(present.map(({ member_id: id }, nth) => [id, nth]));
  const placeOf = ({ member_id: id }: MinutesAttendee): number => order.get(id) ?? all.length;
  const sorted = hasMoved ? all.toSorted((one, other) => placeOf(one) - placeOf(other)) : all;
  return { ...kept, attendees: sorted, guests: now.guests, quorum: now.quorum };
}

/** Only writers get corrections that have not been circulated. */
export function documentOf(
  scope: Pick<BoardScope, 'board'>,
  open: OpenMinutes,
  { isWriter }: { readonly isWriter: boolean },
): MinutesDocument {
  const { minutes } = open;
  const kept = circulatedDocument(open);
  const isCorrecting = isWriter && minutes.state === 'circulated' && !isVotedOn(minutes);
  if (kept === null || isCorrecting) return draftDocument(scope, open);
  const { state, version } = minutes;
  return { ...kept, state, version, approval: approvalOf(minutes), at: minutes.approved_at?.toISOString() ?? kept.at };
}

export function draftDocument({ board }: Pick<BoardScope, 'board'>, found: OpenMinutes): MinutesDocument {
  const circulated = circulatedDocument(found);
  const open = withCirculatedNames(found, circulated);
  const { page, minutes } = open;
  const numbers = numbersIn(open);
  const parts = placedSections(open).map((placed) => partOf(open, placed, { circulated, numbers }));
  const at = (minutes.versions.at(-1)?.at ?? minutes.begun_at).toISOString();
  if (circulated !== null) {
    const { state, version } = minutes;
    return { ...circulated, state, version, head: correctedHead(circulated.head, headOf(open)), parts, at };
  }
  return {
    board: board.title,
    colour: board.primaryColor,
    time_zone: board.timeZone,
    body: page.body?.name ?? '',
    title: page.title,
    start: (page.starts_at ?? minutes.begun_at).toISOString(),
    location: page.location,
    state: minutes.state,
    version: minutes.version,
    head: headOf(open),
    parts,
    approval: null,
    signers: signersOf(page),
    is_partial: false,
    at,
  };
}

export const dayOfMinutes = (
  { starts_at: start }: { readonly starts_at: Date | null },
  { dates }: Pick<BoardScope['board'], 'dates'>,
): string => (start === null ? '' : formatLongDate(start, dates));

function signersOf(page: OpenMinutes['page']): MinutesDocument['signers'] {
  const { minutes_signed_by: by, minutes_approval: approval } = page.settings;
  if (approval === 'signatures') return [];
  const { chair_id: chair, secretary_id: secretary } = deskOf(page);
  const offices = [
    ...(by === 'nobody' ? [] : [{ id: chair, office: 'chair' as const }]),
    ...(by === 'both' ? [{ id: secretary, office: 'secretary' as const }] : []),
  ];
  return offices.flatMap(({ id, office }) => {
    const person = page.people.find((each) => each.id === id);
    return person ? [{ name: knownName(person), office }] : [];
  });
}

export const circulatedDocument = ({ minutes }: OpenMinutes): MinutesDocument | null =>
  minutes.circulated === null ? null : documentOfVersion({ document: minutes.circulated });

export const documentOfVersion = ({ document }: Pick<MinutesVersionRow, 'document'>): MinutesDocument =>
  JSON.parse(document) as MinutesDocument;

export const approvalOf = ({
  approved_at: at,
  approved_written_id: written,
  approved_request_id: request,
  number,
  approved_in: meetingTitle,
}: MinutesRow) =>
  at === null
    ? null
    : {
        kind:
          request !== null ? ('signatures' as const) : written === null ? ('motion' as const) : ('written' as const),
        at: at.toISOString(),
        number,
        meeting_title: meetingTitle,
      };

export interface Mask {
  readonly seesPeople: boolean;
  readonly withheld: ReadonlySet<string>;
}

export function maskDocument(document: MinutesDocument, mask: Mask): MinutesDocument {
  const masked = {
    ...document,
    head: mask.seesPeople ? document.head : { ...document.head, attendees: null, guests: null },
    signers: mask.seesPeople ? document.signers : [],
    parts: document.parts.map((part) => (isWithheld(part) ? part : maskPart(part, mask))),
  };
  // If only items of other meetings are withheld, masking changes nothing and the minutes are complete.
  return isSameJson(masked, document) ? document : { ...masked, is_partial: true };
}

export function maskPart(part: MinutesPart, mask: Mask): MinutesPart | WithheldPart {
  const { id, number, depth } = part;
  return mask.withheld.has(id) ? { id, number, depth, is_withheld: true } : maskedPart(part, mask);
}

/** Declarations about a withheld item can also appear under other items, so mask every part. */
function maskedPart(part: MinutesPart, mask: Mask): MinutesPart {
  const events = part.events.filter((event) => {
    if (event.kind === 'motion') return !mask.withheld.has(event.motion_id);
    return event.kind !== 'declared' || !mask.withheld.has(event.about_id);
  });
  return {
    ...part,
    events: mask.seesPeople ? events : events.map(namelessEvent),
    tasks: maskedTasks(part.tasks, mask),
    filling: maskedFilling(part.filling, mask),
  };
}

const maskedTasks = (tasks: MinutesPart['tasks'], { seesPeople, withheld }: Mask): MinutesPart['tasks'] =>
  tasks.filter(({ id }) => !withheld.has(id)).map((task) => (seesPeople ? task : { ...task, owner: null }));

export const maskedFilling = (filling: MinutesPart['filling'], mask: Mask): MinutesPart['filling'] =>
  filling?.kind === 'action-items' ? { ...filling, tasks: maskedTasks(filling.tasks, mask) } : filling;

function namelessEvent(event: MinutesPart['events'][number]): MinutesPart['events'][number] {
  switch (event.kind) {
    case 'phase':
    case 'quorum':
      return event;
    case 'motion':
      return { ...event, mover: null, seconder: null, votes: event.votes.map(namelessVote) };
    default:
      return { ...event, name: null };
  }
}

const namelessVote = ({ inactive: _, ...vote }: MinutesVote): MinutesVote => ({ ...vote, named: [] });

/**
 * Compares the part with the circulated minutes, masked for the reader. Only writers get the revision and its author,
 * because both may belong to an uncirculated correction.
 */
export function sectionOf(
  part: MinutesPart,
  of: {
    readonly placed: PlacedSection | null;
    readonly before: MinutesDocument | null;
    readonly isWriter: boolean;
    readonly seesPeople: boolean;
  },
): MinutesSection {
  const { placed, before } = of;
  const was = before?.parts.find(({ id }) => id === part.id) ?? null;
  const circulated = was === null || isWithheld(was) ? null : was;
  const row = of.isWriter ? (placed?.row ?? null) : null;
  const isOther = circulated !== null && !isSameJson(circulated.notes, part.notes);
  return {
    ...part,
    agenda_item_id: placed?.item?.id ?? null,
    revision: row?.revision ?? 0,
    changed_at: row?.changed_at?.toISOString() ?? null,
    changed_by: of.seesPeople ? (row?.changed_by ?? null) : null,
    circulated_notes: isOther ? circulated.notes : null,
    has_record_changed: circulated !== null && !isSameRecord(circulated, part),
  };
}

/** Ignores the order of keys, which PostgreSQL does not preserve in `jsonb`. */
export const isSameJson = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, field: unknown) =>
    typeof field === 'object' && field !== null && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : field,
  );

const recordFields = ['from', 'until', 'quorum', 'events', 'filling', 'tasks'] as const;

const isSameRecord = (one: MinutesPart, other: MinutesPart): boolean =>
  recordFields.every((field) => isSameJson(one[field], other[field]));

const headTitle = 'Attendance and quorum';

export function changesBetween(now: MinutesDocument, before: MinutesDocument | null): readonly MinutesChange[] {
  if (before === null) return [];
  const known = new Map(before.parts.map((part) => [part.id, part]));
  const kept = new Set(now.parts.map(({ id }) => id));
  const gone = before.parts.filter(({ id }) => !kept.has(id));
  const others = now.parts.filter((part) => {
    const was = known.get(part.id);
    if (was === undefined || isWithheld(was) || isWithheld(part)) return was === undefined;
    return !isSameJson(was.notes, part.notes) || !isSameRecord(was, part);
  });
  const sections = [...others, ...gone].map((part) => ({
    section_id: part.id,
    number: part.number,
    title: isWithheld(part) ? '' : part.title,
  }));
  const isSameHead = isSameJson(now.head, before.head);
  return [...(isSameHead ? [] : [{ section_id: null, number: null, title: headTitle }]), ...sections];
}

export const countChanged = (now: MinutesDocument, before: MinutesDocument | null): number =>
  changesBetween(now, before).length;
