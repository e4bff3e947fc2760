import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { degrees, PDFDict, PDFDocument, PDFHexString, PDFName, PDFNumber } from '@cantoo/pdf-lib';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { layeredPaper } from '#tests/support/layered-paper.ts';
import { filledFormPaper, pdfPaper, sentence, signedPaper } from '#tests/support/papers.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { readPdf } from './read-pdf.ts';
import { writeAnnotationsIntoPdf } from './write-annotations.ts';

const run = promisify(execFile);
const marks = (inner: string) =>
  `<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve"><annots>${inner}</annots></xfdf>`;
const common = 'title="Elena Kowalczyk" date="D:20261114093000-04\'00\'" flags="print"';
const all = marks(
  `<highlight name="h" page="0" rect="60,690,200,710" color="#ffe27a" ${common} coords="60,710,200,710,60,690,200,690"><contents>Why — “early”?</contents></highlight>` +
    `<underline name="u" page="0" rect="60,660,200,680" color="#b8321f" coords="60,680,200,680,60,660,200,660"/>` +
    `<strikeout name="s" page="0" rect="60,630,200,650" color="#b8321f" coords="60,650,200,650,60,630,200,630"/>` +
    `<squiggly name="q" page="0" rect="60,600,200,620" color="#b8321f" coords="60,620,200,620,60,600,200,600"/>` +
    `<ink name="i" page="1" rect="90,390,160,460" color="#1c1a16" width="2" opacity="0.5"><inklist><gesture>100,400;120,450;150,400</gesture></inklist></ink>` +
    `<square name="r" page="1" rect="200,400,300,460" color="#b8321f" width="2" interior-color="#bfe3b4"/>` +
    `<circle name="o" page="2" rect="200,300,300,360" color="#b8321f" width="3"/>` +
    `<line name="l" page="2" rect="90,90,310,210" color="#b8321f" width="2" start="100,100" end="300,200" tail="OpenArrow"/>` +
    `<polygon name="p" page="2" rect="50,50,90,90" color="#b8321f"><vertices>50,50;90,50;70,90</vertices></polygon>` +
    `<polyline name="z" page="2" rect="50,150,90,190" color="#b8321f"><vertices>50,150;90,150;70,190</vertices></polyline>` +
    `<freetext name="t" page="3" rect="100,200,140,380" TextColor="#1c1a16" FontSize="12"><contents>Ask Priya</contents></freetext>` +
    `<text name="n" page="3" rect="300,200,320,220" color="#ffe27a" ${common} icon="Comment"><contents>Ask again</contents></text>` +
    `<caret name="c" page="0" rect="1,2,3,4"><contents>opaque</contents></caret>` +
    `<stamp name="x" page="3" rect="10,10,60,30" icon="../Launch"><appearance>PHNjcmlwdC8+</appearance></stamp>`,
);

const folder = testFolder();

async function turnedPdf(): Promise<string> {
  const pdf = await PDFDocument.create();
  for (const angle of [0, 90, 180, 270]) {
    const page = pdf.addPage([700, 900]);
    page.setCropBox(50, 40, 600, 800);
    page.setRotation(degrees(angle));
  }
  const path = join(folder, 'turned.pdf');
  await writeFile(path, await pdf.save());
  return path;
}

async function copied(path: string, xfdf = all): Promise<string> {
  const copy = await writeAnnotationsIntoPdf(path, { xfdf, fontsDir: null }, async (made) => {
    const kept = join(folder, `${randomUUID()}.pdf`);
    await copyFile(made, kept);
    return kept;
  });
  if (copy === null) throw new Error('No copy was made.');
  return copy;
}

const written = async (xfdf: string): Promise<string> => copied(await turnedPdf(), xfdf);

interface Read {
  readonly page: number;
  readonly subtype: string;
  readonly rect: readonly number[];
  readonly color: readonly number[] | null;
  readonly author: string;
  readonly contents: string;
}

/** Reads with pdf.js, which shares no code with the writer. */
async function annotationsIn(path: string): Promise<readonly Read[]> {
  const task = getDocument({ url: path, verbosity: VerbosityLevel.ERRORS });
  const pdf = await task.promise;
  const read: Read[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    for (const each of await page.getAnnotations()) {
      read.push({
        page: number,
        subtype: each.subtype,
        rect: each.rect,
        color: each.color ? [...each.color] : null,
        author: each.titleObj?.str ?? '',
        contents: each.contentsObj?.str ?? '',
      });
    }
  }
  await task.destroy();
  return read;
}

test('every kind of mark is drawn in its place with its colour and words, on rotated and cropped pages', async () => {
  const read = await annotationsIn(await written(all));
  const at = (subtype: string) => read.find((each) => each.subtype === subtype);
  const subtypesOn = (page: number) => read.flatMap((each) => (each.page === page ? each.subtype : [])).join(' ');
  expect([1, 2, 3, 4].map(subtypesOn)).toEqual([
    'Highlight Underline StrikeOut Squiggly',
    'Ink Square',
    'Circle Line Polygon PolyLine',
    'FreeText Text Stamp',
  ]);
  expect(at('Highlight')).toEqual({
    page: 1,
    subtype: 'Highlight',
    rect: [60, 690, 200, 710],
    color: [255, 226, 122],
    author: 'Elena Kowalczyk',
    contents: 'Why — “early”?',
  });
  expect(at('Square')?.rect).toEqual([200, 400, 300, 460]);
  expect(at('FreeText')).toMatchObject({ rect: [100, 200, 140, 380], contents: 'Ask Priya' });
  expect(at('Text')).toMatchObject({ author: 'Elena Kowalczyk', contents: 'Ask again' });
});

test('hidden marks remain hidden in a copy, and a review state refers to its mark', async () => {
  const state = (of: string) => `inreplyto="${of}" state="Accepted" statemodel="Review" flags="hidden,print"`;
  const path = await written(
    marks(
      '<text name="parent" page="0" rect="100,200,120,220"><contents>Who pays?</contents></text>' +
        `<text name="state" page="0" rect="100,200,120,220" title="Priya Raman" ${state('parent')}/>` +
        `<text name="lost" page="0" rect="100,200,120,220" ${state('gone')}/>` +
        '<square name="secret" page="0" rect="200,400,300,460" flags="print,hidden"/>' +
        '<square name="unseen" page="0" rect="200,400,300,460" flags="noview"/>',
    ),
  );
  const copy = await PDFDocument.load(await readFile(path));
  const flagsOf = (copy.getPages()[0]?.node.Annots()?.asArray() ?? []).map((ref) => {
    const dict = copy.context.lookup(ref, PDFDict);
    return [
      dict.lookup(PDFName.of('NM'), PDFHexString).decodeText(),
      dict.lookup(PDFName.of('F'), PDFNumber).asNumber(),
    ];
  });
  expect(flagsOf).toEqual([
    ['parent', 4],
    ['state', 6],
    ['secret', 6],
    ['unseen', 32],
  ]);
  const [parent, review] = copy.getPages()[0]?.node.Annots()?.asArray() ?? [];
  expect(copy.context.lookup(review, PDFDict).get(PDFName.of('IRT'))).toBe(parent);
});

test('a copy with marks is a valid PDF without actions', async () => {
  const path = await written(all);
  await run('qpdf', ['--check', path]);
  const { stdout } = await run('qpdf', ['--json', '--json-key=qpdf', path], { maxBuffer: 50_000_000 });
  expect(stdout).toContain('"/Subtype": "/Highlight"');
  for (const word of ['/Launch', '/JavaScript', '/URI', '/AA', '/Caret', '<script']) expect(stdout).not.toContain(word);
});

test('poppler extracts the words of a text mark on a rotated page', async () => {
  const { stdout } = await run('pdftotext', ['-f', '4', '-l', '4', await written(all), '-']);
  expect(stdout).toContain('Ask Priya');
});

test.each([
  ['40', '--print=n'],
  ['128', '--use-aes=y'],
  ['256', '--modify=none'],
])(
  'a PDF with only an owner password (%s, %s) can be copied with marks',
  async (bits, restriction) => {
    const restricted = join(folder, `restricted-${bits}${restriction}.pdf`);
    const encryption = ['--allow-weak-crypto', '--encrypt', '', 'owner', bits, restriction, '--'];
    const plain = join(folder, 'plain.pdf');
    await writeFile(plain, await pdfPaper(4));
    await run('qpdf', [...encryption, plain, restricted]);
    const path = await copied(restricted);
    await run('qpdf', ['--check', path]);
    expect((await run('qpdf', ['--show-encryption', path])).stdout).toContain('not encrypted');
    expect((await run('pdftotext', [path, '-'])).stdout).toContain(sentence);
    expect(await annotationsIn(path)).toHaveLength(13);
  },
  60_000,
);

test('protected PDFs and files that are not PDFs cannot be copied with marks', async () => {
  const path = join(folder, 'words.pdf');
  await writeFile(path, 'no pdf');
  const marking = (from: string) => writeAnnotationsIntoPdf(from, { xfdf: all, fontsDir: null }, async () => 'made');
  expect(await marking(path)).toBeNull();
  const locked = join(folder, 'locked.pdf');
  await run('qpdf', ['--encrypt', 'a', 'b', '256', '--', await turnedPdf(), locked]);
  expect(await marking(locked)).toBeNull();
});

test('marks are appended to a signed PDF, whose signature remains valid', async () => {
  const signed = join(folder, 'signed.pdf');
  await writeFile(signed, signedPaper());
  const path = await copied(signed);
  await run('qpdf', ['--check', path]);
  expect((await readFile(path)).subarray(0, signedPaper().length)).toEqual(signedPaper());
  const { stdout } = await run('pdfsig', ['-nocert', path]);
  expect(stdout).toContain('Signature is Valid');
  expect((await annotationsIn(path)).map(({ subtype }) => subtype)).toContain('Highlight');
});

test('a copy with marks shows the values of fields without an appearance, but no words of hidden layers', async () => {
  const wordsOf = async (paper: Buffer): Promise<string> => {
    const path = join(folder, `${paper.length}.pdf`);
    await writeFile(path, paper);
    const copy = await copied(path);
    return `${(await run('pdftotext', [copy, '-'])).stdout} ${(await readPdf(copy))?.texts.join()}`;
  };
  const filled = await wordsOf(await filledFormPaper());
  expect(filled).toContain('4711 euros');
  expect(filled).not.toContain('sesame');
  const layered = await wordsOf(await layeredPaper('ON'));
  expect(layered).toContain('shown-form');
  expect(layered).not.toContain('hidden');
});

const scripts = [
  'مرحبا بالعالم (Anna 12)',
  'שלום עולם',
  'हिन्दी टिप्पणी',
  'ความคิดเห็น',
  '预算超支',
  '예산을 확인하세요',
  'አማርኛ 😀',
  '',
];

test('poppler shows text marks in any script and the names of stamps', async () => {
  const texts = scripts.map(
    (words, nth) =>
      `<freetext name="w${nth}" page="0" rect="100,${100 + 50 * nth},340,${140 + 50 * nth}" TextColor="#000000" FontSize="18"><contents>${words}</contents></freetext>`,
  );
  const stamp = '<stamp name="s" page="0" rect="100,50,340,90" color="#000000" icon="مصادق عليه"/>';
  const png = join(folder, 'words');
  const copy = await written(marks(texts.join('') + stamp));
  await run('pdftoppm', ['-r', '72', '-l', '1', '-png', '-singlefile', '-cropbox', copy, png]);
  /** Counts dark pixels in the mark. The crop box starts at 50, 40 and is 800 high. */
  const inkOf = async (bottom: number): Promise<number> => {
    const area = { left: 54, top: 840 - bottom - 36, width: 232, height: 32 };
    const { data } = await sharp(`${png}.png`).extract(area).greyscale().raw().toBuffer({ resolveWithObject: true });
    return data.filter((value) => value < 128).length;
  };
  const inks = await Promise.all(scripts.map((_, nth) => inkOf(100 + 50 * nth)));
  expect(inks.map((ink, nth) => ink > (scripts[nth]?.length ?? 0) * 8)).toEqual(scripts.map((words) => words !== ''));
  expect(await inkOf(50)).toBeGreaterThan(40);
});

test('a long text mark is printed smaller instead of being cut off', async () => {
  const words = Array.from({ length: 40 }, (_, nth) => `word${nth}`).join(' ');
  const box = `<freetext name="l" page="0" rect="100,200,240,280" FontSize="14"><contents>${words}</contents></freetext>`;
  const { stdout } = await run('pdftotext', ['-l', '1', '-bbox', await written(marks(box)), '-']);
  const lowest = Number(/yMax="([\d.]+)">word39</.exec(stdout)?.[1]);
  // The page is 900 points high.
  expect(lowest).toBeLessThan(900 - 200);
});
