import { type PDFDocument, type PDFRef, StandardFonts } from '@cantoo/pdf-lib';
import type { FreeTextAnnotation, Rect, StampAnnotation } from '#domain/xfdf/annotation.ts';
import { defaultColours } from '#domain/xfdf/default-colours.ts';
import { freeTextLook } from '#domain/xfdf/free-text-look.ts';
import { stampLabel } from '#domain/xfdf/stamp-label.ts';
import { channelsOf, wrapText } from './drawing.ts';
import { outlinedText, outlinedWidth } from './outlined-text.ts';
import { openSans, type Typeface } from './typeface.ts';

/** Page units. */
const padding = 2;
/** Ems. */
const lineHeight = 1.25;
const capitalHeight = 0.7;
/** Page units, as in the viewer. */
const stampSize = 11;
const stampFrame = 1.5;
const stampRounding = 3;

export interface TextBox {
  readonly text: string;
  readonly width: number;
  readonly height: number;
  /** Points; null: as large as fits, up to 12. */
  readonly size: number | null;
  /** A PDF operator with its operands. */
  readonly colour: string;
  readonly align: 'left' | 'center' | 'right';
  /** In the middle of its height, without wrapping. */
  readonly isOneLine?: boolean;
  /** PDF operators, drawn below the text. */
  readonly ground?: string;
  readonly opacity?: number;
  /** Degrees clockwise, of the page or the field. */
  readonly rotation: number;
}

export interface TextSetter {
  freeText(mark: FreeTextAnnotation, rotation: number): PDFRef;
  /** A labelled frame. */
  stamp(mark: StampAnnotation, rotation: number): PDFRef;
  box(box: TextBox): PDFRef;
  /** Embeds the font if used. */
  finish(): Promise<void>;
}

/** How the letters of a text are written. */
interface Setting {
  readonly widthOf: (words: string) => number;
  readonly draw: (words: string, x: number, y: number) => string;
  readonly font?: PDFRef;
}

/** Uses Helvetica for Western text, else embedded Liberation Sans, else outlines. */
export async function createTextSetter(pdf: PDFDocument): Promise<TextSetter> {
  const typeface = await openSans('Regular');
  let sans: PDFRef | undefined;
  let western: PDFRef | undefined;
  const inFont = (font: PDFRef, size: number, show: (words: string) => string): Setting => ({
    font,
    widthOf: (words) => typeface.width(words) * size,
    draw: (words, x, y) => `BT /Helv ${n(size)} Tf ${n(x)} ${n(y)} Td <${show(words)}> Tj ET`,
  });
  const settingOf = (text: string, size: number): Setting => {
    if (westernBytes(text) !== undefined) {
      western ??= helvetica(pdf);
      return inFont(western, size, (words) => westernBytes(words) ?? '');
    }
    const outlined: Setting = {
      widthOf: (words) => outlinedWidth(words) * size,
      draw: (words, x, y) => outlinedText(words, { x, y, size }),
    };
    if (!canSet(text, typeface)) return outlined;
    sans ??= pdf.context.nextRef();
    return withSymbols(inFont(sans, size, typeface.glyphs), outlined, typeface);
  };
  const box = (given: TextBox): PDFRef => {
    const text = given.text.normalize('NFC');
    const size = fittingSize(given, text, settingOf(text, 1).widthOf);
    return boxForm(pdf, given, { text, size, setting: settingOf(text, size) });
  };
  return {
    box,
    freeText(mark, rotation) {
      const { opacity } = mark;
      const { colour, fontSize, align } = freeTextLook(mark);
      const { width, height } = sizeOf(mark.rect, rotation);
      return box({
        text: mark.contents ?? '',
        width,
        height,
        size: fontSize,
        colour: fill(colour),
        align,
        rotation,
        ...(opacity === undefined ? {} : { opacity }),
        ...(mark.colour === undefined ? {} : { ground: `${fill(mark.colour)} 0 0 ${n(width)} ${n(height)} re f` }),
      });
    },
    stamp(mark, rotation) {
      const { width, height } = sizeOf(mark.rect, rotation);
      const colour = mark.colour ?? defaultColours.line;
      const pen = `${channelsOf(colour).join(' ')} RG ${stampFrame} w`;
      return box({
        text: stampLabel(mark),
        width,
        height,
        size: stampSize,
        colour: fill(colour),
        align: 'center',
        rotation,
        isOneLine: true,
        ground: `${pen} ${roundedFrame(width, height)} S`,
        opacity: mark.opacity ?? 1,
      });
    },
    async finish() {
      if (sans) await typeface.embed(pdf.context, sans);
    },
  };
}

const sizeMax = 12;
const sizeMin = 4;

/** Avoids cut letters: the font of the copy may be wider than that of the screen. */
function fittingSize(box: TextBox, text: string, widthOfOne: (words: string) => number): number {
  const [room, height] = [box.width - 2 * padding, box.height - padding];
  if (box.isOneLine === true) {
    return Math.max(
      sizeMin,
      Math.min(box.size ?? sizeMax, height / lineHeight, room / Math.max(widthOfOne(text), 0.1)),
    );
  }
  let size = box.size ?? sizeMax;
  const isTooHigh = (): boolean =>
    wrapText(text, room, (words) => widthOfOne(words) * size).length * size * lineHeight > height + size / 2;
  while (size > sizeMin && isTooHigh()) size *= 0.92;
  return size;
}

const fill = (hex: string): string => `${channelsOf(hex).join(' ')} rg`;

/** Width and height after rotation. */
function sizeOf({ left, bottom, right, top }: Rect, rotation: number) {
  const [across, up] = [right - left, top - bottom];
  return rotation % 180 === 0 ? { width: across, height: up } : { width: up, height: across };
}

/** Sets letters in a font, so that they can be selected, and symbols that it lacks, such as emoji, as outlines. */
function withSymbols(inFont: Setting, outlined: Setting, typeface: Typeface): Setting {
  const piecesOf = (words: string) => {
    const pieces: { text: string; setting: Setting }[] = [];
    for (const letter of words) {
      const setting = typeface.has(letter.codePointAt(0) ?? 0) ? inFont : outlined;
      const piece = pieces.at(-1);
      if (piece?.setting === setting) piece.text += letter;
      else pieces.push({ text: letter, setting });
    }
    return pieces;
  };
  return {
    ...inFont,
    widthOf: (words) => piecesOf(words).reduce((sum, { text, setting }) => sum + setting.widthOf(text), 0),
    draw(words, x, y) {
      let at = x;
      const drawn = piecesOf(words).map(({ text, setting }) => {
        const piece = setting.draw(text, at, y);
        at += setting.widthOf(text);
        return piece;
      });
      return drawn.join(' ');
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

function boxForm(
  pdf: PDFDocument,
  { width, height, colour, align, isOneLine, ground = '', opacity = 1, rotation }: TextBox,
  { text, size, setting }: { readonly text: string; readonly size: number; readonly setting: Setting },
): PDFRef {
  const { widthOf, draw, font } = setting;
  const room = width - 2 * padding;
  const lines = isOneLine === true ? [text.replaceAll(/\s+/g, ' ')] : wrapText(text, room, widthOf);
  const first = isOneLine === true ? (height - capitalHeight * size) / 2 : height - padding - size;
  const rows = lines.map((line, index) => {
    const indent = align === 'left' ? 0 : (room - widthOf(line)) / (align === 'center' ? 2 : 1);
    return draw(line, padding + Math.max(0, indent), first - index * size * lineHeight);
  });
  const turn = (((rotation % 360) + 360) % 360) / 90;
  const [cos, sin] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ][turn] as [number, number];
  const form = pdf.context.stream(`q /G gs ${ground} ${colour} ${rows.join(' ')} Q`, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, width, height],
    Matrix: [cos, sin, -sin, cos, 0, 0],
    Resources: {
      ...(font ? { Font: { Helv: font } } : {}),
      ExtGState: { G: { Type: 'ExtGState', CA: opacity, ca: opacity } },
    },
    Group: { Type: 'Group', S: 'Transparency' },
  });
  return pdf.context.register(form);
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
