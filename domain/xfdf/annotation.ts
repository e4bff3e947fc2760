import type { XmlElement } from './xml.ts';

/** Exported marks of this many UTF-16 units or more are refused (specification, sections 5 and 9). */
export const annotationCharactersMax = 65_000;

/** What a file of marks may hold at most; beyond it the file is refused before it is understood. */
export const xmlDepthMax = 24;
export const xmlElementsMax = 20_000;
export const xmlAttributesMax = 64;

/** Pages are counted from 0; no document that we show has more. */
export const pageMax = 99_999;

/** Points; PDF itself stops at 14,400, images count a unit a pixel. Larger numbers are noise. */
export const coordinateMax = 1_000_000;

/** A place in PDF user space: points, origin bottom left, unrotated, crop box offset included. On images: pixels, y upwards. */
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

/** One line of marked text, as its reader sees it: top left, top right, bottom left, bottom right. */
export interface Quad {
  readonly topLeft: Point;
  readonly topRight: Point;
  readonly bottomLeft: Point;
  readonly bottomRight: Point;
}

/** What another program wrote on a mark and we do not understand; written back as it came. */
export interface AnnotationExtras {
  readonly attributes: Readonly<Record<string, string>>;
  readonly elements: readonly XmlElement[];
}

/** What every mark has. Absent means that the file did not say. */
export interface AnnotationBase {
  /** XFDF `name`; unique in the document. */
  readonly id: string;
  /** Counted from 0. */
  readonly page: number;
  readonly rect: Rect;
  /** XFDF `title`. */
  readonly author?: string;
  readonly subject?: string;
  /** PDF dates, `D:YYYYMMDDHHmmSS±hh'mm'`; see `date.ts`. */
  readonly created?: string;
  readonly modified?: string;
  /** `#rrggbb`. On freetext this is the background. */
  readonly colour?: string;
  /** 0 to 1. */
  readonly opacity?: number;
  readonly flags?: readonly string[];
  /** Plain text; rich text is read as its words. */
  readonly contents?: string;
  readonly extras?: AnnotationExtras;
}

export interface Border {
  /** Points. */
  readonly width?: number;
  readonly style?: string;
  readonly dashes?: readonly number[];
  /** Of a cloudy edge. */
  readonly intensity?: number;
}

export type TextMarkupKind = 'highlight' | 'underline' | 'strikeout' | 'squiggly';

export interface TextMarkup extends AnnotationBase {
  readonly kind: TextMarkupKind;
  readonly quads: readonly Quad[];
}

export interface InkAnnotation extends AnnotationBase, Border {
  readonly kind: 'ink';
  readonly strokes: readonly (readonly Point[])[];
}

export interface BoxAnnotation extends AnnotationBase, Border {
  readonly kind: 'square' | 'circle';
  readonly interior?: string;
  /** Left, bottom, right and top insets of the drawn edge inside `rect`. */
  readonly fringe?: readonly [number, number, number, number];
}

export interface LineAnnotation extends AnnotationBase, Border {
  readonly kind: 'line';
  readonly start: Point;
  readonly end: Point;
  readonly head?: string;
  readonly tail?: string;
  readonly interior?: string;
}

export interface PolyAnnotation extends AnnotationBase, Border {
  readonly kind: 'polygon' | 'polyline';
  readonly vertices: readonly Point[];
  readonly head?: string;
  readonly tail?: string;
  readonly interior?: string;
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
  /** Id of the mark that this one answers. */
  readonly inReplyTo?: string;
  readonly replyType?: string;
  readonly state?: string;
  readonly stateModel?: string;
}

/** Pictures stay as they came: `<imagedata>` and `<appearance>` stand among the extras. */
export interface StampAnnotation extends AnnotationBase {
  readonly kind: 'stamp';
  readonly icon?: string;
}

/** A mark of a kind, or in a state, that we do not draw. Kept, counted, never lost. */
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

/** One reader's marks on one version of a document, with what surrounds them in the file. */
export interface AnnotationSet {
  readonly marks: readonly Annotation[];
  /** `<f>`, `<ids>` and `<fields>` of other programs, written back as they came. */
  readonly envelope: readonly XmlElement[];
}

export const noAnnotations: AnnotationSet = { marks: [], envelope: [] };

/** As `writeXfdf` writes it once the last mark was taken away. */
const noneLeft = '<annots></annots>';

/** For `not like`: of marks that were saved and all taken away again. */
export const noneLeftPattern = `%${noneLeft}%`;

/** False for marks that were saved and all taken away again; what is written in a mark cannot look so. */
export function areAnnotationsLeft(xfdf: string): boolean {
  return !xfdf.includes(noneLeft);
}
