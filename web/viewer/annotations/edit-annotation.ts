import type { DrawnAnnotation, Point, Rect } from '#domain/xfdf/annotation.ts';
import { freeTextLook, withTextColour } from '#domain/xfdf/free-text-look.ts';
import { rectAround } from './annotation-geometry.ts';
import { pdfNow } from './new-annotation.ts';
import type { Surface } from './surface.ts';

/** Marks on text stay with their text; everything else can be moved. */
export function isMovable(mark: DrawnAnnotation): boolean {
  return !('quads' in mark);
}

/** What has corners to pull; a note is as large as its sign, and a line has its two ends. */
export function isResizable(mark: DrawnAnnotation): boolean {
  return isMovable(mark) && mark.kind !== 'text' && mark.kind !== 'line';
}

/** A mark moved by page units, as far as it stays on its page. */
export function movedAnnotation(mark: DrawnAnnotation, by: Point, surface: Surface): DrawnAnnotation {
  const page = pageRect(surface);
  const { rect } = mark;
  const dx = between(by.x, page.left - rect.left, page.right - rect.right);
  const dy = between(by.y, page.bottom - rect.bottom, page.top - rect.top);
  return mapped(mark, ({ x, y }) => ({ x: x + dx, y: y + dy }));
}

/** A mark fitted into another rectangle. What would become flat keeps a point. */
export function resizedAnnotation(mark: DrawnAnnotation, to: Rect): DrawnAnnotation {
  const from = mark.rect;
  const right = Math.max(to.right, to.left + 1);
  const top = Math.max(to.top, to.bottom + 1);
  const across = (right - to.left) / Math.max(from.right - from.left, 0.01);
  const up = (top - to.bottom) / Math.max(from.top - from.bottom, 0.01);
  return mapped(mark, ({ x, y }) => ({ x: to.left + (x - from.left) * across, y: to.bottom + (y - from.bottom) * up }));
}

/** A line with one of its ends elsewhere. */
export function withEnd(mark: DrawnAnnotation, end: 'start' | 'end', place: Point): DrawnAnnotation {
  if (mark.kind !== 'line') return mark;
  const next = { ...mark, [end]: place };
  return { ...next, rect: rectAround([next.start, next.end], 4 * (mark.width ?? 1)) };
}

export interface AnnotationStyle {
  readonly colour?: string;
  /** Page units. */
  readonly width?: number;
  /** 0 to 1. */
  readonly opacity?: number;
}

/** Of words on the page the ink changes, not the ground. */
export function restyledAnnotation(
  mark: DrawnAnnotation,
  { colour, width, opacity }: AnnotationStyle,
): DrawnAnnotation {
  const line = width === undefined || !hasLine(mark) ? {} : { width };
  const look = { ...line, ...(opacity === undefined ? {} : { opacity }) };
  if (mark.kind === 'freetext' && colour !== undefined) return { ...withTextColour(mark, colour), ...look };
  return { ...mark, ...(colour === undefined ? {} : { colour }), ...look };
}

export function colourOf(mark: DrawnAnnotation): string | undefined {
  return mark.kind === 'freetext' ? freeTextLook(mark).colour : mark.colour;
}

/** Kinds whose line has a width that can be chosen. */
export function hasLine(mark: DrawnAnnotation): boolean {
  return ['ink', 'square', 'circle', 'line', 'polygon', 'polyline'].includes(mark.kind);
}

/** Changed now. */
export function stamped(mark: DrawnAnnotation): DrawnAnnotation {
  return { ...mark, modified: pdfNow() };
}

function mapped(mark: DrawnAnnotation, move: (point: Point) => Point): DrawnAnnotation {
  const { rect } = mark;
  const moved = rectAround([move({ x: rect.left, y: rect.bottom }), move({ x: rect.right, y: rect.top })]);
  switch (mark.kind) {
    case 'ink':
      return { ...mark, rect: moved, strokes: mark.strokes.map((stroke) => stroke.map(move)) };
    case 'line':
      return { ...mark, rect: moved, start: move(mark.start), end: move(mark.end) };
    case 'polygon':
    case 'polyline':
      return { ...mark, rect: moved, vertices: mark.vertices.map(move) };
    case 'freetext':
      return { ...mark, rect: moved, ...(mark.callout ? { callout: mark.callout.map(move) } : {}) };
    case 'square':
    case 'circle':
    case 'text':
    case 'stamp':
      return { ...mark, rect: moved };
    case 'highlight':
    case 'underline':
    case 'strikeout':
    case 'squiggly':
      return mark;
    default:
      return mark satisfies never;
  }
}

function pageRect(surface: Surface): Rect {
  return rectAround([
    surface.toPage({ x: 0, y: 0 }),
    surface.toPage({ x: surface.size.width, y: surface.size.height }),
  ]);
}

/** What already stands beyond the page may stay there. */
function between(value: number, low: number, high: number): number {
  return Math.max(Math.min(low, 0), Math.min(Math.max(high, 0), value));
}

const names: Readonly<Record<DrawnAnnotation['kind'], string>> = {
  highlight: 'Highlight',
  underline: 'Underline',
  strikeout: 'Strike-out',
  squiggly: 'Squiggly underline',
  ink: 'Ink',
  square: 'Rectangle',
  circle: 'Ellipse',
  line: 'Line',
  polygon: 'Polygon',
  polyline: 'Lines',
  freetext: 'Text',
  text: 'Note',
  stamp: 'Stamp',
};

export function annotationKindName(mark: DrawnAnnotation): string {
  return mark.kind === 'line' && [mark.head, mark.tail].some((end) => end?.includes('Arrow'))
    ? 'Arrow'
    : names[mark.kind];
}

/** What a mark is called: its kind, its page and its note. */
export function annotationLabel(mark: DrawnAnnotation): string {
  const note = mark.contents ? `: ${mark.contents}` : '';
  return `${annotationKindName(mark)} on page ${mark.page + 1}${note}`;
}
