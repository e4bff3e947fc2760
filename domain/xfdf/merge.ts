import type { Annotation, AnnotationSet } from './annotation.ts';
import { readPdfDate } from './values.ts';
import { writeAnnotation } from './write.ts';

/** `base` is the last state that both sides share. */
export interface AnnotationsToMerge {
  readonly base: AnnotationSet;
  readonly ours: AnnotationSet;
  readonly theirs: AnnotationSet;
}

/** A three-way merge by id. The later change wins, and a change wins over a deletion. */
export function mergeAnnotations({ base, ours, theirs }: AnnotationsToMerge): AnnotationSet {
  const before = byId(base);
  const mine = byId(ours);
  const other = byId(theirs);
  const ids = new Set([...other.keys(), ...mine.keys()]);
  const annotations = [...ids]
    .map((id) => mergeOne(before.get(id), mine.get(id), other.get(id)))
    .filter((annotation) => annotation !== undefined);
  return { annotations, envelope: theirs.envelope.length > 0 ? theirs.envelope : ours.envelope };
}

function mergeOne(
  base: Annotation | undefined,
  ours: Annotation | undefined,
  theirs: Annotation | undefined,
): Annotation | undefined {
  if (same(base, ours)) return theirs;
  if (same(base, theirs)) return ours;
  if (!ours || !theirs) return ours ?? theirs;
  return changedAt(theirs) > changedAt(ours) ? theirs : ours;
}

/** Compares the serialised annotations, so that rounding does not count as a change. */
function same(a: Annotation | undefined, b: Annotation | undefined): boolean {
  if (a === b) return true;
  return a !== undefined && b !== undefined && writeAnnotation(a) === writeAnnotation(b);
}

function changedAt(annotation: Annotation): number {
  const text =
    annotation.kind === 'opaque' ? annotation.element.attributes.date : (annotation.modified ?? annotation.created);
  return readPdfDate(text) ?? Number.NEGATIVE_INFINITY;
}

function byId(annotations: AnnotationSet): ReadonlyMap<string, Annotation> {
  return new Map(annotations.annotations.map((annotation) => [annotation.id, annotation]));
}
