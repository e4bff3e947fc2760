import type { FilledItems, Minutes, MinutesAnswer, MinutesSection } from '#contract/meeting-minutes.ts';
import { isWithheld, type MinutesDocument } from '#domain/meeting-minutes.ts';
import type { Reader } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import type { FilledRow } from './filled/queries.ts';
import { canStartMinutes, canWriteMinutes, isCommenter, isVotedOn, minutesCan } from './minutes/policy.ts';
import {
  approvalOf,
  changesBetween,
  circulatedDocument,
  countChanged,
  documentOf,
  documentOfVersion,
  type Mask,
  maskDocument,
  maskedFilling,
  maskPart,
  type OpenMinutes,
  partOf,
  placedSection,
  placedSections,
  sectionOf,
  withCirculatedNames,
} from './minutes/present.ts';
import type { MinutesRow, MinutesVersionRow } from './minutes/queries.ts';
import { canSeeMinutes } from './minutes/visibility.ts';
import { fillingOf, type MeetingRecord } from './record/present.ts';
import type { RecordRow } from './record/queries.ts';

export interface FoundMinutes extends MeetingRecord {
  readonly minutes: MinutesRow | null;
}

const isOpen = (found: FoundMinutes): found is OpenMinutes => found.minutes !== null;

const maskOf = (reader: Reader, { withheld_ids: withheld }: Pick<RecordRow, 'withheld_ids'>): Mask => ({
  seesPeople: canSeePeople(reader),
  withheld: new Set(withheld),
});

export function presentAnswer(reader: Reader, found: FoundMinutes): MinutesAnswer {
  const isSeen = isOpen(found) && canSeeMinutes(reader, found.page, found.minutes);
  return {
    minutes: isSeen ? presentMinutes(reader, found) : null,
    can: { start: found.minutes === null && canStartMinutes(reader, found.page) },
  };
}

export function documentFor(reader: Reader, open: OpenMinutes): MinutesDocument {
  const kept = documentOf(reader, open, { isWriter: false });
  const shown = documentOf(reader, open, { isWriter: canWriteMinutes(reader, open.page) });
  const isCorrected = countChanged(shown, kept) > 0;
  return maskDocument(isCorrected ? { ...shown, state: 'draft', version: 0 } : kept, maskOf(reader, open.rows));
}

export const versionFor = (reader: Reader, { rows }: OpenMinutes, version: MinutesVersionRow): MinutesDocument =>
  maskDocument(documentOfVersion(version), maskOf(reader, rows));

function presentMinutes(reader: Reader, open: OpenMinutes): Minutes {
  const { page, minutes } = open;
  const mask = maskOf(reader, open.rows);
  const name = (of: string | null): string | null => (mask.seesPeople ? of : null);
  const isWriter = canWriteMinutes(reader, page);
  const whole = documentOf(reader, open, { isWriter });
  const circulated = isWriter && minutes.state === 'circulated' ? circulatedDocument(open) : null;
  const document = maskDocument(whole, mask);
  const before = circulated && maskDocument(circulated, mask);
  const placed = new Map(placedSections(open).map((each) => [each.id, each]));
  const sees = isCommenter(reader, page);
  return {
    meeting: {
      id: page.id,
      title: document.title,
      start: document.start,
      location: document.location,
      body: page.body && { id: page.body.id, name: page.body.name },
    },
    state: minutes.state,
    version: minutes.version,
    begun_at: minutes.begun_at.toISOString(),
    begun_by: name(minutes.begun_by),
    head: document.head,
    sections: document.parts.map((part) =>
      isWithheld(part)
        ? part
        : sectionOf(part, { placed: placed.get(part.id) ?? null, before, isWriter, seesPeople: mask.seesPeople }),
    ),
    comments: sees ? presentComments(reader, minutes, mask) : null,
    comments_until: minutes.comments_until,
    versions: presentVersions(minutes, mask),
    changed: countChanged(document, before),
    decision: decisionOf(open),
    is_voted_on: isVotedOn(minutes),
    approval: presentApproval(minutes),
    addenda: minutes.addenda.map(({ at, by, ...addendum }) => ({ ...addendum, at: at.toISOString(), by: name(by) })),
    has_pdf: minutes.has_pdf,
    can: minutesCan(reader, page, minutes),
  };
}

export function presentSection(reader: Reader, open: OpenMinutes, id: string): MinutesSection {
  const mask = maskOf(reader, open.rows);
  const placed = placedSection(open, id);
  const circulated = circulatedDocument(open);
  const part = maskPart(partOf(withCirculatedNames(open, circulated), placed, { circulated }), mask);
  if (isWithheld(part)) throw notFound();
  return sectionOf(part, {
    placed,
    isWriter: true,
    seesPeople: mask.seesPeople,
    before: circulated && maskDocument(circulated, mask),
  });
}

/** If something is withheld from the reader, changes are recomputed from the sections that the reader can see. */
function presentVersions({ versions }: MinutesRow, mask: Mask): Minutes['versions'] {
  const seen = versions.map(({ document }) =>
    document === null ? null : maskDocument(JSON.parse(document) as MinutesDocument, mask),
  );
  return versions.map(({ version, at, recipients, changes }, nth) => {
    const document = seen[nth] ?? null;
    return {
      version,
      at: at.toISOString(),
      recipients,
      changes: document === null ? changes : changesBetween(document, seen[nth - 1] ?? null),
    };
  });
}

function presentComments(reader: Reader, { comments }: MinutesRow, mask: Mask): NonNullable<Minutes['comments']> {
  return comments
    .filter(({ section_id: id }) => !mask.withheld.has(id))
    .map((comment) => {
      const isOwn = comment.author_id === reader.member.id;
      return {
        id: comment.id,
        section_id: comment.section_id,
        text: comment.text,
        state: comment.state,
        at: comment.at.toISOString(),
        author:
          mask.seesPeople || isOwn
            ? { member_id: comment.author_id, name: comment.author, img_url: comment.img_url }
            : null,
        settled_by: mask.seesPeople ? comment.settled_by : null,
        reason: comment.reason,
      };
    });
}

function decisionOf({ page, minutes }: OpenMinutes): Minutes['decision'] {
  if (minutes.state !== 'circulated') return null;
  const { decision, is_being_signed: isOpen } = minutes;
  if (isOpen || (decision === null && page.settings.minutes_approval === 'signatures')) {
    return { kind: 'signatures', is_open: isOpen };
  }
  const isWritten = decision === null ? page.settings.minutes_approval === 'written' : decision.written_id !== null;
  if (isWritten) return { kind: 'written', resolution_id: decision?.is_written_visible ? decision.written_id : null };
  // The motion may have been deferred to a draft meeting, which only its editors see.
  const { meeting_id: id = null, title = null, starts_at: start = null } = decision?.is_meeting_visible ? decision : {};
  return {
    kind: 'next-meeting',
    meeting: id === null || title === null ? null : { id, title, start: start?.toISOString() ?? null },
  };
}

function presentApproval(minutes: MinutesRow): Minutes['approval'] {
  const approval = approvalOf(minutes);
  return approval && { ...approval, resolution_id: minutes.approved_written_id };
}

export function presentFilledItems(reader: Reader, rows: FilledRow): FilledItems['items'] {
  const mask = maskOf(reader, rows);
  return rows.items.flatMap((item) => {
    if (item.kind === null || mask.withheld.has(item.id)) return [];
    const filling = maskedFilling(fillingOf(rows, item), mask);
    return [{ agenda_item_id: item.id, kind: item.kind, filling }];
  });
}
