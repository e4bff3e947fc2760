import type { PDFRef } from '@cantoo/pdf-lib';
import { type OwnTypeface, openOwn, openSans } from '#server/integrations/pdf/typeface.ts';
import type { Face, Faces } from './sheet.ts';

export async function openFaces(nextRef: () => PDFRef): Promise<Faces> {
  return {
    regular: await openFace('Inter-Regular', 'Regular', nextRef),
    bold: await openFace('SourceSerif4-SemiBold', 'Bold', nextRef),
  };
}

/** `style` selects the fallback font; each file has one per name. */
export async function openFace(
  name: OwnTypeface,
  style: Parameters<typeof openSans>[0],
  nextRef: () => PDFRef,
): Promise<Face> {
  const key = `Dais${name}`;
  return {
    typeface: await openOwn(name),
    ref: nextRef(),
    key,
    spare: { typeface: await openSans(style), ref: nextRef(), key: `${key}Spare` },
  };
}
