import { degrees, PDFDocument, type PDFPage, rgb, StandardFonts } from 'pdf-lib';

const paragraph = [
  'The half-year closes with a surplus of $557 thousand, $192 thousand ahead of budget. Income',
  'is $214 thousand above budget, mainly because the energy retrofit grant was received one',
  'quarter early. Maintenance is $74 thousand over budget: the boiler replacement at Maple',
  'Court was brought forward to September so that homes are ready for winter.',
];
const rows = [
  ['Rental income', '4,812', '4,760', '52'],
  ['Service charges', '618', '622', '(4)'],
  ['Grants', '905', '780', '125'],
  ['Other income', '147', '106', '41'],
  ['Total income', '6,482', '6,268', '214'],
];

/** A report of some pages; the fourth is turned, the fifth has a crop box that does not begin at 0,0. */
export async function samplePdf(pageCount = 12): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create();
  const serif = await pdf.embedFont(StandardFonts.TimesRoman);
  const sans = await pdf.embedFont(StandardFonts.Helvetica);
  const write = (page: PDFPage, number: number) => {
    page.drawText('Harbour Street Housing Trust', { x: 72, y: 720, size: 8, font: sans });
    page.drawLine({ start: { x: 72, y: 710 }, end: { x: 540, y: 710 }, color: rgb(0.07, 0.31, 0.32) });
    page.drawText(`${number}  Summary of results`, { x: 72, y: 660, size: 24, font: serif });
    paragraph.forEach((line, index) => {
      page.drawText(line, { x: 72, y: 620 - 18 * index, size: 12, font: serif });
    });
    rows.forEach((row, line) => {
      row.forEach((cell, column) => {
        page.drawText(cell, { x: 72 + column * 120, y: 520 - 20 * line, size: 10, font: sans });
      });
    });
  };
  for (let number = 1; number <= pageCount; number += 1) {
    const page = pdf.addPage([612, 792]);
    write(page, number);
    if (number === 4) page.setRotation(degrees(90));
    if (number === 5) page.setCropBox(36, 300, 540, 450);
  }
  return Uint8Array.from(await pdf.save());
}

/** An image with something to point at. */
export async function sampleImage(width: number, height: number): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser draws no pictures');
  const sky = pen.createLinearGradient(0, 0, 0, height);
  sky.addColorStop(0, '#b7d8f3');
  sky.addColorStop(1, '#f7f5f0');
  pen.fillStyle = sky;
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = '#124e52';
  for (let house = 0; house < 5; house += 1)
    pen.fillRect(width * (0.1 + house * 0.17), height * 0.5, width * 0.12, height * 0.4);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture was made'))));
  });
}
