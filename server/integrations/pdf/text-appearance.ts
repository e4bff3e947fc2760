import { type PDFDocument, type PDFRef, StandardFonts } from 'pdf-lib';
import type { FreeTextAnnotation } from '#domain/xfdf/annotation.ts';
import { freeTextLook } from '#domain/xfdf/free-text-look.ts';
import { channelsOf, wrapText } from './drawing.ts';
import { openSans, type Typeface } from './typeface.ts';

/** Page units between the edge of the box and its words. */
const padding = 2;
/** Of the size. */
const lineHeight = 1.25;

/** Sets words on the pages of one PDF. */
export interface TextSetter {
  /**
   * A form that shows a mark's words upright as the page is seen. Undefined for words in letters that we have no type for: each
   * program then sets them itself, by its own fonts.
   *
   * @param rotation of the page, degrees clockwise
   */
  form(mark: FreeTextAnnotation, rotation: number): PDFRef | undefined;
  /** Puts the typeface into the PDF, where it was needed. Once all words are set. */
  finish(): void;
}

/** Western words are set in Helvetica, which every program has; others in Liberation Sans, which is put into the file. */
export async function createTextSetter(pdf: PDFDocument): Promise<TextSetter> {
  const typeface = await openSans('Regular');
  let sans: PDFRef | undefined;
  const fontFor = (text: string) => {
    if (westernBytes(text) !== undefined)
      return { font: helvetica(pdf), show: (row: string) => westernBytes(row) ?? '' };
    sans ??= pdf.context.nextRef();
    return { font: sans, show: typeface.glyphs };
  };
  return {
    form(mark, rotation) {
      const text = (mark.contents ?? '').normalize('NFC');
      if (!canSet(text, typeface)) return undefined;
      return wordsForm(pdf, mark, { text, typeface, rotation, ...fontFor(text) });
    },
    finish() {
      if (sans) typeface.embed(pdf.context, sans);
    },
  };
}

/** Letters that stand one after the other, left to right, each by itself. Signs that the typeface lacks may be missing. */
function canSet(text: string, typeface: Typeface): boolean {
  if (rightToLeft.test(text)) return false;
  return [...text].every((letter) => !/[\p{L}\p{M}\p{N}]/u.test(letter) || typeface.has(letter.codePointAt(0) ?? 0));
}

/** Hebrew, Arabic and their like, and their presentation forms. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

interface Setting {
  readonly text: string;
  readonly typeface: Typeface;
  readonly rotation: number;
  readonly font: PDFRef;
  /** Hexadecimal, for `<…> Tj`. */
  readonly show: (row: string) => string;
}

function wordsForm(
  pdf: PDFDocument,
  mark: FreeTextAnnotation,
  { text, typeface, rotation, font, show }: Setting,
): PDFRef {
  const { rect } = mark;
  const { colour, fontSize: size, align } = freeTextLook(mark);
  const lying = rotation % 180 !== 0;
  const across = rect.right - rect.left;
  const up = rect.top - rect.bottom;
  const [width, height] = lying ? [up, across] : [across, up];
  const room = width - 2 * padding;
  const widthOf = (words: string): number => typeface.width(words) * size;
  const rows = wrapText(text, room, widthOf).map((row, index) => {
    const indent = align === 'left' ? 0 : (room - widthOf(row)) / (align === 'center' ? 2 : 1);
    const y = height - padding - size * (1 + index * lineHeight);
    return `1 0 0 1 ${n(padding + Math.max(0, indent))} ${n(y)} Tm <${show(row)}> Tj`;
  });
  const rgb = (hex: string): string => channelsOf(hex).join(' ');
  const ground = mark.colour === undefined ? '' : `${rgb(mark.colour)} rg 0 0 ${n(width)} ${n(height)} re f`;
  const turn = (((rotation % 360) + 360) % 360) / 90;
  const [cos, sin] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ][turn] as [number, number];
  const opacity = mark.opacity ?? 1;
  const form = pdf.context.stream(`q /G gs ${ground} BT /Helv ${n(size)} Tf ${rgb(colour)} rg ${rows.join(' ')} ET Q`, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, width, height],
    Matrix: [cos, sin, -sin, cos, 0, 0],
    Resources: { Font: { Helv: font }, ExtGState: { G: { Type: 'ExtGState', CA: opacity, ca: opacity } } },
    Group: { Type: 'Group', S: 'Transparency' },
  });
  return pdf.context.register(form);
}

function helvetica({ context }: PDFDocument): PDFRef {
  return context.register(
    context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: StandardFonts.Helvetica, Encoding: 'WinAnsiEncoding' }),
  );
}

/** Windows' Western letters from 128 to 159. */
const special = '€\u0000‚ƒ„…†‡ˆ‰Š‹Œ\u0000Ž\u0000\u0000‘’“”•–—˜™š›œ\u0000žŸ';

/** Hexadecimal bytes of Windows' Western letters; undefined when the text has others. */
function westernBytes(text: string): string | undefined {
  const bytes = [...text.replaceAll(/[\r\n\t]/g, ' ')].map((letter) => {
    const code = letter.codePointAt(0) ?? 0;
    if ((code >= 32 && code < 127) || (code >= 160 && code < 256)) return code;
    const at = letter === '\u0000' ? -1 : special.indexOf(letter);
    return at < 0 ? undefined : 128 + at;
  });
  if (bytes.some((byte) => byte === undefined)) return undefined;
  return bytes.map((byte) => (byte ?? 0).toString(16).padStart(2, '0')).join('');
}

/** Plain decimals; PDF knows no exponents. */
function n(value: number): string {
  return String(Math.round(value * 100) / 100 + 0);
}
