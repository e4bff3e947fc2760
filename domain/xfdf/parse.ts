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
  const annotations = new AnnotationList();
  const envelope: XmlElement[] = [];
  for (const element of childElements(root)) {
    if (element.name === 'annots' || element.name === 'add') annotations.addAll(wrappedIn(element));
    else if (element.name === 'modify') annotations.modifyAll(wrappedIn(element));
    else if (element.name === 'delete') annotations.deleteAll(deletedIds(element));
    else if (keptEnvelope.has(element.name)) envelope.push(element);
  }
  return { annotations: annotations.all(), envelope };
}

function wrappedIn(element: XmlElement): readonly XmlElement[] {
  return childElements(element).flatMap((child) => (child.name === 'annots' ? childElements(child) : [child]));
}

function deletedIds(element: XmlElement): readonly string[] {
  return childElements(element).map((child) =>
    child.name === 'id' ? textOf(child).trim() : (child.attributes.name ?? ''),
  );
}

class AnnotationList {
  readonly #annotations = new Map<string, Annotation>();
  readonly #counts = new Map<string, number>();

  addAll(elements: readonly XmlElement[]): void {
    for (const element of elements) {
      if (element.name === 'popup') continue;
      const annotation = parseAnnotation(element);
      const id = this.#free(annotation.id);
      this.#annotations.set(id, id === annotation.id ? annotation : { ...annotation, id });
    }
  }

  modifyAll(elements: readonly XmlElement[]): void {
    for (const element of elements) {
      if (element.name === 'popup') continue;
      const annotation = parseAnnotation(element);
      this.#annotations.set(annotation.id, annotation);
    }
  }

  deleteAll(ids: readonly string[]): void {
    for (const id of ids) this.#annotations.delete(id);
  }

  all(): readonly Annotation[] {
    return [...this.#annotations.values()];
  }

  /** Renames duplicate ids, which files from other programs may contain. */
  #free(id: string): string {
    if (!this.#annotations.has(id)) return id;
    let count = this.#counts.get(id) ?? 2;
    while (this.#annotations.has(`${id}-${count}`)) count += 1;
    this.#counts.set(id, count);
    return `${id}-${count}`;
  }
}
