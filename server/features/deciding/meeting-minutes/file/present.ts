import { formatHeadingDate, formatTime, type Zone } from '#domain/dates.ts';
import { isWithheld, type MinutesDocument, type MinutesPart, type WithheldPart } from '#domain/meeting-minutes.ts';
import { minutesLabels, minutesMessages } from '#domain/messages/meeting-minutes.ts';
import { approvalText, minutesFacts, type SheetEvent, sheetSection } from '#domain/minutes-sheet.ts';
import { isEmptyRichText } from '#domain/rich-text.ts';
import { isolated } from '#domain/text.ts';
import type { Reader } from '#server/db/board-scope.ts';
import { logoKeyOf } from '#server/features/members/pictures/present.ts';
import type { PlannedSection, RecordPlan, SectionPart } from '#server/integrations/pdf/typst/plan.ts';

export function planOf(
  document: MinutesDocument,
  { dates, paperSize: paper, logoUrl }: Pick<Reader['board'], 'dates' | 'paperSize' | 'logoUrl'>,
): RecordPlan {
  const { board, colour, time_zone: timeZone, approval, at } = document;
  const zone = { ...dates, timeZone };
  const isForSignature = document.state === 'circulated' && document.is_for_signature === true;
  return {
    board,
    colour,
    paper,
    logo: logoKeyOf(logoUrl),
    title: minutesLabels.title(document.title),
    lede: [isolated(document.body), formatHeadingDate(document.start, zone), isolated(document.location)]
      .filter((words) => words !== '')
      .join(', '),
    mark: document.state === 'approved' || isForSignature ? '' : minutesLabels.draft(document.version),
    facts: minutesFacts(document.head, document.parts, zone),
    sections: document.parts.map((part) => sectionOf(part, zone)),
    signatures: document.signers.map(({ name, office }) => ({ name, note: minutesLabels.offices[office] })),
    closing: [
      ...(approval === null ? [] : [approvalText(approval, zone)]),
      ...(isForSignature ? [minutesMessages.becomeApproved] : []),
      ...(document.is_partial ? [minutesMessages.partial] : []),
    ],
    at,
  };
}

function eventPart(event: SheetEvent): SectionPart {
  if (event.kind === 'line') return event;
  const { text, motion } = event;
  return { kind: 'motion', text: motion.text, facts: [text], outcome: motion.result ?? '', remarks: motion.lines };
}

function sectionOf(part: MinutesPart | WithheldPart, timeZone: Zone): PlannedSection {
  const number = part.number ?? '';
  if (isWithheld(part)) return { kind: 'withheld', depth: part.depth, number, words: minutesMessages.withheld(number) };
  const { before, after, tasks } = sheetSection(part, timeZone);
  const parts: readonly SectionPart[] = [
    ...before.map(eventPart),
    ...(isEmptyRichText(part.notes) ? [] : [{ kind: 'notes', text: part.notes } as const]),
    ...after.map(eventPart),
    ...tasks.map((words) => ({ kind: 'action', label: minutesLabels.action, words }) as const),
  ];
  return {
    kind: 'item',
    depth: part.depth,
    number,
    title: part.title,
    time: part.from === null ? '' : formatTime(part.from, timeZone),
    parts,
  };
}
