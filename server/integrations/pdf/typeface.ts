import { readFile } from 'node:fs/promises';
import fontkit from '@cantoo/fontkit';
import { CustomFontSubsetEmbedder, type PDFContext, type PDFRef } from '@cantoo/pdf-lib';
import { interFont } from '#server/integrations/pdf/typst/fonts.ts';

/** Inter with only the used glyphs embedded (ISO 32000-1, 9.7.4). For numbers; all other text is set by Typst. */
export interface Typeface {
  readonly ref: PDFRef;
  /** In ems. */
  width(text: string): number;
  /** Hexadecimal, for `<…> Tj`. */
  glyphs(text: string): string;
  /** Call it after all text. */
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
