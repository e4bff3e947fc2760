// A process of its own: a hostile file may take its memory and its time, never the server's. Prints one line of JSON:
// the number of pages, then the text of each page in order.
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

const [path, pagesMax, charactersMax] = process.argv.slice(2);
if (path === undefined) throw new Error('No file was named.');
const task = getDocument({ url: path, verbosity: VerbosityLevel.ERRORS, useSystemFonts: false, disableFontFace: true });
const pdf = await task.promise;
print(pdf.numPages);
for (let number = 1; number <= Math.min(pdf.numPages, Number(pagesMax)); number += 1) {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  const words = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''));
  print(words.join('').replaceAll('\0', '').trim().slice(0, Number(charactersMax)));
  page.cleanup();
}
await task.destroy();

function print(value: number | string): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
