// A process, so that hostile files cannot exhaust the server. Prints one JSON line: page count and the text of each page.
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
