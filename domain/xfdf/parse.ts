import { type Annotation, type AnnotationSet, annotationCharactersMax } from './annotation.ts';
import { parseAnnotation } from './parse-annotation.ts';
import { childElements, RefusedXml, readXml, textOf, type XfdfRefusal, type XmlElement } from './xml.ts';

export type ParsedXfdf =
  | { readonly kind: 'parsed'; readonly annotations: AnnotationSet }
  | { readonly kind: 'refused'; readonly reason: XfdfRefusal; readonly message: string };

const keptEnvelope = new Set(['f', 'ids', 'fields']);

/** Parses XFDF (ISO 19444-1). Annotations of unknown kinds become opaque, so they are kept but not drawn. */
export function parseXfdf(text: string, charactersMax: number = annotationCharactersMax): ParsedXfdf {
  if (text.length >= charactersMax) {
    return {
      kind: 'refused',
      reason: 'too-large',
      message: `${text.length} characters; the limit is ${charactersMax}`,
    };
  }
  try {
    return { kind: 'parsed', annotations: readAnnotations(readXml(text)) };
  } catch (error) {
    if (!(error instanceof RefusedXml)) throw error;
    return { kind: 'refused', reason: error.reason, message: error.message };
  }
}

function readAnnotations(root: XmlElement): AnnotationSet {
  const annotations = new Map<string, Annotation>();
  const envelope: XmlElement[] = [];
  const freeId = createFreeIds(annotations);
  for (const element of childElements(root)) {
    if (element.name === 'annots' || element.name === 'add') {
      for (const annotation of annotationsIn(element)) {
        const id = freeId(annotation.id);
        annotations.set(id, id === annotation.id ? annotation : { ...annotation, id });
      }
    } else if (element.name === 'modify') {
      for (const annotation of annotationsIn(element)) annotations.set(annotation.id, annotation);
    } else if (element.name === 'delete') {
      for (const id of deletedIds(element)) annotations.delete(id);
    } else if (keptEnvelope.has(element.name)) envelope.push(element);
  }
  return { annotations: [...annotations.values()], envelope };
}

function annotationsIn(element: XmlElement): readonly Annotation[] {
  return childElements(element)
    .flatMap((child) => (child.name === 'annots' ? childElements(child) : [child]))
    .filter(({ name }) => name !== 'popup')
    .map(parseAnnotation);
}

function deletedIds(element: XmlElement): readonly string[] {
  return childElements(element).map((child) =>
    child.name === 'id' ? textOf(child).trim() : (child.attributes.name ?? ''),
  );
}

/** Renames duplicate ids, which files from other programs may contain. */
function createFreeIds(used: ReadonlyMap<string, unknown>): (id: string) => string {
  const counts = new Map<string, number>();
  return (id) => {
    if (!used.has(id)) return id;
    let count = counts.get(id) ?? 2;
    while (used.has(`${id}-${count}`)) count += 1;
    counts.set(id, count);
    return `${id}-${count}`;
  };
}
