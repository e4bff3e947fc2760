import { readFileSync } from 'node:fs';
import { PDFDocument, PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib';

export const sentence = 'The half-year closes with a surplus of 557 thousand.';

/** A PDF with real text: `sentence` at the head of its first page, a line on every other. */
export async function pdfPaper(pages: number): Promise<Buffer> {
  const made = await PDFDocument.create();
  const font = await made.embedFont(StandardFonts.TimesRoman);
  for (let page = 1; page <= pages; page += 1) {
    const sheet = made.addPage([612, 792]);
    sheet.drawText(page === 1 ? sentence : `This is page ${page}.`, { x: 72, y: 680, size: 18, font });
    sheet.drawText('Income is ahead of budget, mainly because a grant came early.', { x: 72, y: 650, size: 14, font });
  }
  return Buffer.from(await made.save());
}

/** A file of the demonstration's first board. */
export const demoPaper = (name: string): Buffer =>
  readFileSync(new URL(`../../server/demo/papers/harbour-street/${name}`, import.meta.url));

/** A real .docx. */
export const wordPaper = (): Buffer => demoPaper('draft-minutes.docx');

/** A PDF of one line in a font that is not embedded, whose letters only a character map of the reader names (ISO 32000-1, 9.7.5.2). */
export async function mappedPaper(font: {
  /** Of the character map. */
  readonly encoding: string;
  readonly ordering: 'Japan1' | 'GB1' | 'CNS1' | 'Korea1';
  /** Hexadecimal, in the encoding. */
  readonly line: string;
}): Promise<Buffer> {
  const made = await PDFDocument.create();
  const { context } = made;
  const descriptor = context.register(
    context.obj({
      ...{ Type: 'FontDescriptor', FontName: 'Song', Flags: 6, FontBBox: [0, -120, 1000, 880], ItalicAngle: 0 },
      ...{ Ascent: 880, Descent: -120, CapHeight: 880, StemV: 93 },
    }),
  );
  const descendant = context.register(
    context.obj({
      ...{ Type: 'Font', Subtype: 'CIDFontType0', BaseFont: 'Song', FontDescriptor: descriptor },
      CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of(font.ordering), Supplement: 2 },
    }),
  );
  const face = context.register(
    context.obj({
      ...{ Type: 'Font', Subtype: 'Type0', BaseFont: `Song-${font.encoding}`, Encoding: font.encoding },
      DescendantFonts: [descendant],
    }),
  );
  const page = made.addPage([612, 792]);
  page.node.setFontDictionary(PDFName.of('F1'), face);
  page.node.addContentStream(context.register(context.stream(`BT /F1 18 Tf 72 680 Td <${font.line}> Tj ET`)));
  return Buffer.from(await made.save());
}
