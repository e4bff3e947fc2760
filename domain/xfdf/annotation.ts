import type { XmlElement } from './xml.ts';

/** In UTF-16 code units. */
export const annotationCharactersMax = 65_000;

export const pageMax = 99_999;

/** A PDF page is at most 14,400 points wide and high, but images use one unit per pixel. */
export const coordinateMax = 1_000_000;

/** Points from the bottom left of the unrotated page. For images, pixels with the y axis pointing up. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Rect {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

export interface Quad {
  readonly topLeft: Point;
  readonly topRight: Point;
  readonly bottomLeft: Point;
  readonly bottomRight: Point;
}

/** Unknown data from other programs, which Dais writes back unchanged. */
export interface AnnotationExtras {
  readonly attributes: Readonly<Record<string, string>>;
  readonly elements: readonly XmlElement[];
}

export interface AnnotationBase {
  readonly id: string;
  readonly page: number;
  readonly rect: Rect;
  readonly author?: string;
  readonly subject?: string;
  readonly created?: string;
  readonly modified?: string;
  /** The colour as '#rrggbb'. For free text, this is the background colour. */
  readonly colour?: string;
  readonly opacity?: number;
  readonly flags?: readonly string[];
  readonly contents?: string;
  readonly extras?: AnnotationExtras;
}

export interface Border {
  /** Points. */
  readonly width?: number;
  readonly style?: string;
  readonly dashes?: readonly number[];
  readonly intensity?: number;
}

export type TextMarkupKind = 'highlight' | 'underline' | 'strikeout' | 'squiggly';

export interface TextMarkup extends AnnotationBase {
  readonly kind: TextMarkupKind;
  readonly quads: readonly Quad[];
  /** Dais's own extension, which other programs ignore. */
  readonly words?: string;
}

/** Characters. Enough to recognise the place, and few enough to store in each annotation. */
const wordsMax = 80;

export function wordsOfMark(text: string): string {
  const words = text.replaceAll(/\s+/g, ' ').trim();
  const letters = [...words];
  return letters.length > wordsMax ? `${letters.slice(0, wordsMax).join('').trimEnd()}…` : words;
}

export interface InkAnnotation extends AnnotationBase, Border {
  readonly kind: 'ink';
  readonly strokes: readonly (readonly Point[])[];
}

export interface BoxAnnotation extends AnnotationBase, Border {
  readonly kind: 'square' | 'circle';
  readonly interior?: string;
  /** In the order left, bottom, right, top. */
  readonly fringe?: readonly [number, number, number, number];
}

interface Ends {
  readonly head?: string;
  readonly tail?: string;
  readonly interior?: string;
}

export interface LineAnnotation extends AnnotationBase, Border, Ends {
  readonly kind: 'line';
  readonly start: Point;
  readonly end: Point;
}

export interface PolyAnnotation extends AnnotationBase, Border, Ends {
  readonly kind: 'polygon' | 'polyline';
  readonly vertices: readonly Point[];
}

export interface FreeTextAnnotation extends AnnotationBase, Border {
  readonly kind: 'freetext';
  readonly defaultAppearance?: string;
  readonly defaultStyle?: string;
  readonly justification?: string;
  readonly callout?: readonly Point[];
  readonly textColour?: string;
  /** Points. */
  readonly fontSize?: number;
}

export interface NoteAnnotation extends AnnotationBase {
  readonly kind: 'text';
  readonly icon?: string;
  readonly inReplyTo?: string;
  readonly replyType?: string;
  readonly state?: string;
  readonly stateModel?: string;
}

export interface StampAnnotation extends AnnotationBase {
  readonly kind: 'stamp';
  readonly icon?: string;
}

export interface OpaqueAnnotation {
  readonly kind: 'opaque';
  readonly id: string;
  readonly page: number;
  readonly element: XmlElement;
}

export type DrawnAnnotation =
  | TextMarkup
  | InkAnnotation
  | BoxAnnotation
  | LineAnnotation
  | PolyAnnotation
  | FreeTextAnnotation
  | NoteAnnotation
  | StampAnnotation;

export type Annotation = DrawnAnnotation | OpaqueAnnotation;

export interface AnnotationSet {
  readonly annotations: readonly Annotation[];
  readonly envelope: readonly XmlElement[];
}

export const noAnnotations: AnnotationSet = { annotations: [], envelope: [] };

const noneLeft = '<annots></annots>';

export const noneLeftPattern = `%${noneLeft}%`;

export function areAnnotationsLeft(xfdf: string): boolean {
  return !xfdf.includes(noneLeft);
}
