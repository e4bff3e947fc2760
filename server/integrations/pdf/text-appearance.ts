import { type PDFDocument, type PDFRef, StandardFonts } from '@cantoo/pdf-lib';
import type { FreeTextAnnotation, StampAnnotation } from '#domain/xfdf/annotation.ts';
import { defaultColours } from '#domain/xfdf/default-colours.ts';
import { freeTextLook } from '#domain/xfdf/free-text-look.ts';
import { stampLabel } from '#domain/xfdf/stamp-label.ts';
import { channelsOf, wrapText } from './drawing.ts';
import { openSans, type Typeface } from './typeface.ts';

/** Page units. */
const padding = 2;
/** Ems. */
const lineHeight = 1.25;
const capitalHeight = 0.7;
/** Page units, as in the viewer. */
const stampText = 11;
const stampFrame = 1.5;
const stampRounding = 3;

export interface TextSetter {
  /**
   * Upright as seen. Undefined for scripts without a font, which viewers set themselves. `rotation` is the page's,
   * clockwise.
   */
  freeText(mark: FreeTextAnnotation, rotation: number): PDFRef | undefined;
  /** A labelled frame; the frame alone for scripts without a font. */
  stamp(mark: StampAnnotation, rotation: number): PDFRef;
  /** Embeds the font if used. */
  finish(): Promise<void>;
}

/** Uses Helvetica for Western text, otherwise embedded Liberation Sans. */
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
    freeText(mark, rotation) {
      const text = (mark.contents ?? '').normalize('NFC');
      if (!canSet(text, typeface)) return undefined;
      return freeTextForm(pdf, mark, { text, typeface, rotation, ...fontFor(text) });
    },
    stamp(mark, rotation) {
      const label = stampLabel(mark).normalize('NFC').replaceAll(/\s+/g, ' ');
      const text = canSet(label, typeface) ? label : '';
      return stampForm(pdf, mark, { text, typeface, rotation, ...fontFor(text) });
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

function freeTextForm(pdf: PDFDocument, mark: FreeTextAnnotation, setting: Setting): PDFRef {
  const { text, typeface, show } = setting;
  const { colour, fontSize: size, align } = freeTextLook(mark);
  return uprightForm(pdf, mark, setting, (width, height) => {
    const room = width - 2 * padding;
    const widthOf = (words: string): number => typeface.width(words) * size;
    const rows = wrapText(text, room, widthOf).map((row, index) => {
      const indent = align === 'left' ? 0 : (room - widthOf(row)) / (align === 'center' ? 2 : 1);
      const y = height - padding - size * (1 + index * lineHeight);
      return `1 0 0 1 ${n(padding + Math.max(0, indent))} ${n(y)} Tm <${show(row)}> Tj`;
    });
    const ground = mark.colour === undefined ? '' : `${rgb(mark.colour)} rg 0 0 ${n(width)} ${n(height)} re f`;
    return `${ground} BT /Helv ${n(size)} Tf ${rgb(colour)} rg ${rows.join(' ')} ET`;
  });
}

function stampForm(pdf: PDFDocument, mark: StampAnnotation, setting: Setting): PDFRef {
  const { text, typeface, show } = setting;
  const colour = rgb(mark.colour ?? defaultColours.line);
  return uprightForm(pdf, mark, setting, (width, height) => {
    const wide = typeface.width(text) || 1;
    const size = Math.max(1, Math.min(stampText, (width - 2 * stampRounding) / wide, height - 2 * stampFrame));
    const [x, y] = [(width - wide * size) / 2, (height - capitalHeight * size) / 2];
    const frame = `${colour} RG ${stampFrame} w ${roundedFrame(width, height)} S`;
    return `${frame} BT /Helv ${n(size)} Tf ${colour} rg ${n(x)} ${n(y)} Td <${show(text)}> Tj ET`;
  });
}

/** Within the box; each corner is a curve through it. */
function roundedFrame(width: number, height: number): string {
  const inset = stampFrame / 2;
  const [right, top] = [width - inset, height - inset];
  const round = Math.min(stampRounding, width / 2 - inset, height / 2 - inset);
  const to = (...points: readonly number[]): string => points.map(n).join(' ');
  return [
    `${to(inset + round, inset)} m ${to(right - round, inset)} l ${to(right, inset, right, inset + round)} v`,
    `${to(right, top - round)} l ${to(right, top, right - round, top)} v`,
    `${to(inset + round, top)} l ${to(inset, top, inset, top - round)} v`,
    `${to(inset, inset + round)} l ${to(inset, inset, inset + round, inset)} v h`,
  ].join(' ');
}

/** A form as large as the mark and upright as seen. `draw` receives that size. */
function uprightForm(
  pdf: PDFDocument,
  mark: FreeTextAnnotation | StampAnnotation,
  { rotation, font }: Setting,
  draw: (width: number, height: number) => string,
): PDFRef {
  const { rect } = mark;
  const lying = rotation % 180 !== 0;
  const across = rect.right - rect.left;
  const up = rect.top - rect.bottom;
  const [width, height] = lying ? [up, across] : [across, up];
  const turn = (((rotation % 360) + 360) % 360) / 90;
  const [cos, sin] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ][turn] as [number, number];
  const opacity = mark.opacity ?? 1;
  const form = pdf.context.stream(`q /G gs ${draw(width, height)} Q`, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, width, height],
    Matrix: [cos, sin, -sin, cos, 0, 0],
    Resources: { Font: { Helv: font }, ExtGState: { G: { Type: 'ExtGState', CA: opacity, ca: opacity } } },
    Group: { Type: 'Group', S: 'Transparency' },
  });
  return pdf.context.register(form);
}

const rgb = (hex: string): string => channelsOf(hex).join(' ');

function helvetica({ context }: PDFDocument): PDFRef {
  return context.register(
    context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: StandardFonts.Helvetica, Encoding: 'WinAnsiEncoding' }),
  );
}

/** Windows-1252, 128 to 159. */
const special = '€\u0000‚ƒ„…†‡ˆ‰Š‹Œ\u0000Ž\u0000\u0000‘’“”•–—˜™š›œ\u0000žŸ';

/** Undefined for other characters. */
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
