import type { Annotation, AnnotationSet, Border, DrawnAnnotation, Point, Quad } from './annotation.ts';
import { writeNumber, writeNumbers, writePoints, writeRect } from './values.ts';
import type { XmlElement } from './xml.ts';
import { writeElement } from './xml.ts';

/** One line, two decimals, no popups, no rich text. */
export function writeXfdf({ marks, envelope }: AnnotationSet): string {
  const before = envelope.map(writeElement).join('');
  const annotations = marks.map(writeAnnotation).join('');
  return `<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve">${before}<annots>${annotations}</annots></xfdf>`;
}

/** Its length counts towards the document's limit. */
export function writeAnnotation(mark: Annotation): string {
  if (mark.kind === 'opaque') {
    return writeElement({ ...mark.element, attributes: { ...mark.element.attributes, name: mark.id } });
  }
  const extras = mark.extras;
  return writeElement({
    name: mark.kind,
    attributes: { ...extras?.attributes, ...attributesOf(mark) },
    children: [
      ...(mark.contents === undefined || mark.contents === '' ? [] : [element('contents', [mark.contents])]),
      ...kindChildren(mark),
      ...(extras?.elements ?? []),
    ],
  });
}

/** Without extras. */
export function attributesOf(mark: DrawnAnnotation): Readonly<Record<string, string>> {
  return written({ ...baseAttributes(mark), ...kindAttributes(mark) });
}

type Attributes = Readonly<Record<string, string | undefined>>;

function baseAttributes(mark: DrawnAnnotation): Attributes {
  return {
    name: mark.id,
    page: String(mark.page),
    rect: writeRect(mark.rect),
    title: mark.author,
    subject: mark.subject,
    creationdate: mark.created,
    date: mark.modified,
    color: mark.colour,
    opacity: number(mark.opacity),
    flags: mark.flags?.join(','),
  };
}

function kindAttributes(mark: DrawnAnnotation): Attributes {
  switch (mark.kind) {
    case 'highlight':
    case 'underline':
    case 'strikeout':
    case 'squiggly':
      return { coords: writeNumbers(mark.quads.flatMap(corners)) };
    case 'ink':
      return borderAttributes(mark);
    case 'square':
    case 'circle':
      return {
        ...borderAttributes(mark),
        'interior-color': mark.interior,
        fringe: mark.fringe && writeNumbers(mark.fringe),
      };
    case 'line':
      return {
        ...borderAttributes(mark),
        start: writePoints([mark.start]),
        end: writePoints([mark.end]),
        head: mark.head,
        tail: mark.tail,
        'interior-color': mark.interior,
      };
    case 'polygon':
    case 'polyline':
      return { ...borderAttributes(mark), head: mark.head, tail: mark.tail, 'interior-color': mark.interior };
    case 'freetext':
      return {
        ...borderAttributes(mark),
        justification: mark.justification,
        callout: mark.callout && writeNumbers(mark.callout.flatMap(pair)),
        TextColor: mark.textColour,
        FontSize: number(mark.fontSize),
      };
    case 'text':
      return {
        icon: mark.icon,
        inreplyto: mark.inReplyTo,
        replyType: mark.replyType,
        state: mark.state,
        statemodel: mark.stateModel,
      };
    case 'stamp':
      return { icon: mark.icon };
    default:
      return mark satisfies never;
  }
}

function kindChildren(mark: DrawnAnnotation): readonly XmlElement[] {
  switch (mark.kind) {
    case 'ink':
      return [
        element(
          'inklist',
          mark.strokes.map((stroke) => element('gesture', [writePoints(stroke)])),
        ),
      ];
    case 'polygon':
    case 'polyline':
      return [element('vertices', [writePoints(mark.vertices)])];
    case 'freetext':
      return [
        ...(mark.defaultAppearance === undefined ? [] : [element('defaultappearance', [mark.defaultAppearance])]),
        ...(mark.defaultStyle === undefined ? [] : [element('defaultstyle', [mark.defaultStyle])]),
      ];
    default:
      return [];
  }
}

function borderAttributes(mark: Border): Attributes {
  return {
    width: number(mark.width),
    style: mark.style,
    dashes: mark.dashes && writeNumbers(mark.dashes),
    intensity: number(mark.intensity),
  };
}

function corners(quad: Quad): readonly number[] {
  return [quad.topLeft, quad.topRight, quad.bottomLeft, quad.bottomRight].flatMap(pair);
}

function pair(point: Point): readonly [number, number] {
  return [point.x, point.y];
}

function number(value: number | undefined): string | undefined {
  return value === undefined ? undefined : writeNumber(value);
}

function element(name: string, children: XmlElement['children']): XmlElement {
  return { name, attributes: {}, children };
}

function written(attributes: Attributes): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
