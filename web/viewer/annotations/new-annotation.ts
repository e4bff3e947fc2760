import {
  type BoxAnnotation,
  type FreeTextAnnotation,
  type InkAnnotation,
  type LineAnnotation,
  type NoteAnnotation,
  type Point,
  type Rect,
  type TextMarkup,
  type TextMarkupKind,
  wordsOfMark,
} from '#domain/xfdf/annotation.ts';
import { defaultAppearanceOf } from '#domain/xfdf/free-text-look.ts';
import { simplifyStroke, strokeTolerance } from '#domain/xfdf/geometry.ts';
import { roundToHundredths, writePdfDate } from '#domain/xfdf/values.ts';
import { quadCorners, rectAround } from './annotation-geometry.ts';
import type { Surface } from './surface.ts';
import { type QuarterTurns, quadsOf, type ViewRect } from './text-quads.ts';

const inkWidth = 2;

export interface AnnotationDefaults {
  readonly author: string;
  readonly colour: string;
  readonly width?: number;
  readonly opacity?: number;
}

export interface SelectedLines {
  readonly surface: Surface;
  readonly lines: readonly ViewRect[];
  readonly turn: QuarterTurns;
  readonly words?: string;
}

export function newTextMarkup(kind: TextMarkupKind, text: SelectedLines, defaults: AnnotationDefaults): TextMarkup {
  const quads = quadsOf(text.surface, text.lines, text.turn);
  const words = wordsOfMark(text.words ?? '');
  const place = { page: text.surface.page, rect: rectAround(quads.flatMap(quadCorners)), quads };
  return { kind, ...commonProperties(defaults), ...place, ...(words === '' ? {} : { words }) };
}

/** `stroke` contains all drawn points, in page units. */
export function newInk(surface: Surface, stroke: readonly Point[], defaults: AnnotationDefaults): InkAnnotation {
  const simple = simplifyStroke(stroke, strokeTolerance * surface.pointSize);
  const width = inkWidthOn(surface, defaults.width);
  return {
    kind: 'ink',
    ...commonProperties(defaults),
    page: surface.page,
    rect: rectAround(simple, width / 2),
    width,
    strokes: [simple],
  };
}

export function inkWidthOn(surface: Surface, points: number = inkWidth): number {
  return roundToHundredths(points * surface.pointSize);
}

export function commonProperties({ author, colour, opacity = 1 }: AnnotationDefaults) {
  const look = opacity < 1 ? { colour, opacity: roundToHundredths(opacity) } : { colour };
  return { id: newAnnotationId(), author, modified: pdfNow(), ...look, flags: ['print'] };
}

/**
 * 48 random bits are enough to be unique among a reader's annotations. Longer ids would use up more of the 65,000
 * characters that an annotation file may have.
 */
function newAnnotationId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function pdfNow(now: Date = new Date()): string {
  return writePdfDate(now.getTime(), -now.getTimezoneOffset());
}

export type ShapeKind = 'square' | 'circle' | 'line';

/** Points, like the other sizes. */
const noteBox = { width: 20, height: 20 };
const textSize = 12;
const textBox = { width: 180, height: 34 };
/** Points; the size of a shape that is added without drawing. */
const defaultShape = { width: 120, height: 60 };

/** In page units: two corners, or the tail and tip of an arrow. */
export type ShapeEnds = Pick<LineAnnotation, 'start' | 'end'>;

export function newShape(
  kind: ShapeKind,
  surface: Surface,
  { start, end }: ShapeEnds,
  defaults: AnnotationDefaults,
): BoxAnnotation | LineAnnotation {
  const width = roundToHundredths((defaults.width ?? 2) * surface.pointSize);
  const common = { ...commonProperties(defaults), page: surface.page, width };
  if (kind === 'line') {
    return { kind, ...common, rect: rectAround([start, end], 4 * width), start, end, tail: 'OpenArrow' };
  }
  return { kind, ...common, rect: rectAround([start, end]) };
}

export function defaultShapeEnds(surface: Surface, middle: Point): ShapeEnds {
  const across = (defaultShape.width / 2) * surface.pointSize;
  const up = (defaultShape.height / 2) * surface.pointSize;
  const view = surface.toView(middle);
  return {
    start: surface.toPage({ x: view.x - across, y: view.y + up }),
    end: surface.toPage({ x: view.x + across, y: view.y - up }),
  };
}

/** `point` is the note's upper left corner, in page units. */
export function newNote(surface: Surface, point: Point, defaults: AnnotationDefaults): NoteAnnotation {
  return {
    kind: 'text',
    ...commonProperties(defaults),
    page: surface.page,
    rect: boxAt(surface, point, noteBox),
    icon: 'Note',
  };
}

/** The text's colour is `textColour`, because `colour` is the background. */
export function newFreeText(surface: Surface, point: Point, defaults: AnnotationDefaults): FreeTextAnnotation {
  const { colour, ...common } = commonProperties(defaults);
  const fontSize = roundToHundredths(textSize * surface.pointSize);
  return {
    kind: 'freetext',
    ...common,
    page: surface.page,
    rect: boxAt(surface, point, textBox),
    width: 0,
    textColour: colour,
    fontSize,
    defaultAppearance: defaultAppearanceOf(colour, fontSize),
  };
}

/** `size` is in points. Moves the box into the page if `point` is too close to an edge. */
function boxAt(surface: Surface, point: Point, size: Surface['size']): Rect {
  const view = surface.toView(point);
  const inside = (at: number, length: number, whole: number) => Math.max(0, Math.min(at, whole - length));
  // `unit` is the number of view units per page unit (PDF `UserUnit`).
  const beside = surface.toView({ x: point.x + 1, y: point.y });
  const unit = Math.hypot(beside.x - view.x, beside.y - view.y);
  const width = size.width * surface.pointSize * unit;
  const height = size.height * surface.pointSize * unit;
  const left = inside(view.x, width, surface.size.width);
  const top = inside(view.y, height, surface.size.height);
  return rectAround([surface.toPage({ x: left, y: top }), surface.toPage({ x: left + width, y: top + height })]);
}
