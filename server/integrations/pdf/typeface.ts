import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fontkit from '@cantoo/fontkit';
import { CustomFontSubsetEmbedder, type PDFContext, type PDFRef } from '@cantoo/pdf-lib';

/** A TrueType font with only the used glyphs embedded (ISO 32000-1, 9.7.4); its text can be copied. */
export interface Typeface {
  has(codePoint: number): boolean;
  /** In ems. */
  width(text: string): number;
  /** Hexadecimal, for `<…> Tj`. */
  glyphs(text: string): string;
  /** Call it after all text. */
  embed(context: PDFContext, ref: PDFRef): Promise<void>;
}

/** Liberation Sans from pdf.js, metric-compatible with Helvetica. */
export function openSans(style: 'Regular' | 'Bold' | 'Italic'): Promise<Typeface> {
  const folder = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts');
  return openTypeface(folder, `LiberationSans-${style}`);
}

export type OwnTypeface = 'Inter-Regular' | 'SourceSerif4-Regular' | 'SourceSerif4-It' | 'SourceSerif4-SemiBold';

export const openOwn = (name: OwnTypeface): Promise<Typeface> => openTypeface(join(import.meta.dirname, 'fonts'), name);

async function openTypeface(folder: string, name: string): Promise<Typeface> {
  // No ligatures or contextual forms, so that each character can be selected.
  const face = await CustomFontSubsetEmbedder.for(fontkit, await readFile(join(folder, `${name}.ttf`)), name, {
    liga: false,
    calt: false,
  });
  const letters = new Set(face.font.characterSet);
  const has = (codePoint: number): boolean => letters.has(codePoint);
  const shown = (text: string): string =>
    [...text].map((letter) => (has(letter.codePointAt(0) ?? 0) ? letter : '?')).join('');
  // Per character, since lines are measured word by word.
  const widths = new Map<string, number>();
  const widthOf = (letter: string): number => {
    const width = widths.get(letter) ?? face.widthOfTextAtSize(letter, 1);
    widths.set(letter, width);
    return width;
  };
  // Cached by word: words repeat, and layout takes most of a page's time.
  const written = new Map<string, string>();
  const glyphsOf = (word: string): string => {
    const glyphs = written.get(word) ?? face.encodeText(word).asString();
    written.set(word, glyphs);
    return glyphs;
  };
  return {
    has,
    width: (text) => [...shown(text)].reduce((sum, letter) => sum + widthOf(letter), 0),
    glyphs: (text) => (shown(text).match(/ +|[^ ]+/g) ?? []).map(glyphsOf).join(''),
    async embed(context, ref) {
      await face.embedIntoContext(context, ref);
    },
  };
}
