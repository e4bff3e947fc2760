import { PDFDict, PDFDocument, PDFName, PDFObjectCopier, PDFRef } from '@cantoo/pdf-lib';
import type { Annotation, StampAnnotation } from '#domain/xfdf/annotation.ts';
import { readAppearance, readImageData } from '#domain/xfdf/appearance.ts';
import { appearanceName, appearancePdf } from '#domain/xfdf/appearance-pdf.ts';

/** Forms of the stamps that say how they look, by id; the others are drawn as shapes. */
export async function stampAppearances(
  pdf: PDFDocument,
  marks: readonly Annotation[],
): Promise<ReadonlyMap<string, PDFRef>> {
  const forms = new Map<string, PDFRef>();
  for (const mark of marks) {
    if (mark.kind !== 'stamp') continue;
    const form = (await appearanceForm(pdf, mark)) ?? (await pictureForm(pdf, mark));
    if (form !== null) forms.set(mark.id, form);
  }
  return forms;
}

/** Out of the very PDF that the viewer shows. */
async function appearanceForm(pdf: PDFDocument, mark: StampAnnotation): Promise<PDFRef | null> {
  const appearance = readAppearance(mark);
  if (appearance === null) return null;
  const look = await PDFDocument.load(appearancePdf(appearance), { updateMetadata: false });
  const objects = look.getPage(0).node.Resources()?.lookup(PDFName.of('XObject'), PDFDict);
  const form = objects?.get(PDFName.of(appearanceName));
  if (!(form instanceof PDFRef)) throw new Error('The appearance has no form.');
  return PDFObjectCopier.for(look.context, pdf.context).copy(form);
}

async function pictureForm(pdf: PDFDocument, mark: StampAnnotation): Promise<PDFRef | null> {
  const data = readImageData(mark);
  if (data === null) return null;
  const picture = await embedPicture(pdf, data);
  if (picture === null) return null;
  await picture.embed();
  const content = pdf.context.stream('/P Do', {
    ...{ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 1, 1] },
    Resources: { XObject: { P: picture.ref } },
  });
  return pdf.context.register(content);
}

/** Null for bytes that are no picture. */
async function embedPicture(pdf: PDFDocument, { type, url }: NonNullable<ReturnType<typeof readImageData>>) {
  const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  try {
    return await (type === 'png' ? pdf.embedPng(bytes) : pdf.embedJpg(bytes));
  } catch (error) {
    // The library says so by errors of no class of their own.
    if (error instanceof Error) return null;
    throw error;
  }
}
