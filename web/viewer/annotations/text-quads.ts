import type { Point, Quad } from '#domain/xfdf/annotation.ts';
import type { Surface } from './surface.ts';

export interface ViewRect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns one rectangle per line. Joins pieces that share most of their height and nearly touch. */
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

export type QuarterTurns = 0 | 1 | 2 | 3;

export function turnOf(degrees: number): QuarterTurns {
  return (((Math.round(degrees / 90) % 4) + 4) % 4) as QuarterTurns;
}

export function turnedLinesOf(pieces: readonly ViewRect[], turn: QuarterTurns): readonly ViewRect[] {
  const back = ((4 - turn) % 4) as QuarterTurns;
  return linesOf(pieces.map((piece) => turned(piece, back))).map((line) => turned(line, turn));
}

/** Rotates a rectangle about the origin, clockwise if y points down. */
function turned({ left, top, right, bottom }: ViewRect, turn: QuarterTurns): ViewRect {
  if (turn === 0) return { left, top, right, bottom };
  if (turn === 1) return { left: -bottom, top: left, right: -top, bottom: right };
  if (turn === 2) return { left: -right, top: -bottom, right: -left, bottom: -top };
  return { left: top, top: -right, right: bottom, bottom: -left };
}

/** Returns page units. The corners follow the text's direction, so that underlines run below rotated letters. */
export function quadsOf(surface: Surface, lines: readonly ViewRect[], turn: QuarterTurns = 0): readonly Quad[] {
  return lines.map(({ left, top, right, bottom }) => {
    const clockwise = [
      { x: left, y: top },
      { x: right, y: top },
      { x: right, y: bottom },
      { x: left, y: bottom },
    ].map(surface.toPage);
    const corner = (index: number) => clockwise[(index + turn) % 4] as Point;
    return { topLeft: corner(0), topRight: corner(1), bottomLeft: corner(3), bottomRight: corner(2) };
  });
}
