import type { Annotation, AnnotationExtras } from './annotation.ts';
import { isKind, kinds, pageNumber } from './fields.ts';
import { carriable, childElements, childNamed, plainText, textOf, writeElement, type XmlElement } from './xml.ts';

export function parseAnnotation(element: XmlElement): Annotation {
  return readDrawn(element) ?? opaqueOf(element);
}

function readDrawn(element: XmlElement): Annotation | undefined {
  const { name: kind } = element;
  if (!isKind(kind)) return undefined;
  const { attributes, children = [] } = kinds[kind];
  const mark: Record<string, unknown> = { kind, id: idOf(element) };
  const unread = new Set(Object.keys(element.attributes));
  unread.delete('name');
  for (const { in: attribute, name, codec, isRequired } of attributes) {
    const written = element.attributes[attribute];
    const value = written === undefined ? undefined : codec.read(written);
    if (value === undefined && isRequired) return undefined;
    if (value === undefined) continue;
    mark[name] = value;
    unread.delete(attribute);
  }
  for (const { in: child, name, codec, isRequired } of children) {
    const written = childNamed(element, child);
    const value = written && codec.read(written.children);
    if (value === undefined && isRequired) return undefined;
    if (value !== undefined) mark[name] = value;
  }
  const contents = readContents(element);
  if (contents !== undefined) mark.contents = contents;
  const known = new Set(['contents', 'contents-richtext', 'popup', ...children.map((child) => child.in)]);
  const elements = childElements(element).filter((child) => !known.has(child.name) && isKept(child));
  const extras: AnnotationExtras = {
    attributes: Object.fromEntries([...unread].map((name) => [name, element.attributes[name] ?? ''])),
    elements,
  };
  if (unread.size > 0 || elements.length > 0) mark.extras = extras;
  return mark as unknown as Annotation;
}

function opaqueOf(element: XmlElement): Annotation {
  const { page = '' } = element.attributes;
  return { kind: 'opaque', id: idOf(element), page: pageNumber.read(page) ?? 0, element: withoutMarkup(element) };
}

/** Derived from the content, so that parsing a text twice gives the same id. */
function idOf(element: XmlElement): string {
  const name = carriable(element.attributes.name ?? '');
  if (name !== '') return name;
  let hash = 0x811c9dc5;
  for (const unit of writeElement(element)) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return `unnamed-${hash.toString(36)}`;
}

function readContents(element: XmlElement): string | undefined {
  const contents = childNamed(element, 'contents');
  const plain = contents && wordsOf(contents);
  if (plain) return plain;
  const rich = childNamed(element, 'contents-richtext');
  return (rich && plainText(rich)) || undefined;
}

function wordsOf(contents: XmlElement): string {
  return childElements(contents).length === 0 ? textOf(contents) : plainText(contents);
}

const harmlessActs = new Set('OnActivation Action URI GoTo Dest XYZ Fit FitB FitBH FitBV FitH FitR FitV'.split(' '));

const isKept = (child: XmlElement): boolean => child.name !== 'OnActivation' || isHarmlessAct(child);

/** Returns false for actions that run scripts or programs, or submit forms. */
function isHarmlessAct(element: XmlElement): boolean {
  if (element.name === 'URI' && !/^(https?|mailto):/i.test(element.attributes.Name ?? '')) return false;
  return harmlessActs.has(element.name) && childElements(element).every(isHarmlessAct);
}

function withoutMarkup(element: XmlElement): XmlElement {
  const hasPlain = childNamed(element, 'contents') !== undefined;
  const children = element.children.flatMap((child): readonly (XmlElement | string)[] => {
    if (typeof child === 'string') return [child];
    if (child.name === 'popup' || !isKept(child)) return [];
    if (child.name === 'contents') return [{ ...child, children: [wordsOf(child)] }];
    if (child.name !== 'contents-richtext') return [child];
    return hasPlain ? [] : [{ name: 'contents', attributes: {}, children: [plainText(child)] }];
  });
  return { ...element, children };
}
