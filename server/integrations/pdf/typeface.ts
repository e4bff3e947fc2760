import { readFile } from 'node:fs/promises';
import fontkit from '@cantoo/fontkit';
import { CustomFontSubsetEmbedder, type PDFContext, type PDFRef } from '@cantoo/pdf-lib';
import { interFont } from '#server/integrations/pdf/typst/fonts.ts';

/** The font for page numbers, embedded with only its used glyphs (ISO 32000-1, 9.7.4). */
export interface Typeface {
  readonly ref: PDFRef;
  /** Returns the width in ems. */
  width(text: string): number;
  /** Returns hexadecimal digits for the operator `Tj`. */
  glyphs(text: string): string;
  /** Call this after the last call of `glyphs`, because only used glyphs are embedded. */
  embed(context: PDFContext): Promise<void>;
}

export async function openInter(ref: PDFRef): Promise<Typeface> {
  const face = await CustomFontSubsetEmbedder.for(fontkit, await readFile(interFont), 'DAISAA+Inter-Regular');
  return {
    ref,
    width: (text) => face.widthOfTextAtSize(text, 1),
    glyphs: (text) => face.encodeText(text).asString(),
    async embed(context) {
      await face.embedIntoContext(context, ref);
    },
  };
}
