import {
  type AnnotationBase,
  type BoxAnnotation,
  type DrawnAnnotation,
  type FreeTextAnnotation,
  type InkAnnotation,
  type LineAnnotation,
  type NoteAnnotation,
  type Point,
  type PolyAnnotation,
  pageMax,
  type Quad,
  type Rect,
  type StampAnnotation,
  type TextMarkup,
} from './annotation.ts';
import {
  readNumber,
  readNumbers,
  readPoints,
  readRect,
  writeNumber,
  writeNumbers,
  writePoints,
  writeRect,
} from './values.ts';
import { childElements, textOf, type XmlElement } from './xml.ts';

interface Codec<Written, Value> {
  read(written: Written): Value | undefined;
  write(value: Value): Written;
}
type InText<Value> = Codec<string, Value>;

type AllFields = AnnotationBase &
  Omit<TextMarkup, 'kind'> &
  Omit<InkAnnotation, 'kind'> &
  Omit<BoxAnnotation, 'kind'> &
  Omit<LineAnnotation, 'kind'> &
  Omit<PolyAnnotation, 'kind'> &
  Omit<FreeTextAnnotation, 'kind'> &
  Omit<NoteAnnotation, 'kind'> &
  Omit<StampAnnotation, 'kind'>;
type FieldName = Exclude<keyof AllFields, 'id' | 'contents' | 'extras'>;

interface Place<Written> {
  readonly in: string;
  readonly name: FieldName;
  readonly isRequired: boolean;
  readonly codec: Codec<Written, unknown>;
}

const placed =
  (isRequired: boolean) =>
  <Name extends FieldName, Written>(
    place: string,
    name: Name,
    codec: Codec<Written, NonNullable<AllFields[Name]>>,
  ): Place<Written> => ({ in: place, name, isRequired, codec });
const required = placed(true);
const optional = placed(false);

const text: InText<string> = { read: (written) => written, write: (value) => value };
const number: InText<number> = { read: readNumber, write: writeNumber };
const numbers: InText<readonly number[]> = { read: readNumbers, write: writeNumbers };
const points: InText<readonly Point[]> = { read: readPoints, write: writePoints };

export const pageNumber: InText<number> = {
  read(written) {
    const value = readNumber(written);
    return value !== undefined && Number.isInteger(value) && value >= 0 && value <= pageMax ? value : undefined;
  },
  write: String,
};

const rectangle: InText<Rect> = { read: readRect, write: writeRect };

const colour: InText<string> = {
  read: (written) => (/^#[0-9a-fA-F]{6}$/.test(written) ? written.toLowerCase() : undefined),
  write: (value) => value,
};

const opacity: InText<number> = {
  read(written) {
    const value = readNumber(written);
    return value === undefined ? undefined : Math.max(0, Math.min(1, value));
  },
  write: writeNumber,
};

const flags: InText<readonly string[]> = {
  read: (written) =>
    written
      .split(',')
      .map((flag) => flag.trim())
      .filter(Boolean),
  write: (value) => value.join(','),
};

const pair = ({ x, y }: Point): readonly number[] => [x, y];

const callout: InText<readonly Point[]> = {
  read: readPoints,
  write: (value) => writeNumbers(value.flatMap(pair)),
};

const point: InText<Point> = { read: (written) => readPoints(written)?.[0], write: (value) => writePoints([value]) };

const fringe: InText<NonNullable<BoxAnnotation['fringe']>> = {
  read(written) {
    const insets = readNumbers(written);
    return insets?.length === 4 ? (insets as unknown as readonly [number, number, number, number]) : undefined;
  },
  write: writeNumbers,
};

const quads: InText<readonly Quad[]> = {
  read(written) {
    const corners = readPoints(written);
    if (!corners || corners.length % 4 !== 0) return undefined;
    const read: Quad[] = [];
    for (let at = 0; at < corners.length; at += 4) {
      const [topLeft, topRight, bottomLeft, bottomRight] = corners.slice(at, at + 4) as [Point, Point, Point, Point];
      read.push({ topLeft, topRight, bottomLeft, bottomRight });
    }
    return read;
  },
  write: (value) =>
    writeNumbers(
      value.flatMap(({ topLeft, topRight, bottomLeft, bottomRight }) =>
        [topLeft, topRight, bottomLeft, bottomRight].flatMap(pair),
      ),
    ),
};

type InChild<Value> = Codec<XmlElement['children'], Value>;

const inChild = <Value>({ read, write }: InText<Value>): InChild<Value> => ({
  read: (children) => read(textOf({ name: '', attributes: {}, children })),
  write: (value) => [write(value)],
});

const gestures: InChild<InkAnnotation['strokes']> = {
  read(children) {
    const strokes = childElements({ name: '', attributes: {}, children }).map((gesture) => readPoints(textOf(gesture)));
    return strokes.length > 0 && strokes.every((stroke) => stroke !== undefined) ? strokes : undefined;
  },
  write: (value) => value.map((stroke) => ({ name: 'gesture', attributes: {}, children: [writePoints(stroke)] })),
};

interface Kind {
  readonly attributes: readonly Place<string>[];
  readonly children?: readonly Place<XmlElement['children']>[];
}

const sharedAttributes: readonly Place<string>[] = [
  required('page', 'page', pageNumber),
  required('rect', 'rect', rectangle),
  optional('title', 'author', text),
  optional('subject', 'subject', text),
  optional('creationdate', 'created', text),
  optional('date', 'modified', text),
  optional('color', 'colour', colour),
  optional('opacity', 'opacity', opacity),
  optional('flags', 'flags', flags),
];

const border = [
  optional('width', 'width', number),
  optional('style', 'style', text),
  optional('dashes', 'dashes', numbers),
  optional('intensity', 'intensity', number),
];
const interior = optional('interior-color', 'interior', colour);
const ends = [optional('head', 'head', text), optional('tail', 'tail', text), interior];
const icon = optional('icon', 'icon', text);

const markup: Kind = {
  attributes: [...sharedAttributes, required('coords', 'quads', quads), optional('words', 'words', text)],
};
const box: Kind = { attributes: [...sharedAttributes, ...border, interior, optional('fringe', 'fringe', fringe)] };
const poly: Kind = {
  attributes: [...sharedAttributes, ...border, ...ends],
  children: [required('vertices', 'vertices', inChild(points))],
};

export const kinds: Readonly<Record<DrawnAnnotation['kind'], Kind>> = {
  highlight: markup,
  underline: markup,
  strikeout: markup,
  squiggly: markup,
  ink: { attributes: [...sharedAttributes, ...border], children: [required('inklist', 'strokes', gestures)] },
  square: box,
  circle: box,
  line: {
    attributes: [
      ...sharedAttributes,
      ...border,
      required('start', 'start', point),
      required('end', 'end', point),
      ...ends,
    ],
  },
  polygon: poly,
  polyline: poly,
  freetext: {
    attributes: [
      ...sharedAttributes,
      ...border,
      optional('justification', 'justification', text),
      optional('callout', 'callout', callout),
      optional('TextColor', 'textColour', colour),
      optional('FontSize', 'fontSize', number),
    ],
    children: [
      optional('defaultappearance', 'defaultAppearance', inChild(text)),
      optional('defaultstyle', 'defaultStyle', inChild(text)),
    ],
  },
  text: {
    attributes: [
      ...sharedAttributes,
      icon,
      optional('inreplyto', 'inReplyTo', text),
      optional('replyType', 'replyType', text),
      optional('state', 'state', text),
      optional('statemodel', 'stateModel', text),
    ],
  },
  stamp: { attributes: [...sharedAttributes, icon] },
};

export const isKind = (name: string): name is DrawnAnnotation['kind'] => Object.hasOwn(kinds, name);
