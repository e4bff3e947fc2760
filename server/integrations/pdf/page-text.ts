import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { getDocument, type PDFDocumentProxy, type PDFPageProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type FieldAnnotation, fieldText } from '#domain/field-text.ts';
import { letterCount, type PageWord, wordsOfPage } from '#domain/revisions/page-words.ts';
import type { WordPiece } from '#domain/revisions/place-marks.ts';
import { layersMax } from './layers/layers-max.ts';

/** Minimum gap between words, in letter heights. */
const gapMin = 0.25;
const pdfjs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

export const openPdf = (path: string) =>
  getDocument({
    url: path,
    // Needed for text in Chinese, Japanese and Korean fonts that are not embedded.
    cMapUrl: join(pdfjs, 'cmaps') + sep,
    standardFontDataUrl: join(pdfjs, 'standard_fonts') + sep,
    verbosity: VerbosityLevel.ERRORS,
    useSystemFonts: false,
    disableFontFace: true,
  });

/** A file without a reading copy may have hidden layers, whose text must not be extracted. */
export async function layersOf(pdf: PDFDocumentProxy) {
  const layerStates = [...(await pdf.getOptionalContentConfig())];
  return { hasHidden: layerStates.some(([, { visible }]) => !visible), areTooMany: layerStates.length > layersMax };
}

type Content = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;
type Item = Extract<Content['items'][number], { readonly str: string }>;

export interface ReadPage {
  readonly text: string;
  readonly items: readonly Item[];
  readonly styles: Content['styles'];
}

export async function readPageText(
  page: PDFPageProxy,
  { hasHidden }: { readonly hasHidden: boolean },
): Promise<ReadPage> {
  const { items, styles } = await page.getTextContent({ includeMarkedContent: hasHidden });
  const layers: boolean[] = [];
  const shown: Item[] = [];
  let last: { readonly y: number; readonly start: number; readonly end: number } | undefined;
  const words = items.map((item) => {
    if ('str' in item) {
      if (layers.includes(true)) return '';
      shown.push(item);
      const [, lean = 0, , , x = 0, y = 0] = item.transform as readonly number[];
      const { str, width, height, hasEOL } = item;
      const follows = last !== undefined && str.trim() !== '' ? last : undefined;
      const isElsewhere = follows !== undefined && Math.abs(y - follows.y) > height;
      // Adds a space for a wide gap, for example after a page number, because pdf.js does not.
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
  return { text: [words.join(''), ...fields].join('\n').replaceAll('\0', '').trim(), items: shown, styles };
}

export function piecesOfPage({ text, items, styles }: ReadPage): readonly WordPiece[] {
  const words = wordsOfPage({ page: 1, text });
  const pieces: WordPiece[] = [];
  let [at, first] = [0, 0];
  for (const item of items) {
    const begin = at;
    at += letterCount(item.str);
    const style = styles[item.fontName];
    if (at === begin || style?.vertical) continue;
    while ((words[first]?.to ?? Number.POSITIVE_INFINITY) <= begin) first += 1;
    const ends = letterEnds(item, style?.fontFamily === 'monospace');
    for (let nth = first; (words[nth]?.from ?? Number.POSITIVE_INFINITY) < at; nth += 1) {
      const { from, to } = words[nth] as PageWord;
      const [start, end] = [Math.max(from, begin) - begin, Math.min(to, at) - begin];
      const quad = quadOf(item, style?.ascent, [ends[start]?.start ?? 0, ends[end - 1]?.end ?? 1]);
      pieces.push({ from, to, quad });
    }
  }
  return pieces;
}

/** Estimates each letter's start and end as fractions of the item's width, because pdf.js returns only the total. */
function letterEnds(
  { str, dir }: Item,
  isMonospace: boolean,
): readonly { readonly start: number; readonly end: number }[] {
  const characters = [...str];
  const weights = characters.map((character) => (isMonospace ? 1 : weightOf(character)));
  const whole = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const ends: { start: number; end: number }[] = [];
  let passed = 0;
  characters.forEach((character, index) => {
    const [start, end] = [passed / whole, (passed + (weights[index] ?? 0)) / whole];
    passed += weights[index] ?? 0;
    const place = dir === 'rtl' ? { start: 1 - end, end: 1 - start } : { start, end };
    for (let nth = letterCount(character); nth > 0; nth -= 1) ends.push(place);
  });
  return ends;
}

/** Letter widths in thousandths of the font size, close to those of common text fonts. */
function weightOf(character: string): number {
  if (/\p{M}/u.test(character)) return 0;
  if (/[ijl.,;:'!|\u2019]/u.test(character)) return 250;
  if (/[ftrI()[\]\- /]/u.test(character)) return 300;
  if (/[mwMW@%\u2014]/u.test(character)) return 830;
  if (/\p{Lu}/u.test(character)) return 670;
  return /[\u1100-\u11ff\u2e80-\uffdc]/u.test(character) ? 1_000 : 520;
}

function quadOf(item: Item, ascent: number | undefined, [start, end]: readonly [number, number]): WordPiece['quad'] {
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = item.transform as readonly number[];
  const [length, height] = [Math.hypot(a, b) || 1, Math.hypot(c, d)];
  const up = (ascent ?? 0.8) || 0.8;
  const point = (part: number, rise: number) => ({
    x: x + (a / length) * item.width * part + (c / (height || 1)) * height * rise,
    y: y + (b / length) * item.width * part + (d / (height || 1)) * height * rise,
  });
  return {
    topLeft: point(start, up),
    topRight: point(end, up),
    bottomLeft: point(start, up - 1),
    bottomRight: point(end, up - 1),
  };
}
