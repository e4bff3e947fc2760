import {
  type Annotation,
  type AnnotationBase,
  type AnnotationExtras,
  type Border,
  type DrawnAnnotation,
  pageMax,
  type Quad,
} from './annotation.ts';
import { readNumber, readNumbers, readPoints, readRect } from './values.ts';
import { carriable, childElements, childNamed, plainText, textOf, writeElement, type XmlElement } from './xml.ts';

const always = ['contents', 'contents-richtext', 'popup'];

/** Children that the model stores or drops. All others are preserved as extras. */
export function knownChildren(kind: string): ReadonlySet<string> {
  switch (kind) {
    case 'ink':
      return new Set([...always, 'inklist']);
    case 'polygon':
    case 'polyline':
      return new Set([...always, 'vertices']);
    case 'freetext':
      return new Set([...always, 'defaultappearance', 'defaultstyle']);
    default:
      return new Set(always);
  }
}

/** An annotation of unknown kind or with unreadable geometry becomes opaque. */
export function parseAnnotation(element: XmlElement): Annotation {
  const base = readBase(element);
  const annotation = base && readKind(element, base);
  if (annotation) return { ...annotation, ...given({ extras: readExtras(element, annotation) }) };
  return { kind: 'opaque', id: idOf(element), page: readPage(element) ?? 0, element: withoutMarkup(element) };
}

function readKind(element: XmlElement, base: AnnotationBase): DrawnAnnotation | undefined {
  const at = element.attributes;
  switch (element.name) {
    case 'highlight':
    case 'underline':
    case 'strikeout':
    case 'squiggly': {
      const quads = readQuads(at.coords);
      return quads && { kind: element.name, ...base, quads, ...given({ words: at.words }) };
    }
    case 'ink': {
      const list = childNamed(element, 'inklist');
      const strokes = list && childElements(list).map((gesture) => readPoints(textOf(gesture)));
      if (!strokes || strokes.length === 0 || !strokes.every((stroke) => stroke !== undefined)) return undefined;
      return { kind: 'ink', ...base, ...readBorder(at), strokes };
    }
    case 'square':
    case 'circle': {
      const fringe = readNumbers(at.fringe);
      return {
        kind: element.name,
        ...base,
        ...readBorder(at),
        ...given({ interior: readColour(at['interior-color']) }),
        ...(fringe?.length === 4 ? { fringe: fringe as unknown as readonly [number, number, number, number] } : {}),
      };
    }
    case 'line': {
      const [start] = readPoints(at.start) ?? [];
      const [end] = readPoints(at.end) ?? [];
      if (!start || !end) return undefined;
      return { kind: 'line', ...base, ...readBorder(at), ...readEnds(at), start, end };
    }
    case 'polygon':
    case 'polyline': {
      const list = childNamed(element, 'vertices');
      const vertices = list && readPoints(textOf(list));
      return vertices && { kind: element.name, ...base, ...readBorder(at), ...readEnds(at), vertices };
    }
    case 'freetext':
      return {
        kind: 'freetext',
        ...base,
        ...readBorder(at),
        ...given({
          defaultAppearance: childText(element, 'defaultappearance'),
          defaultStyle: childText(element, 'defaultstyle'),
          justification: at.justification,
          callout: readPoints(at.callout),
          textColour: readColour(at.TextColor),
          fontSize: readNumber(at.FontSize),
        }),
      };
    case 'text':
      return {
        kind: 'text',
        ...base,
        ...given({
          icon: at.icon,
          inReplyTo: at.inreplyto,
          replyType: at.replyType,
          state: at.state,
          stateModel: at.statemodel,
        }),
      };
    case 'stamp':
      return { kind: 'stamp', ...base, ...given({ icon: at.icon }) };
    default:
      return undefined;
  }
}

function readBase(element: XmlElement): AnnotationBase | undefined {
  const at = element.attributes;
  const page = readPage(element);
  const rect = readRect(at.rect);
  if (page === undefined || !rect) return undefined;
  return {
    id: idOf(element),
    page,
    rect,
    ...given({
      author: at.title,
      subject: at.subject,
      created: at.creationdate,
      modified: at.date,
      colour: readColour(at.color),
      opacity: readOpacity(at.opacity),
      flags:
        at.flags === undefined
          ? undefined
          : at.flags
              .split(',')
              .map((flag) => flag.trim())
              .filter(Boolean),
      contents: readContents(element),
    }),
  };
}

function readPage(element: XmlElement): number | undefined {
  const page = readNumber(element.attributes.page);
  return page !== undefined && Number.isInteger(page) && page >= 0 && page <= pageMax ? page : undefined;
}

/** Derived from the content, so that parsing twice gives the same id. */
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
  const words = rich && plainText(rich);
  return words === '' ? undefined : (words ?? undefined);
}

/** Some programs write rich text into the element for plain text. */
function wordsOf(contents: XmlElement): string {
  return childElements(contents).length === 0 ? textOf(contents) : plainText(contents);
}

function childText(element: XmlElement, name: string): string | undefined {
  const child = childNamed(element, name);
  return child && textOf(child);
}

function readColour(text: string | undefined): string | undefined {
  return text !== undefined && isColour(text) ? text.toLowerCase() : undefined;
}

function isColour(text: string): boolean {
  return /^#[0-9a-fA-F]{6}$/.test(text);
}

function readOpacity(text: string | undefined): number | undefined {
  const opacity = readNumber(text);
  return opacity === undefined ? undefined : Math.max(0, Math.min(1, opacity));
}

function readQuads(text: string | undefined): readonly Quad[] | undefined {
  const points = readPoints(text);
  if (!points || points.length % 4 !== 0) return undefined;
  return Array.from({ length: points.length / 4 }, (_, index) => {
    const [topLeft, topRight, bottomLeft, bottomRight] = points.slice(4 * index, 4 * index + 4);
    return { topLeft, topRight, bottomLeft, bottomRight } as Quad;
  });
}

function readBorder(at: XmlElement['attributes']): Border {
  return given({
    width: readNumber(at.width),
    style: at.style,
    dashes: readNumbers(at.dashes),
    intensity: readNumber(at.intensity),
  });
}

function readEnds(at: XmlElement['attributes']) {
  return given({ head: at.head, tail: at.tail, interior: readColour(at['interior-color']) });
}

/** Unknown attributes, and known ones whose values are unreadable. */
function readExtras(element: XmlElement, annotation: DrawnAnnotation): AnnotationExtras | undefined {
  const childNames = knownChildren(element.name);
  const attributes = Object.entries(element.attributes).filter(([name]) => !isRead(annotation, name));
  const elements = childElements(element).filter(
    (child) => !childNames.has(child.name) && (child.name !== 'OnActivation' || isHarmlessAct(child)),
  );
  if (attributes.length === 0 && elements.length === 0) return undefined;
  return { attributes: Object.fromEntries(attributes), elements };
}

/** A mark only has the fields of its kind. */
function isRead(mark: DrawnAnnotation, attribute: string): boolean {
  const field = fields.get(attribute);
  return field !== undefined && Reflect.get(mark, field) !== undefined;
}

const fields: ReadonlyMap<string, string> = new Map([
  ...['page', 'rect', 'subject', 'opacity', 'flags', 'width', 'style', 'dashes', 'intensity', 'fringe'].map(sameName),
  ...['start', 'end', 'head', 'tail', 'justification', 'callout', 'icon', 'replyType', 'state', 'words'].map(sameName),
  ...Object.entries({ name: 'id', title: 'author', creationdate: 'created', date: 'modified', color: 'colour' }),
  ...Object.entries({ coords: 'quads', 'interior-color': 'interior', TextColor: 'textColour', FontSize: 'fontSize' }),
  ...Object.entries({ inreplyto: 'inReplyTo', statemodel: 'stateModel' }),
]);

function sameName(name: string): readonly [string, string] {
  return [name, name];
}

/** Actions that lead to a position in the file or to a web address. */
const harmlessActs = new Set(
  ['OnActivation', 'Action', 'URI', 'GoTo', 'Dest', 'XYZ'].concat([
    'Fit',
    'FitB',
    'FitBH',
    'FitBV',
    'FitH',
    'FitR',
    'FitV',
  ]),
);

/** Scripts, programs and forms are never stored. */
function isHarmlessAct(element: XmlElement): boolean {
  if (element.name === 'URI' && !/^(https?|mailto):/i.test(element.attributes.Name ?? '')) return false;
  return harmlessActs.has(element.name) && childElements(element).every(isHarmlessAct);
}

/** Verbatim, but without popups and actions, and with rich text as plain text. */
function withoutMarkup(element: XmlElement): XmlElement {
  const hasPlain = childNamed(element, 'contents') !== undefined;
  const children = element.children.flatMap((child): readonly (XmlElement | string)[] => {
    if (typeof child === 'string') return [child];
    if (child.name === 'popup' || (child.name === 'OnActivation' && !isHarmlessAct(child))) return [];
    if (child.name === 'contents') return [{ ...child, children: [wordsOf(child)] }];
    if (child.name !== 'contents-richtext') return [child];
    return hasPlain ? [] : [{ name: 'contents', attributes: {}, children: [plainText(child)] }];
  });
  return { ...element, children };
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function given<T extends object>(fields: T): Given<T> {
  const said: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) said[name] = value;
  return said as Given<T>;
}
