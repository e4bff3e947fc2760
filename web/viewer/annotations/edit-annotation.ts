import type { DrawnAnnotation, Point, Rect } from '#domain/xfdf/annotation.ts';
import { defaultColours } from '#domain/xfdf/default-colours.ts';
import { freeTextLook, withTextColour } from '#domain/xfdf/free-text-look.ts';
import { rectAround } from './annotation-geometry.ts';
import type { Surface } from './surface.ts';

export function isMovable(annotation: DrawnAnnotation): boolean {
  return !('quads' in annotation);
}

export function isResizable(annotation: DrawnAnnotation): boolean {
  return isMovable(annotation) && annotation.kind !== 'text' && annotation.kind !== 'line';
}

export function movedAnnotation(annotation: DrawnAnnotation, by: Point, surface: Surface): DrawnAnnotation {
  const { width, height } = surface.size;
  const page = rectAround([surface.toPage({ x: 0, y: 0 }), surface.toPage({ x: width, y: height })]);
  const { rect } = annotation;
  const dx = between(by.x, page.left - rect.left, page.right - rect.right);
  const dy = between(by.y, page.bottom - rect.bottom, page.top - rect.top);
  return mapped(annotation, ({ x, y }) => ({ x: x + dx, y: y + dy }));
}

/** Fits an annotation into another rectangle of at least one point in height and width. */
export function resizedAnnotation(annotation: DrawnAnnotation, to: Rect): DrawnAnnotation {
  const from = annotation.rect;
  const right = Math.max(to.right, to.left + 1);
  const top = Math.max(to.top, to.bottom + 1);
  const across = (right - to.left) / Math.max(from.right - from.left, 0.01);
  const up = (top - to.bottom) / Math.max(from.top - from.bottom, 0.01);
  return mapped(annotation, ({ x, y }) => ({
    x: to.left + (x - from.left) * across,
    y: to.bottom + (y - from.bottom) * up,
  }));
}

export function withEnd(annotation: DrawnAnnotation, end: 'start' | 'end', point: Point): DrawnAnnotation {
  if (annotation.kind !== 'line') return annotation;
  const next = { ...annotation, [end]: point };
  return { ...next, rect: rectAround([next.start, next.end], 4 * (annotation.width ?? 1)) };
}

export interface AnnotationStyle {
  readonly colour?: string;
  readonly width?: number;
  /** From 0 to 1. */
  readonly opacity?: number;
}

export function restyledAnnotation(
  annotation: DrawnAnnotation,
  { colour, width, opacity }: AnnotationStyle,
): DrawnAnnotation {
  const line = width === undefined || !hasLine(annotation) ? {} : { width };
  const look = { ...line, ...(opacity === undefined ? {} : { opacity }) };
  if (annotation.kind === 'freetext' && colour !== undefined) return { ...withTextColour(annotation, colour), ...look };
  return { ...annotation, ...(colour === undefined ? {} : { colour }), ...look };
}

export function colourOf(annotation: DrawnAnnotation): string | undefined {
  return annotation.kind === 'freetext' ? freeTextLook(annotation).colour : annotation.colour;
}

export function drawnColourOf(annotation: DrawnAnnotation): string {
  const isPale = ['highlight', 'text'].includes(annotation.kind);
  return colourOf(annotation) ?? defaultColours[isPale ? 'highlight' : 'line'];
}

export function hasLine(annotation: DrawnAnnotation): boolean {
  return ['ink', 'square', 'circle', 'line', 'polygon', 'polyline'].includes(annotation.kind);
}

function mapped(annotation: DrawnAnnotation, move: (point: Point) => Point): DrawnAnnotation {
  const { rect } = annotation;
  const moved = rectAround([move({ x: rect.left, y: rect.bottom }), move({ x: rect.right, y: rect.top })]);
  switch (annotation.kind) {
    case 'ink':
      return { ...annotation, rect: moved, strokes: annotation.strokes.map((stroke) => stroke.map(move)) };
    case 'line':
      return { ...annotation, rect: moved, start: move(annotation.start), end: move(annotation.end) };
    case 'polygon':
    case 'polyline':
      return { ...annotation, rect: moved, vertices: annotation.vertices.map(move) };
    case 'freetext':
      return { ...annotation, rect: moved, ...(annotation.callout ? { callout: annotation.callout.map(move) } : {}) };
    case 'square':
    case 'circle':
    case 'text':
    case 'stamp':
      return { ...annotation, rect: moved };
    case 'highlight':
    case 'underline':
    case 'strikeout':
    case 'squiggly':
      return annotation;
    default:
      return annotation satisfies never;
  }
}

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

export function annotationKindName(annotation: DrawnAnnotation): string {
  return annotation.kind === 'line' && [annotation.head, annotation.tail].some((end) => end?.includes('Arrow'))
    ? 'Arrow'
    : names[annotation.kind];
}

export function annotationLabel(annotation: DrawnAnnotation): string {
  const words = 'words' in annotation && annotation.words ? `, “${annotation.words}”` : '';
  const note = annotation.contents ? `: ${annotation.contents}` : '';
  return `${annotationKindName(annotation)} on page ${annotation.page + 1}${words}${note}`;
}
