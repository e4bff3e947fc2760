import type { Mark, Marks } from './annotation.ts';
import { readPdfDate } from './values.ts';
import { writeMark } from './write.ts';

/** The same document's marks as both sides last agreed on them, and as each has them now. */
export interface MarksToMerge {
  readonly base: Marks;
  readonly ours: Marks;
  readonly theirs: Marks;
}

/**
 * Mark by mark, by id. What only one side changed, added or deleted is taken. What both changed: the later
 * change wins, ours when neither is later. A deletion beats no change; a change beats a deletion, since what
 * was written can be deleted again and what was lost cannot be found. Order: theirs, then what only we have.
 */
export function mergeMarks({ base, ours, theirs }: MarksToMerge): Marks {
  const before = byId(base);
  const mine = byId(ours);
  const other = byId(theirs);
  const ids = new Set([...other.keys(), ...mine.keys()]);
  const marks = [...ids]
    .map((id) => mergeOne(before.get(id), mine.get(id), other.get(id)))
    .filter((mark) => mark !== undefined);
  return { marks, envelope: theirs.envelope.length > 0 ? theirs.envelope : ours.envelope };
}

function mergeOne(base: Mark | undefined, ours: Mark | undefined, theirs: Mark | undefined): Mark | undefined {
  if (same(base, ours)) return theirs;
  if (same(base, theirs)) return ours;
  if (!ours || !theirs) return ours ?? theirs;
  return changedAt(theirs) > changedAt(ours) ? theirs : ours;
}

/** Alike as they would be written: rounding is no change. */
function same(a: Mark | undefined, b: Mark | undefined): boolean {
  if (a === b) return true;
  return a !== undefined && b !== undefined && writeMark(a) === writeMark(b);
}

function changedAt(mark: Mark): number {
  const text = mark.kind === 'opaque' ? mark.element.attributes.date : (mark.modified ?? mark.created);
  return readPdfDate(text) ?? Number.NEGATIVE_INFINITY;
}

function byId(marks: Marks): ReadonlyMap<string, Mark> {
  return new Map(marks.marks.map((mark) => [mark.id, mark]));
}
