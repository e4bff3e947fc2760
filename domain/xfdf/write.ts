import type { Annotation, AnnotationSet, Border, DrawnAnnotation, Point, Quad } from './annotation.ts';
import { writeNumber, writeNumbers, writePoints, writeRect } from './values.ts';
import type { XmlElement } from './xml.ts';
import { carriable, writeElement } from './xml.ts';

export function writeXfdf({ annotations, envelope }: AnnotationSet): string {
  const before = envelope.map(writeElement).join('');
  const elements = annotations.map(writeAnnotation).join('');
  return `<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve">${before}<annots>${elements}</annots></xfdf>`;
}

export function writeAnnotation(annotation: Annotation): string {
  if (annotation.kind === 'opaque') {
    return writeElement({
      ...annotation.element,
      attributes: { ...annotation.element.attributes, name: annotation.id },
    });
  }
  const extras = annotation.extras;
  return writeElement({
    name: annotation.kind,
    attributes: { ...extras?.attributes, ...attributesOf(annotation) },
    children: [
      ...(carriable(annotation.contents ?? '') === '' ? [] : [element('contents', [annotation.contents ?? ''])]),
      ...kindChildren(annotation),
      ...(extras?.elements ?? []),
    ],
  });
}

function attributesOf(annotation: DrawnAnnotation): Readonly<Record<string, string>> {
  return written({ ...baseAttributes(annotation), ...kindAttributes(annotation) });
}

type Attributes = Readonly<Record<string, string | undefined>>;

function baseAttributes(annotation: DrawnAnnotation): Attributes {
  return {
    name: annotation.id,
    page: String(annotation.page),
    rect: writeRect(annotation.rect),
    title: annotation.author,
    subject: annotation.subject,
    creationdate: annotation.created,
    date: annotation.modified,
    color: annotation.colour,
    opacity: number(annotation.opacity),
    flags: annotation.flags?.join(','),
  };
}

function kindAttributes(annotation: DrawnAnnotation): Attributes {
  switch (annotation.kind) {
    case 'highlight':
    case 'underline':
    case 'strikeout':
    case 'squiggly':
      return { coords: writeNumbers(annotation.quads.flatMap(corners)), words: annotation.words };
    case 'ink':
      return borderAttributes(annotation);
    case 'square':
    case 'circle':
      return {
        ...borderAttributes(annotation),
        'interior-color': annotation.interior,
        fringe: annotation.fringe && writeNumbers(annotation.fringe),
      };
    case 'line':
      return {
        ...borderAttributes(annotation),
        start: writePoints([annotation.start]),
        end: writePoints([annotation.end]),
        head: annotation.head,
        tail: annotation.tail,
        'interior-color': annotation.interior,
      };
    case 'polygon':
    case 'polyline':
      return {
        ...borderAttributes(annotation),
        head: annotation.head,
        tail: annotation.tail,
        'interior-color': annotation.interior,
      };
    case 'freetext':
      return {
        ...borderAttributes(annotation),
        justification: annotation.justification,
        callout: annotation.callout && writeNumbers(annotation.callout.flatMap(pair)),
        TextColor: annotation.textColour,
        FontSize: number(annotation.fontSize),
      };
    case 'text':
      return {
        icon: annotation.icon,
        inreplyto: annotation.inReplyTo,
        replyType: annotation.replyType,
        state: annotation.state,
        statemodel: annotation.stateModel,
      };
    case 'stamp':
      return { icon: annotation.icon };
    default:
      return annotation satisfies never;
  }
}

function kindChildren(annotation: DrawnAnnotation): readonly XmlElement[] {
  switch (annotation.kind) {
    case 'ink':
      return [
        element(
          'inklist',
          annotation.strokes.map((stroke) => element('gesture', [writePoints(stroke)])),
        ),
      ];
    case 'polygon':
    case 'polyline':
      return [element('vertices', [writePoints(annotation.vertices)])];
    case 'freetext':
      return [
        ...(annotation.defaultAppearance === undefined
          ? []
          : [element('defaultappearance', [annotation.defaultAppearance])]),
        ...(annotation.defaultStyle === undefined ? [] : [element('defaultstyle', [annotation.defaultStyle])]),
      ];
    default:
      return [];
  }
}

function borderAttributes(annotation: Border): Attributes {
  return {
    width: number(annotation.width),
    style: annotation.style,
    dashes: annotation.dashes && writeNumbers(annotation.dashes),
    intensity: number(annotation.intensity),
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
  const said: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) said[name] = value;
  return said;
}
