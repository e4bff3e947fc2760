import type { Annotation, DrawnAnnotation, NoteAnnotation } from './annotation.ts';

export interface ReviewState {
  readonly id: string;
  readonly author?: string;
  readonly modified?: string;
  readonly contents: string;
}

export function shownAnnotations(annotations: readonly Annotation[]): readonly DrawnAnnotation[] {
  const parents = parentsOfStates(annotations);
  return annotations.filter(
    (annotation): annotation is DrawnAnnotation =>
      annotation.kind !== 'opaque' && !isHidden(annotation) && !parents.has(annotation.id),
  );
}

export function countKept(annotations: readonly Annotation[]): number {
  const parents = parentsOfStates(annotations);
  const shown = new Set(shownAnnotations(annotations).map(({ id }) => id));
  return annotations.filter(({ id }) => !shown.has(id) && !shown.has(parents.get(id) ?? '')).length;
}

export function reviewStates(annotations: readonly Annotation[], id: string): readonly ReviewState[] {
  const parents = parentsOfStates(annotations);
  const last = new Map<string, NoteAnnotation>();
  for (const annotation of annotations) {
    if (parents.get(annotation.id) !== id || annotation.kind !== 'text') continue;
    const of = `${annotation.author}\0${annotation.stateModel}`;
    last.delete(of);
    last.set(of, annotation);
  }
  return [...last.values()].flatMap(({ id: state, author, modified, created, state: contents = '' }) =>
    empty.has(contents)
      ? []
      : [{ id: state, ...(author ? { author } : {}), ...optionalDate(modified ?? created), contents }],
  );
}

function isHidden({ flags }: DrawnAnnotation): boolean {
  return flags?.some((flag) => ['hidden', 'noview'].includes(flag.toLowerCase())) ?? false;
}

const empty: ReadonlySet<string> = new Set(['', 'None', 'Unmarked']);

const optionalDate = (modified: string | undefined) => (modified === undefined ? {} : { modified });

/** A review state may reply to an earlier state (ISO 32000-1, 12.5.6.3). */
function parentsOfStates(annotations: readonly Annotation[]): ReadonlyMap<string, string> {
  const states = new Map<string, string>();
  for (const annotation of annotations) {
    if (annotation.kind !== 'text' || annotation.state === undefined || annotation.stateModel === undefined) continue;
    if (annotation.inReplyTo !== undefined) states.set(annotation.id, annotation.inReplyTo);
  }
  if (states.size === 0) return states;
  const ids = new Set(annotations.map(({ id }) => id));
  const parents = new Map<string, string>();
  for (const [id, above] of states) {
    let parent: string | undefined = above;
    for (let steps = 0; parent !== undefined && states.has(parent) && steps < states.size; steps += 1) {
      parent = states.get(parent);
    }
    if (parent !== undefined && ids.has(parent) && !states.has(parent)) parents.set(id, parent);
  }
  return parents;
}
