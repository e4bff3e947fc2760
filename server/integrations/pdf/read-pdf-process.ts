// Runs in its own process, so that hostile files cannot exhaust the server. Prints JSON lines: the page count, or
// `false` for a PDF that needs a password; then the text of each page.
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { getDocument, PasswordException, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

const [path, pagesMax, charactersMax] = process.argv.slice(2);
if (path === undefined) throw new Error('No file was named.');
const pdfjs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const task = getDocument({
  url: path,
  // Without these, text in non-embedded Chinese, Japanese and Korean fonts cannot be read.
  cMapUrl: join(pdfjs, 'cmaps') + sep,
  standardFontDataUrl: join(pdfjs, 'standard_fonts') + sep,
  verbosity: VerbosityLevel.ERRORS,
  useSystemFonts: false,
  disableFontFace: true,
});
try {
  const pdf = await task.promise;
  print(pdf.numPages);
  for (let number = 1; number <= Math.min(pdf.numPages, Number(pagesMax)); number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const words = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''));
    print(words.join('').replaceAll('\0', '').trim().slice(0, Number(charactersMax)));
    page.cleanup();
  }
} catch (error) {
  if (!(error instanceof PasswordException)) throw error;
  print(false);
}
await task.destroy();

function print(value: number | string | false): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
