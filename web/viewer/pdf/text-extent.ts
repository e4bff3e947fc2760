import type { PageViewport, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { linesOf, type ViewRect } from '#web/viewer/annotations/text-quads.ts';

export interface TextExtent {
  readonly left: number;
  readonly right: number;
}

interface TextPiece {
  readonly str: string;
  readonly width: number;
  /** A PDF transformation matrix. The first two numbers are the text's direction, and the last two its origin. */
  readonly transform: readonly number[];
}

type View = Pick<PageViewport, 'width' | 'convertToViewportPoint'>;

export async function readTextExtent(page: PDFPageProxy, view: View): Promise<TextExtent | null> {
  const { items } = await page.getTextContent();
  return extentOf(
    items.filter((item): item is Extract<typeof item, TextPiece> => 'str' in item),
    view,
  );
}

export function extentOf(pieces: readonly TextPiece[], view: View): TextExtent | null {
  let extent: TextExtent | null = null;
  for (const { str, width, transform } of pieces) {
    if (str.trim() === '') continue;
    const [a = 1, b = 0, , , x = 0, y = 0] = transform;
    const along = width / (Math.hypot(a, b) || 1);
    const ends = [view.convertToViewportPoint(x, y), view.convertToViewportPoint(x + a * along, y + b * along)];
    const across = ends.map(([at = 0]) => Math.min(1, Math.max(0, at / view.width)));
    extent = union(extent, { left: Math.min(...across), right: Math.max(...across) });
  }
  return extent;
}

export function union(one: TextExtent | null, other: TextExtent | null): TextExtent | null {
  if (one === null || other === null) return one ?? other;
  return { left: Math.min(one.left, other.left), right: Math.max(one.right, other.right) };
}

/** Minimum visible fraction of the page's width, so that a page with only a title is not zoomed too far. */
const extentLeast = 0.6;

export function croppedTo(text: TextExtent | null): TextExtent {
  if (text === null) return { left: 0, right: 1 };
  const missing = Math.max(0, extentLeast - (text.right - text.left)) / 2;
  return { left: Math.max(0, text.left - missing), right: Math.min(1, text.right + missing) };
}

export function columnAt(pieces: readonly ViewRect[], { x, y }: { readonly x: number; readonly y: number }) {
  const lines = linesOf(pieces);
  const away = ({ left, right, top, bottom }: ViewRect) =>
    Math.max(left - x, x - right, 0) + Math.max(top - y, y - bottom, 0);
  const [nearest] = lines.toSorted((one, other) => away(one) - away(other));
  if (nearest === undefined) return null;
  const indent = 2 * (nearest.bottom - nearest.top);
  const column = lines.filter(({ left }) => Math.abs(left - nearest.left) <= indent);
  return {
    left: Math.min(...column.map(({ left }) => left)),
    right: Math.max(...column.map(({ right }) => right)),
  };
}
