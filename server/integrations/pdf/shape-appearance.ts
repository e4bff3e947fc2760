import type { PDFDocument, PDFRef } from '@cantoo/pdf-lib';
import type { Border, DrawnAnnotation, Point, Quad, Rect } from '#domain/xfdf/annotation.ts';
import { defaultColours } from '#domain/xfdf/default-colours.ts';
import { boxEdge } from '#domain/xfdf/geometry.ts';
import { channelsOf, pdfNumber } from './drawing.ts';

/** Control point distance for a quarter circle as a Bézier curve. */
const arc = 0.5523;

type Shape = Exclude<DrawnAnnotation, { readonly kind: 'text' | 'freetext' | 'stamp' }>;

/** Needed for viewers that do not draw annotations themselves. */
export function shapeAppearance(pdf: PDFDocument, mark: Shape): PDFRef {
  const { rect } = mark;
  const state = { Type: 'ExtGState', CA: mark.opacity ?? 1, ca: mark.opacity ?? 1 };
  const look = mark.kind === 'highlight' ? { ...state, BM: 'Multiply' } : state;
  const form = pdf.context.stream(`q /G gs ${drawing(mark)} Q`, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [rect.left, rect.bottom, rect.right, rect.top],
    Resources: { ExtGState: { G: look } },
    Group: { Type: 'Group', S: 'Transparency' },
  });
  return pdf.context.register(form);
}

function drawing(mark: Shape): string {
  const colour = mark.colour ?? defaultColours[mark.kind === 'highlight' ? 'highlight' : 'line'];
  switch (mark.kind) {
    case 'highlight':
      return `${rgb(colour)} rg ${mark.quads.map((quad) => `${path(corners(quad))} h f`).join(' ')}`;
    case 'underline':
    case 'squiggly':
      return lines(mark.quads, colour, 0.06);
    case 'strikeout':
      return lines(mark.quads, colour, 0.42);
    case 'ink':
      return `${pen(mark, colour)} 1 J 1 j ${mark.strokes.map((stroke) => `${path(dotted(stroke))} S`).join(' ')}`;
    case 'square':
      return `${pen(mark, colour)} ${fill(mark.interior)} ${box(boxEdge(mark))} ${paint(mark.interior)}`;
    case 'circle':
      return `${pen(mark, colour)} ${fill(mark.interior)} ${ellipse(boxEdge(mark))} ${paint(mark.interior)}`;
    case 'line': {
      const wings = [
        ...(mark.tail?.includes('Arrow') ? [arrow(mark.start, mark.end, mark.width ?? 1)] : []),
        ...(mark.head?.includes('Arrow') ? [arrow(mark.end, mark.start, mark.width ?? 1)] : []),
      ];
      return `${pen(mark, colour)} 1 J 1 j ${[[mark.start, mark.end], ...wings].map((each) => `${path(each)} S`).join(' ')}`;
    }
    case 'polygon':
      return `${pen(mark, colour)} ${fill(mark.interior)} ${path(mark.vertices)} h ${paint(mark.interior)}`;
    case 'polyline':
      return `${pen(mark, colour)} 1 j ${path(mark.vertices)} S`;
    default:
      return mark satisfies never;
  }
}

function lines(quads: readonly Quad[], colour: string, high: number): string {
  const rows = quads.map((quad) => {
    const height = Math.hypot(quad.topLeft.x - quad.bottomLeft.x, quad.topLeft.y - quad.bottomLeft.y);
    const at = (low: Point, top: Point) => ({ x: low.x + high * (top.x - low.x), y: low.y + high * (top.y - low.y) });
    const ends = [at(quad.bottomLeft, quad.topLeft), at(quad.bottomRight, quad.topRight)];
    return `${pdfNumber(Math.max(0.75, height / 12))} w ${path(ends)} S`;
  });
  return `${rgb(colour)} RG ${rows.join(' ')}`;
}

function corners(quad: Quad): readonly Point[] {
  return [quad.topLeft, quad.topRight, quad.bottomRight, quad.bottomLeft];
}

function pen({ width = 1, style, dashes }: Border, colour: string): string {
  const dash = style === 'dash' ? `[${(dashes ?? [3]).map(pdfNumber).join(' ')}] 0 d` : '';
  return `${rgb(colour)} RG ${pdfNumber(width)} w ${dash}`;
}

const fill = (interior: string | undefined): string => (interior === undefined ? '' : `${rgb(interior)} rg`);
const paint = (interior: string | undefined): string => (interior === undefined ? 'S' : 'B');
const rgb = (colour: string): string => channelsOf(colour).join(' ');

function path(points: readonly Point[]): string {
  return points.map(({ x, y }, index) => `${pdfNumber(x)} ${pdfNumber(y)} ${index === 0 ? 'm' : 'l'}`).join(' ');
}

function dotted(stroke: readonly Point[]): readonly Point[] {
  const [only] = stroke;
  return stroke.length === 1 && only ? [only, only] : stroke;
}

function box({ left, bottom, right, top }: Rect): string {
  return `${pdfNumber(left)} ${pdfNumber(bottom)} ${pdfNumber(right - left)} ${pdfNumber(top - bottom)} re`;
}

function ellipse({ left, bottom, right, top }: Rect): string {
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  const [rx, ry] = [(right - left) / 2, (top - bottom) / 2];
  const curve = (...points: readonly (readonly [number, number])[]) =>
    `${points.map(([across, up]) => `${pdfNumber(x + across * rx)} ${pdfNumber(y + up * ry)}`).join(' ')} c`;
  return [
    `${pdfNumber(x + rx)} ${pdfNumber(y)} m`,
    curve([1, arc], [arc, 1], [0, 1]),
    curve([-arc, 1], [-1, arc], [-1, 0]),
    curve([-1, -arc], [-arc, -1], [0, -1]),
    curve([arc, -1], [1, -arc], [1, 0]),
    'h',
  ].join(' ');
}

function arrow(from: Point, tip: Point, width: number): readonly Point[] {
  const angle = Math.atan2(from.y - tip.y, from.x - tip.x);
  const length = 6 + 3 * width;
  const wing = (turn: number): Point => ({
    x: tip.x + length * Math.cos(angle + turn),
    y: tip.y + length * Math.sin(angle + turn),
  });
  return [wing(0.45), tip, wing(-0.45)];
}
