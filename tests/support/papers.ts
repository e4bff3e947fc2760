import { PDFDocument, StandardFonts } from 'pdf-lib';
import { draftMinutes } from '#tools/demo-files/harbour-office-files.ts';

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

/** A real .docx. */
export const wordPaper = (): Buffer => Buffer.from(draftMinutes('October 15, 2026'));
