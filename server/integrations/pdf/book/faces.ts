import type { PDFRef } from '@cantoo/pdf-lib';
import { openOwn, openSans } from '#server/integrations/pdf/typeface.ts';
import type { Faces } from './sheet.ts';

export async function openFaces(nextRef: () => PDFRef): Promise<Faces> {
  const open = async (name: Parameters<typeof openOwn>[0], style: 'Regular' | 'Bold') => ({
    typeface: await openOwn(name),
    ref: nextRef(),
    key: `Dais${style}`,
    spare: { typeface: await openSans(style), ref: nextRef(), key: `Dais${style}Spare` },
  });
  return { regular: await open('Inter-Regular', 'Regular'), bold: await open('SourceSerif4-SemiBold', 'Bold') };
}
