import type { Quad } from '../../../domain/xfdf/mark.ts';
import type { Surface } from './surface.ts';

/** A piece of selected text on the shown page, in view units from the page's top left. */
export interface ViewRect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * One rectangle a line of text: pieces are joined when they share most of their height and nearly touch, so that
 * a sentence of forty words costs four corners a line, and two columns stay two.
 */
export function linesOf(pieces: readonly ViewRect[]): readonly ViewRect[] {
  const lines: ViewRect[] = [];
  const inOrder = pieces
    .filter((piece) => piece.right - piece.left > 0.1 && piece.bottom - piece.top > 0.1)
    .toSorted((a, b) => a.top - b.top || a.left - b.left);
  for (const piece of inOrder) {
    const index = lines.findIndex((line) => shareALine(line, piece));
    const line = lines[index];
    if (line) lines[index] = union(line, piece);
    else lines.push(piece);
  }
  return lines.length === pieces.length ? lines : linesOf(lines);
}

function shareALine(a: ViewRect, b: ViewRect): boolean {
  const overlap = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const lower = Math.min(a.bottom - a.top, b.bottom - b.top);
  const higher = Math.max(a.bottom - a.top, b.bottom - b.top);
  const gap = Math.max(a.left, b.left) - Math.min(a.right, b.right);
  return overlap > 0.6 * lower && gap < higher;
}

function union(a: ViewRect, b: ViewRect): ViewRect {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

/** The quadrilaterals of XFDF, in page units, corners as the reader sees them whichever way the page is turned. */
export function quadsOf(surface: Surface, lines: readonly ViewRect[]): readonly Quad[] {
  return lines.map(({ left, top, right, bottom }) => ({
    topLeft: surface.toPage({ x: left, y: top }),
    topRight: surface.toPage({ x: right, y: top }),
    bottomLeft: surface.toPage({ x: left, y: bottom }),
    bottomRight: surface.toPage({ x: right, y: bottom }),
  }));
}
