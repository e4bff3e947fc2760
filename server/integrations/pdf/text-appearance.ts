import { type PDFDocument, type PDFRef, StandardFonts } from '@cantoo/pdf-lib';
import type { FreeTextAnnotation } from '#domain/xfdf/annotation.ts';
import { freeTextLook } from '#domain/xfdf/free-text-look.ts';
import { channelsOf, wrapText } from './drawing.ts';
import { openSans, type Typeface } from './typeface.ts';

/** Page units. */
const padding = 2;
/** Ems. */
const lineHeight = 1.25;

export interface TextSetter {
  /** Upright as seen. Undefined for scripts without a font, which viewers set themselves. `rotation`: the page's, clockwise. */
  form(mark: FreeTextAnnotation, rotation: number): PDFRef | undefined;
  /** Embeds the font if used. */
  finish(): Promise<void>;
}

/** Helvetica for Western text, else embedded Liberation Sans. */
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
    async finish() {
      if (sans) await typeface.embed(pdf.context, sans);
    },
  };
}

/** Left-to-right scripts without shaping; missing symbols are tolerated. */
function canSet(text: string, typeface: Typeface): boolean {
  if (rightToLeft.test(text)) return false;
  return [...text].every((letter) => !/[\p{L}\p{M}\p{N}]/u.test(letter) || typeface.has(letter.codePointAt(0) ?? 0));
}

/** Hebrew, Arabic and related blocks. */
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

/** Windows-1252, 128 to 159. */
const special = '€\u0000‚ƒ„…†‡ˆ‰Š‹Œ\u0000Ž\u0000\u0000‘’“”•–—˜™š›œ\u0000žŸ';

/** Undefined for other letters. */
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

/** PDF has no exponents. */
function n(value: number): string {
  return String(Math.round(value * 100) / 100 + 0);
}
