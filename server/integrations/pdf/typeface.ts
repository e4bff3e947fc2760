import { readFile } from 'node:fs/promises';
import fontkit from '@cantoo/fontkit';
import { CustomFontSubsetEmbedder, type PDFContext, type PDFRef } from '@cantoo/pdf-lib';
import { interFont } from '#server/integrations/pdf/typst/fonts.ts';

export type Typeface = Awaited<ReturnType<typeof openInter>>;

/** The font for page numbers, embedded with only its used glyphs (ISO 32000-1, 9.7.4). */
export async function openInter(ref: PDFRef) {
  const face = await CustomFontSubsetEmbedder.for(fontkit, await readFile(interFont), 'DAISAA+Inter-Regular');
  return {
    ref,
    /** Returns the width in ems. */
    width: (text: string): number => face.widthOfTextAtSize(text, 1),
    /** Returns hexadecimal digits for the operator `Tj`. */
    glyphs: (text: string): string => face.encodeText(text).asString(),
    /** Call this after the last call of `glyphs`, because only used glyphs are embedded. */
    embed: (context: PDFContext) => face.embedIntoContext(context, ref),
  };
}
