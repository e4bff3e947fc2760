import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import { degrees, PDFDocument, PDFHexString, PDFName, type PDFRef, PDFString } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readPdf } from '#server/integrations/pdf/read-pdf.ts';
import { layeredPaper } from '#tests/support/layered-paper.ts';
import { dynamicFormPaper, filledFormPaper, pdfPaper, sentence, signedPaper } from '#tests/support/papers.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { makeBook } from './make-book.ts';
import type { BookPlan, PaperSource } from './plan.ts';

const run = promisify(execFile);
const folder = testFolder();

async function stored(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

const marks =
  '<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve"><annots>' +
  '<square name="r" page="0" rect="200,400,300,460" color="#b8321f" width="2"/></annots></xfdf>';
const pdf = (path: string, xfdf: string | null = null): PaperSource => ({ kind: 'pdf', path, xfdf });

const planOf = (sources: readonly PaperSource[]): BookPlan => ({
  creator: 'Dais',
  fontsDir: null,
  logo: null,
  board: 'Harbour House',
  colour: '#1f4e5f',
  paper: 'letter' as const,
  title: 'Zażółć gęślą — November meeting',
  facts: ['Thursday, November 19, 2026', '9:00 AM – 11:00 AM', 'Room 4'],
  notes: ['As of 11/16/2026 at 7:00 AM'],
  entries: [
    { kind: 'item', depth: 0, number: '1', time: '9:00 AM', title: 'Opening', about: '', text: '' },
    { kind: 'item', depth: 1, number: '1.1', time: '', title: 'Finance', about: 'Elena Łoś', text: 'Read before.' },
    ...sources.map((_, paper) => ({ kind: 'paper', paper }) as const),
  ],
  papers: sources.map((source, index) => ({ title: `Paper ${index + 1}`, label: '1.1', source })),
  watermark: null,
  isCopy: false,
});

async function bookOf(
  sources: readonly PaperSource[],
  bounds?: { heapMegabytesMax: number; paperMsMax: number },
  changes: Partial<BookPlan> = {},
) {
  const begun: number[] = [];
  const path = join(folder, `${Math.random()}.pdf`);
  const made = await makeBook(
    { ...planOf(sources), ...changes },
    async (paper) => void begun.push(paper),
    async (book) => {
      await run('cp', [book.path, path]);
      return book;
    },
    bounds,
  );
  if (made === null) throw new Error('No book was made.');
  await run('qpdf', ['--check', path]);
  return { ...made, begun, path };
}

const textOf = async (path: string, page: number): Promise<string> =>
  (await run('pdftotext', ['-f', String(page), '-l', String(page), '-layout', path, '-'])).stdout;

interface Outlined {
  readonly title: string;
  readonly destpageposfrom1: number;
  readonly kids: readonly Outlined[];
}
async function outlineOf(path: string): Promise<readonly Outlined[]> {
  const { stdout } = await run('qpdf', ['--json', '--json-key=outlines', path]);
  return JSON.parse(stdout).outlines;
}

test('a board book contains the cover, the agenda and the papers in order, with bookmarks and page numbers', async () => {
  const three = pdf(await stored('three.pdf', await pdfPaper(3)));
  const two = pdf(await stored('two.pdf', await pdfPaper(2)));
  const { path, pageCount, leftOut, begun } = await bookOf([three, two]);
  expect([pageCount, leftOut, begun]).toEqual([7, [null, null], [0, 1]]);
  expect((await run('pdfinfo', [path])).stdout).toMatch(/Title: +Zażółć gęślą — November meeting/);
  const cover = await textOf(path, 1);
  for (const words of ['Harbour House', 'Zażółć gęślą — November', 'Room 4', 'As of 11/16/2026'])
    expect(cover).toContain(words);
  const agenda = await textOf(path, 2);
  expect(agenda).toMatch(/9:00 AM +1 +Opening/);
  expect(agenda).toMatch(/Elena Łoś/);
  expect(agenda).toMatch(/Paper 1 +3\n *3 pages/);
  expect(agenda).toMatch(/Paper 2 +6\n *2 pages/);
  expect(await textOf(path, 4)).toMatch(/This is page 2\.[\s\S]*1\.1 · 4/);
  const { stdout: labels } = await run('qpdf', ['--json', '--json-key=pagelabels', path]);
  expect(JSON.parse(labels).pagelabels).toEqual([
    { index: 0, label: { '/S': '/D', '/St': 1, '/P': 'u:' } },
    { index: 2, label: { '/S': '/D', '/St': 3, '/P': 'u:1.1 · ' } },
    { index: 5, label: { '/S': '/D', '/St': 6, '/P': 'u:1.1 · ' } },
  ]);
  const [coverMark, agendaMark, opening] = await outlineOf(path);
  expect([coverMark?.destpageposfrom1, agendaMark?.destpageposfrom1]).toEqual([1, 2]);
  expect(opening?.title).toBe('1 Opening');
  const finance = opening?.kids[0];
  expect(finance?.title).toBe('1.1 Finance');
  expect(finance?.kids.map((kid) => [kid.title, kid.destpageposfrom1])).toEqual([
    ['Paper 1', 3],
    ['Paper 2', 6],
  ]);
});

test('agenda rows of a board book link to papers, and papers keep their links but not their scripts', async () => {
  const linked = await PDFDocument.load(await pdfPaper(3));
  const [first, , third] = linked.getPages();
  if (!first || !third) throw new Error('Pages are missing.');
  const { context, catalog } = linked;
  const annotation = (rest: Record<string, unknown>) =>
    context.register(context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [72, 72, 200, 90], ...rest } as never));
  first.node.addAnnot(annotation({ A: { S: 'GoTo', D: PDFString.of('there') } }));
  first.node.addAnnot(
    annotation({ Rect: [72, 100, 200, 120], A: { S: 'URI', URI: PDFString.of('https://example.org/') } }),
  );
  first.node.addAnnot(annotation({ A: { S: 'JavaScript', JS: PDFString.of('app.alert(1)') } }));
  first.node.addAnnot(annotation({ A: { S: 'Launch', F: PDFString.of('/bin/true') } }));
  first.node.set(PDFName.of('AA'), context.obj({ O: { S: 'JavaScript', JS: PDFString.of('app.alert(2)') } }));
  catalog.set(PDFName.of('Names'), context.obj({ Dests: { Names: [PDFString.of('there'), [third.ref, 'Fit']] } }));
  catalog.set(PDFName.of('OpenAction'), context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert(3)') }));
  const { path } = await bookOf([pdf(await stored('linked.pdf', await linked.save()))]);

  const book = await PDFDocument.load(await readFile(path));
  const pages = book.getPages();
  const linksOn = (page: number) =>
    (pages[page]?.node.Annots()?.asArray() ?? []).map((ref) => String(book.context.lookup(ref)));
  expect(linksOn(1).join()).toContain(`/Dest [ ${pages[2]?.ref} /Fit ]`);
  const [inner, outer] = linksOn(2);
  expect(inner).toContain(`/Dest [ ${pages[4]?.ref} /Fit ]`);
  expect(outer).toContain('https://example.org/');
  const { stdout } = await run('qpdf', ['--json', '--json-key=qpdf', path], { maxBuffer: 50_000_000 });
  for (const word of ['/JavaScript', '/Launch', '/AA', '/OpenAction', 'app.alert']) expect(stdout).not.toContain(word);
});

test('the page number appears upright in the visible corner even on rotated and cropped pages', async () => {
  const turned = await PDFDocument.create();
  for (const angle of [0, 90, 180, 270]) {
    const page = turned.addPage([700, 900]);
    page.setCropBox(50, 40, 600, 800);
    page.setRotation(degrees(angle));
  }
  turned.addPage([700, 900]).setCropBox(-300, -300, 900, 1_500);
  const { path } = await bookOf([pdf(await stored('turned.pdf', await turned.save()))]);
  for (const [page, width, height] of [
    [3, 600, 800],
    [4, 800, 600],
    [5, 600, 800],
    [6, 800, 600],
    [7, 600, 900],
  ] as const) {
    const { stdout } = await run('pdftotext', ['-f', `${page}`, '-l', `${page}`, '-bbox', '-cropbox', path, '-']);
    const [, x, y] = new RegExp(`xMin="([\\d.]+)" yMin="([\\d.]+)"[^>]*>${page}<`).exec(stdout) ?? [];
    expect(Number(x)).toBeGreaterThan(width - 60);
    expect(Number(x)).toBeLessThan(width - 14);
    expect(Number(y)).toBeGreaterThan(height - 40);
  }
});

test('a board book contains pictures and marks and lists the papers that it omits', async () => {
  const picture = await stored(
    'photo.png',
    await sharp({ create: { width: 1_600, height: 900, channels: 3, background: '#345' } })
      .png()
      .toBuffer(),
  );
  const locked = join(folder, 'locked.pdf');
  await run('qpdf', ['--encrypt', 'a', 'b', '256', '--', await stored('open.pdf', await pdfPaper(1)), locked]);
  const { path, leftOut, pageCount } = await bookOf([
    { kind: 'picture', path: picture, xfdf: marks },
    pdf(locked),
    pdf(await stored('broken.pdf', Buffer.from('%PDF-1.7\nno more'))),
    { kind: 'left-out', why: 'kind' },
    { kind: 'left-out', why: 'unconverted' },
    { kind: 'left-out', why: 'waiting' },
    { kind: 'link', url: 'https://example.org/budget' },
    pdf(await stored('marked.pdf', await pdfPaper(1)), marks),
  ]);
  expect(leftOut).toEqual([null, 'protected', 'unreadable', 'kind', 'unconverted', 'waiting', 'link', null]);
  expect(pageCount).toBe(4);
  const agenda = await textOf(path, 2);
  expect(agenda).toMatch(/Paper 2\n *Not in this book: it is protected by a password/);
  expect(agenda).toMatch(/Paper 3\n *Not in this book: its pages cannot be read/);
  const book = await PDFDocument.load(await readFile(path));
  const annotations = book.getPages().map((page) => String(page.node.Annots()?.lookup(0) ?? ''));
  expect(annotations[2]).toContain('/Subtype /Square');
  expect(annotations[3]).toContain('/Rect [ 200 400 300 460 ]');
  expect(book.getPages()[2]?.getSize()).toEqual({ width: 1_600, height: 900 });
  const rows = book
    .getPages()[1]
    ?.node.Annots()
    ?.asArray()
    .map((ref) => String(book.context.lookup(ref)));
  expect(rows?.join()).toContain('https://example.org/budget');
});

test('a paper’s own bookmarks are placed below its title, even with named destinations or cycles', async () => {
  const paper = await PDFDocument.load(await pdfPaper(9));
  const { context, catalog } = paper;
  const refs = paper.getPages().map(({ ref }) => ref);
  const [root, one, part, two] = [1, 2, 3, 4].map(() => context.nextRef());
  const title = (text: string) => PDFHexString.fromText(text);
  const put = (ref: PDFRef | undefined, entries: object) => ref && context.assign(ref, context.obj(entries as never));
  put(root, { First: one, Last: two });
  put(one, {
    Title: title('Kapitel 1 – Überblick'),
    Dest: [refs[0], 'Fit'],
    Next: two,
    First: part,
    Last: part,
    Count: -1,
  });
  put(part, { Title: title('Part'), Dest: PDFString.of('part'), Next: part });
  put(two, { Title: title('Chapter 2'), A: { S: 'GoTo', D: [refs[8], 'XYZ', 0, 700, null] }, Next: one });
  catalog.set(PDFName.of('Outlines'), root as PDFRef);
  catalog.set(PDFName.of('Dests'), context.obj({ part: [refs[4], 'Fit'] } as never));
  const { path } = await bookOf([pdf(await stored('chapters.pdf', await paper.save()))]);
  const [mark] = (await outlineOf(path)).at(-1)?.kids[0]?.kids ?? [];
  const shape = (each: Outlined): unknown => [each.title, each.destpageposfrom1, each.kids.map(shape)];
  expect(mark && shape(mark)).toEqual([
    'Paper 1',
    3,
    [
      ['Kapitel 1 – Überblick', 3, [['Part', 7, []]]],
      ['Chapter 2', 11, []],
    ],
  ]);
});

test('a paper with only an owner password appears in the board book with its links and marks', async () => {
  const linked = await PDFDocument.load(await pdfPaper(1));
  const { context } = linked;
  const action = { S: 'URI', URI: PDFString.of('https://example.org/annex') };
  const link = context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [72, 72, 200, 90], A: action } as never);
  linked.getPages()[0]?.node.addAnnot(context.register(link));
  const restricted = join(folder, 'restricted.pdf');
  const open = await stored('to-restrict.pdf', await linked.save());
  await run('qpdf', ['--encrypt', '', 'owner', '256', '--modify=none', '--extract=n', '--', open, restricted]);
  const { path, leftOut } = await bookOf([pdf(restricted, marks)]);
  expect(leftOut).toEqual([null]);
  expect(await textOf(path, 3)).toContain(sentence);
  const book = await PDFDocument.load(await readFile(path));
  const annotations = book.getPages()[2]?.node.Annots()?.asArray() ?? [];
  const written = annotations.map((ref) => String(book.context.lookup(ref))).join();
  expect(written).toContain('https://example.org/annex');
  expect(written).toContain('/Subtype /Square');
});

test('a paper that exhausts the memory is omitted from the board book', async () => {
  // Decompresses to 60 MB and declares eight million objects, which exceeds the memory limit below.
  const bomb = deflateSync(Buffer.alloc(60_000_000, '1 0 '));
  const head = Buffer.from(
    `%PDF-1.7\n1 0 obj\n<< /Type /ObjStm /N 8000000 /First 50000000 /Filter [/FlateDecode] /Length ${bomb.length} >>\nstream\n`,
  );
  const path = await stored(
    'bomb.pdf',
    Buffer.concat([head, bomb, Buffer.from('\nendstream\nendobj\ntrailer\n<< >>\n')]),
  );
  const good = pdf(await stored('good.pdf', await pdfPaper(2)));
  const { leftOut, pageCount } = await bookOf([good, pdf(path), good], { heapMegabytesMax: 128, paperMsMax: 8_000 });
  expect(leftOut).toEqual([null, 'unreadable', null]);
  expect(pageCount).toBe(6);
}, 60_000);

test('a board book uses the product’s typefaces, with a fallback for missing characters', async () => {
  const { path } = await bookOf([pdf(await stored('plain.pdf', await pdfPaper(1)))], undefined, {
    facts: ['Room ♣ and ♠'],
  });
  const fonts = (await run('pdffonts', [path])).stdout;
  for (const name of ['Inter-Regular', 'SourceSerif4-SemiBold', 'NotoSansHans-Regular']) expect(fonts).toContain(name);
  const { stdout } = await run('pdftotext', ['-f', '1', '-l', '1', path, '-']);
  for (const words of ['Zażółć gęślą — November', 'Room ♣ and ♠']) expect(stdout).toContain(words);
});

test('a board book flattens forms and signatures and removes hidden layers', async () => {
  const { path, leftOut } = await bookOf([
    pdf(await stored('filled.pdf', await filledFormPaper())),
    pdf(await stored('signed.pdf', signedPaper())),
    pdf(await stored('layers-on.pdf', await layeredPaper('ON'))),
    pdf(await stored('layers-off.pdf', await layeredPaper('OFF'))),
    pdf(await stored('dynamic.pdf', await dynamicFormPaper())),
  ]);
  expect(leftOut).toEqual([null, null, null, null, 'form']);
  const filled = await textOf(path, 3);
  for (const words of ['4711 euros', 'Résumé of the', 'harbour works', 'North pier']) expect(filled).toContain(words);
  expect(filled).not.toContain('sesame');
  const drawn = await sharp(await pageOf(path, 3))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const isInked = (left: number, bottom: number, width: number, height: number): boolean =>
    Array.from({ length: height }, (_, row) => (792 - bottom - row - 1) * drawn.info.width + left).some((from) =>
      drawn.data.subarray(from, from + width).some((value) => value < 128),
    );
  expect([isInked(72, 360, 60, 24), isInked(72, 300, 20, 20), isInked(122, 300, 20, 20)]).toEqual([true, true, false]);
  const agenda = await textOf(path, 2);
  expect(agenda).toMatch(/Paper 2 +4\n *1 page. The paper contains a signed original/);
  expect(agenda).toMatch(/Paper 5\n *Not in this book: it is a form that only Adobe Acrobat can show/);
  expect(await textOf(path, 4)).toContain('Digitally signed by Example Auditor');
  for (const page of [5, 6]) {
    expect(await textOf(path, page)).toContain('shown-form');
    expect(await textOf(path, page)).not.toContain('hidden');
  }
  const { stdout } = await run('qpdf', ['--json', '--json-key=qpdf', path], { maxBuffer: 50_000_000 });
  for (const word of ['/AcroForm', '/Widget', '/ByteRange', '/FT']) expect(stdout).not.toContain(`"${word}"`);
  const book = await PDFDocument.load(await readFile(path));
  const layers = book.getOptionalContentGroups().map(({ name, visible }) => `${name} ${visible}`);
  expect(layers.join(', ')).toBe('A true, B false, C false, A true, B false, C false');
  expect((await readPdf(path))?.texts.join()).not.toContain('hidden');
}, 60_000);

async function pageOf(path: string, page: number): Promise<Buffer> {
  const made = join(folder, `page-${page}`);
  await run('pdftoppm', ['-r', '72', '-f', `${page}`, '-l', `${page}`, '-png', '-singlefile', path, made]);
  return readFile(`${made}.png`);
}
