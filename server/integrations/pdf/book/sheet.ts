import { type PDFContext, PDFHexString, type PDFRef } from '@cantoo/pdf-lib';
import { channelsOf, wrapText as wrapByWidth } from '#server/integrations/pdf/drawing.ts';
import type { Typeface } from '#server/integrations/pdf/typeface.ts';

/** Points; US Letter, since dates are American. */
export const sheetSize = { width: 612, height: 792 } as const;

interface Font {
  readonly typeface: Typeface;
  readonly ref: PDFRef;
  readonly key: string;
}

export interface Face extends Font {
  /** Used for characters that the font lacks, such as '♣'. */
  readonly spare: Font;
}

export const fontsOf = (face: Face): readonly Font[] => [face, face.spare];

export type Faces = { readonly regular: Face; readonly bold: Face } & Readonly<Record<string, Face>>;

export interface TextStyle {
  readonly face: Face;
  readonly size: number;
  readonly colour: string;
}

interface Area {
  readonly rect: readonly [left: number, bottom: number, right: number, top: number];
  readonly to: { readonly page: PDFRef } | { readonly url: string };
}

export interface Sheet {
  readonly ref: PDFRef;
  text(words: string, at: { readonly x: number; readonly y: number }, style: TextStyle): void;
  rule(
    at: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
    colour: string,
  ): void;
  link(area: Area): void;
}

export interface DrawnSheet extends Sheet {
  write(part: PDFContext, parent: PDFRef): void;
}

export function createSheet(ref: PDFRef, faces: Faces): DrawnSheet {
  const fonts = Object.values(faces).flatMap(fontsOf);
  const drawn: string[] = [];
  const areas: Area[] = [];
  return {
    ref,
    text(words, { x, y }, { face, size, colour }) {
      drawn.push(`${showText(words, { x, y }, { face, size, colour })}`);
    },
    rule({ x, y, width, height }, colour) {
      drawn.push(`${channelsOf(colour).join(' ')} rg ${x} ${y} ${width} ${height} re f`);
    },
    link: (area) => void areas.push(area),
    write(part, parent) {
      const annots = areas.map(({ rect, to }) =>
        part.register(
          part.obj({
            Type: 'Annot',
            Subtype: 'Link',
            Rect: [...rect],
            Border: [0, 0, 0],
            ...('page' in to
              ? { Dest: [to.page, 'Fit'] }
              : { A: { Type: 'Action', S: 'URI', URI: uriString(to.url) } }),
          }),
        ),
      );
      part.assign(
        ref,
        part.obj({
          Type: 'Page',
          Parent: parent,
          MediaBox: [0, 0, sheetSize.width, sheetSize.height],
          Resources: { Font: Object.fromEntries(fonts.map(({ key, ref: font }) => [key, font])) },
          Contents: part.register(part.flateStream(drawn.join('\n'))),
          Annots: annots,
        }),
      );
    },
  };
}

/** Normalised addresses are ASCII. */
const uriString = (url: string): PDFHexString => PDFHexString.of(Buffer.from(url, 'utf8').toString('hex'));

export function showText(
  words: string,
  at: { readonly x: number; readonly y: number },
  { face, size, colour }: TextStyle,
): string {
  const [x, y] = [at.x, at.y].map((value) => Math.round(value * 100) / 100);
  const shown = runsOf(words, face).map(
    (run) => `/${run.font.key} ${size} Tf <${run.font.typeface.glyphs(run.words)}> Tj`,
  );
  return `BT ${channelsOf(colour).join(' ')} rg ${x} ${y} Td ${shown.join(' ')} ET`;
}

export const textWidth = (words: string, { face, size }: Pick<TextStyle, 'face' | 'size'>): number =>
  runsOf(words, face).reduce((width, run) => width + run.font.typeface.width(run.words), 0) * size;

/** Characters that only the fallback font has are set in it. */
function runsOf(words: string, face: Face): readonly { readonly font: Font; readonly words: string }[] {
  const runs: { font: Font; words: string }[] = [];
  for (const letter of words) {
    const codePoint = letter.codePointAt(0) ?? 0;
    const isSpare = !face.typeface.has(codePoint) && face.spare.typeface.has(codePoint);
    const font = isSpare ? face.spare : face;
    const last = runs.at(-1);
    if (last?.font === font) last.words += letter;
    else runs.push({ font, words: letter });
  }
  return runs;
}

/** Breaks words wider than `width`. */
export const wrapText = (words: string, width: number, style: Pick<TextStyle, 'face' | 'size'>): readonly string[] =>
  wrapByWidth(words, width, (line) => textWidth(line, style));
