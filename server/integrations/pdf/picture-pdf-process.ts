// Runs in a separate process, so that hostile files cannot exhaust the server.
import { writeFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { printPicture } from './print-picture.ts';

const pagesMax = 500;
/** The longer side of a page, in points. */
const letterHeight = 792;

const [from, to] = process.argv.slice(2);
if (from === undefined || to === undefined) throw new Error('Two files are needed.');
const { pages = 1 } = await sharp(from).metadata();
const pdf = await PDFDocument.create();
for (let page = 0; page < Math.min(pages, pagesMax); page += 1) {
  const { data, info } = await printPicture(sharp(from, { page }));
  const scale = letterHeight / Math.max(info.width, info.height);
  const [width, height] = [info.width * scale, info.height * scale];
  pdf.addPage([width, height]).drawImage(await pdf.embedJpg(data), { x: 0, y: 0, width, height });
  await pdf.flush();
}
await writeFile(to, await pdf.save());
