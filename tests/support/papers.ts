import { readFileSync } from 'node:fs';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';

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
