import { type PDFContext, PDFName, PDFPageLeaf, type PDFRef } from 'pdf-lib';
import { type Face, sheetSize, showText, textWidth } from './sheet.ts';

const size = 8.5;
const padding = 3;
/** From the edges of the page as it is seen. */
const inset = 14;

/**
 * Puts the page's number in the book, and that of its agenda item, into the lower right corner as the page is seen, whatever its
 * turn and its crop box.
 */
export function stampPage(
  part: PDFContext,
  ref: PDFRef,
  given: { readonly label: string; readonly page: number; readonly face: Face },
): void {
  const page = part.lookup(ref);
  if (!(page instanceof PDFPageLeaf)) throw new Error('No page stands under the reference.');
  const words = given.label === '' ? String(given.page) : `${given.label} · ${given.page}`;
  const box = boxOf(page);
  const turn = (((page.Rotate()?.asNumber() ?? 0) % 360) + 360) % 360;
  const lying = turn % 180 !== 0;
  const [width, height] = lying ? [box.height, box.width] : [box.width, box.height];
  // Large pages are shown smaller: the stamp grows with them.
  const scale = Math.max(1, Math.max(width, height) / sheetSize.height);
  const style = { face: given.face, size, colour: '#3d3931' };
  const wide = textWidth(words, style) + 2 * padding;
  const right = width - (inset + wide) * scale;
  const drawn = [
    'q',
    `${matrixOf(turn, box).map(decimal).join(' ')} cm`,
    `${decimal(scale)} 0 0 ${decimal(scale)} ${decimal(right)} ${decimal(inset * scale)} cm`,
    `1 1 1 rg 0 0 ${decimal(wide)} ${size + 2 * padding} re f`,
    showText(words, { x: padding, y: padding + 1 }, style),
    'Q',
  ].join('\n');
  page.setFontDictionary(PDFName.of(given.face.key), given.face.ref);
  page.addContentStream(part.register(part.flateStream(drawn)));
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function boxOf(page: PDFPageLeaf): Box {
  const media = page.MediaBox().asRectangle();
  const crop = page.CropBox()?.asRectangle();
  return crop && crop.width > 0 && crop.height > 0 ? crop : media;
}

/** From the page as it is seen, its origin bottom left, to its user space. `turn` is clockwise. */
function matrixOf(turn: number, { x, y, width, height }: Box): readonly number[] {
  if (turn === 90) return [0, 1, -1, 0, x + width, y];
  if (turn === 180) return [-1, 0, 0, -1, x + width, y + height];
  if (turn === 270) return [0, -1, 1, 0, x, y + height];
  return [1, 0, 0, 1, x, y];
}

const decimal = (value: number): number => Math.round(value * 1_000) / 1_000;
