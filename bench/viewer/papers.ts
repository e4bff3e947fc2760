import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import type { Annotation } from '#domain/xfdf/annotation.ts';
import { writeXfdf } from '#domain/xfdf/write.ts';

export const scan = { pages: 300, bytes: 100_000_000 } as const;
export const book = { pages: 500, linesPerPage: 42, marks: 250 } as const;

/**
 * If `pagesApart` is true, the file stores each page object next to its image, as scanners do. Otherwise, it stores all
 * page objects together, as most other programs do.
 */
export async function scannedPaper(pagesApart: boolean): Promise<Buffer> {
  const picture = await noise(Math.floor(scan.bytes / scan.pages) - 400);
  const pdf = await PDFDocument.create();
  for (let page = 0; page < scan.pages; page += 1) {
    const sheet = pdf.addPage([612, 792]);
    sheet.drawImage(await pdf.embedJpg(picture), { x: 0, y: 0, width: 612, height: 792 });
    await pdf.flush();
  }
  return Buffer.from(await pdf.save({ useObjectStreams: !pagesApart }));
}

/** Returns a full-page JPEG at 150 dpi that is about `bytes` bytes long. */
async function noise(bytes: number): Promise<Buffer> {
  const sheet = await sharp({
    create: {
      width: 1275,
      height: 1650,
      channels: 3,
      background: '#ffffff',
      noise: { type: 'gaussian', mean: 200, sigma: 20 },
    },
  })
    .png()
    .toBuffer();
  let [low, high] = [1, 100];
  let made = Buffer.alloc(0);
  while (low < high) {
    const quality = Math.ceil((low + high) / 2);
    const jpeg = await sharp(sheet).jpeg({ quality }).toBuffer();
    if (jpeg.length <= bytes) {
      low = quality;
      made = jpeg;
    } else high = quality - 1;
  }
  return made;
}

const words =
  'the board notes that income of this half-year stands above its plan while costs follow what was agreed in March'.split(
    ' ',
  );

export async function textBook(): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.TimesRoman);
  for (let page = 1; page <= book.pages; page += 1) {
    const sheet = pdf.addPage([612, 792]);
    sheet.drawText(`Section ${page}`, { x: 72, y: 730, size: 18, font });
    for (let line = 0; line < book.linesPerPage; line += 1) {
      const text = Array.from({ length: 13 }, (_, nth) => words[(page * 7 + line * 5 + nth * 3) % words.length]).join(
        ' ',
      );
      sheet.drawText(text, { x: 72, y: 700 - 15 * line, size: 11, font });
    }
  }
  return Buffer.from(await pdf.save());
}

export function bookMarks(): string {
  const marks = Array.from({ length: book.marks }, (_, nth): Annotation => {
    const quad = (top: number) => ({
      topLeft: { x: 72, y: top },
      topRight: { x: 400, y: top },
      bottomLeft: { x: 72, y: top - 13 },
      bottomRight: { x: 400, y: top - 13 },
    });
    return {
      kind: 'highlight',
      id: `m${nth}`,
      page: nth * 2,
      rect: { left: 72, bottom: 500, right: 400, top: 528 },
      author: 'Elena Kowalczyk',
      colour: '#ffe27a',
      quads: [quad(528), quad(513)],
    };
  });
  return writeXfdf({ annotations: marks, envelope: [] });
}
