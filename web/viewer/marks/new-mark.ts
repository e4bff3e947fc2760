import { writePdfDate } from '#domain/xfdf/date.ts';
import type { InkMark, Point, TextMarkup, TextMarkupKind } from '#domain/xfdf/mark.ts';
import { roundTwo } from '#domain/xfdf/numbers.ts';
import { simplifyStroke, strokeTolerance } from '#domain/xfdf/simplify.ts';
import { quadCorners, rectAround } from './mark-geometry.ts';
import type { Surface } from './surface.ts';
import { quadsOf, type Turn, type ViewRect } from './text-quads.ts';

/** Points; a fine felt-tip. */
const inkWidth = 2;

/** Who makes a mark, and what it looks like. */
export interface MarkMaking {
  readonly author: string;
  readonly colour: string;
  /** Points. */
  readonly width?: number;
  /** 0 to 1; 1 is left unsaid. */
  readonly opacity?: number;
}

/** Lines of text on one page that run the same way. */
export interface MarkedText {
  readonly surface: Surface;
  readonly lines: readonly ViewRect[];
  readonly turn: Turn;
}

export function newTextMarkup(kind: TextMarkupKind, text: MarkedText, making: MarkMaking): TextMarkup {
  const quads = quadsOf(text.surface, text.lines, text.turn);
  return { kind, ...commonOf(making), page: text.surface.page, rect: rectAround(quads.flatMap(quadCorners)), quads };
}

/** @param stroke in page units, as it was drawn */
export function newInk(surface: Surface, stroke: readonly Point[], making: MarkMaking): InkMark {
  const simple = simplifyStroke(stroke, strokeTolerance * surface.pointSize);
  const width = inkWidthOn(surface, making.width);
  return {
    kind: 'ink',
    ...commonOf(making),
    page: surface.page,
    rect: rectAround(simple, width / 2),
    width,
    strokes: [simple],
  };
}

/** Page units. */
export function inkWidthOn(surface: Surface, points: number = inkWidth): number {
  return roundTwo(points * surface.pointSize);
}

/** What every new mark says of itself. */
export function commonOf({ author, colour, opacity = 1 }: MarkMaking) {
  const look = opacity < 1 ? { colour, opacity: roundTwo(opacity) } : { colour };
  return { id: newMarkId(), author, modified: pdfNow(), ...look, flags: ['print'] };
}

/** 48 bits: enough among one reader's marks on one document, and short in a file of 65,000 characters. */
function newMarkId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function pdfNow(now: Date = new Date()): string {
  return writePdfDate(now.getTime(), -now.getTimezoneOffset());
}
