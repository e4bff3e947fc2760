// Runs in a separate process, so that hostile files cannot exhaust the server.
import { PasswordException } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { layersOf, openPdf, readPageText } from './page-text.ts';

const [path, pagesMax, charactersMax] = process.argv.slice(2);
if (path === undefined) throw new Error('No file was named.');
const task = openPdf(path);
try {
  const pdf = await task.promise;
  print(pdf.numPages);
  const { hasHidden, areTooMany } = await layersOf(pdf);
  const readPages = areTooMany ? 0 : Math.min(pdf.numPages, Number(pagesMax));
  for (let number = 1; number <= readPages; number += 1) {
    const page = await pdf.getPage(number);
    const { text } = await readPageText(page, { hasHidden });
    print(text.slice(0, Number(charactersMax)));
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
