// Runs in its own process, so that hostile files cannot exhaust the server. Prints JSON lines: the page count, or
// `false` for a PDF that needs a password; then the text of each page.
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { getDocument, PasswordException, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type FieldAnnotation, fieldText } from '#domain/field-text.ts';
import { layersMax } from './layers/layers-max.ts';

const [path, pagesMax, charactersMax] = process.argv.slice(2);
if (path === undefined) throw new Error('No file was named.');
/** Between words, in heights of the letters. Letters of one word are closer, unless they are spaced on purpose. */
const gapMin = 0.25;
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
  // A copy for reading has none. Of a file without one, what is in layers or fields counts as hidden: better too few
  // words than too many.
  const layerStates = [...(await pdf.getOptionalContentConfig())];
  const hasHidden = layerStates.some(([, { visible }]) => !visible);
  const readPages = layerStates.length > layersMax ? 0 : Math.min(pdf.numPages, Number(pagesMax));
  for (let number = 1; number <= readPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent({ includeMarkedContent: hasHidden });
    const layers: boolean[] = [];
    let last: { readonly y: number; readonly start: number; readonly end: number } | undefined;
    const words = items.map((item) => {
      if ('str' in item) {
        if (layers.includes(true)) return '';
        const [, lean = 0, , , x = 0, y = 0] = item.transform as readonly number[];
        const { str, width, height, hasEOL } = item;
        const follows = last !== undefined && str.trim() !== '' ? last : undefined;
        const isElsewhere = follows !== undefined && Math.abs(y - follows.y) > height;
        // pdf.js writes no space for a wide gap, such as between a page's number and the heading of its chapter.
        const gap = follows === undefined ? 0 : Math.max(x - follows.end, follows.start - (x + width));
        last = hasEOL || lean !== 0 ? undefined : { y, start: x, end: x + width };
        return (isElsewhere ? '\n' : gap > height * gapMin ? ' ' : '') + str + (hasEOL ? '\n' : '');
      }
      if (item.type === 'endMarkedContent') layers.pop();
      else layers.push('tag' in item && item.tag === 'OC');
      return '';
    });
    const annotations = hasHidden ? [] : ((await page.getAnnotations()) as readonly FieldAnnotation[]);
    const fields = annotations.map(fieldText).filter(Boolean);
    print([words.join(''), ...fields].join('\n').replaceAll('\0', '').trim().slice(0, Number(charactersMax)));
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
