import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  decodePDFRawStream,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRawStream,
  type PDFRef,
  PDFString,
  StandardFonts,
} from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { inspectUpload } from '#server/integrations/pdf/inspect-upload.ts';
import { readPdf } from '#server/integrations/pdf/read-pdf.ts';
import { layeredPaper } from '#tests/support/layered-paper.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { operationsOf } from './content-operations.ts';
import { layersMax } from './layers-max.ts';
import { readLayers } from './read-layers.ts';
import { removeHiddenLayers } from './remove-hidden-layers.ts';

const folder = testFolder();

test.each(['ON', 'OFF'] as const)(
  'hidden layers do not appear in the reading copy or the extracted text (base state %s)',
  async (base) => {
    const path = join(folder, `${base}.pdf`);
    await writeFile(path, await layeredPaper(base));
    const shown = (text = ''): readonly string[] => text.split(/\s+/).filter((word) => word !== '');
    const { reading } = await inspectUpload(path, {
      inTurn: (work) => work(),
      fontsDir: null,
      keep: async (copy) => {
        expect(await wholeContent(copy)).not.toContain('hidden-');
        return shown((await readPdf(copy))?.texts[0]);
      },
    });
    const visible = ['all-off', 'any-on', 'form', 'group', 'nested-end', 'next-line', 'not', 'plain'];
    expect(reading?.toSorted()).toEqual(visible.map((word) => `shown-${word}`));
    expect(
      shown((await readPdf(path))?.texts[0]).some((word) => word.startsWith('hidden') && !word.includes('form')),
    ).toBe(false);
  },
);

async function wholeContent(path: string): Promise<string> {
  const { context } = await PDFDocument.load(await readFile(path));
  const texts = context
    .enumerateIndirectObjects()
    .map(([, object]) =>
      object instanceof PDFRawStream
        ? `${object.dict}${Buffer.from(decodePDFRawStream(object).decode()).toString('latin1')}`
        : String(object),
    );
  return texts.join('\n');
}

const formOf = (context: PDFContext, content: string, more: object = { Resources: {} }): PDFRef =>
  context.register(context.stream(content, { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9], ...more } as never));

async function bytesLeft(pdf: PDFDocument): Promise<string> {
  removeHiddenLayers(pdf);
  const path = join(folder, 'bytes.pdf');
  await writeFile(path, await pdf.save());
  return wholeContent(path);
}

test('a picture drawn both inside and outside a hidden layer is not removed', async () => {
  const { pdf, context, resources } = await paperWith('/OC /hidden BDC /X Do /Y Do EMC /X Do');
  resources.set(PDFName.of('XObject'), context.obj({ X: formOf(context, '% both'), Y: formOf(context, '% salary') }));
  const left = await bytesLeft(pdf);
  expect(left).toContain('% both');
  expect(left).not.toContain('salary');
});

test('hidden pictures are removed even if a form without its own resources draws them on two pages', async () => {
  const { pdf, page, context, resources } = await paperWith('/F1 Do /OC /hidden BDC /F2 Do EMC');
  const second = resources.clone();
  pdf.addPage().node.set(PDFName.of('Resources'), second);
  pdf.getPage(1).node.set(PDFName.of('Contents'), page.node.get(PDFName.of('Contents')) as PDFRef);
  const F1 = formOf(context, '/X Do /OC /hidden BDC /Y Do EMC', {});
  const F2 = formOf(context, '/Y Do', {});
  for (const each of [resources, second]) {
    const drawings = { F1, F2, X: formOf(context, '% shown'), Y: formOf(context, '% salary') };
    each.set(PDFName.of('XObject'), context.obj(drawings));
  }
  const left = await bytesLeft(pdf);
  expect(left.match(/% shown/g)).toHaveLength(2);
  expect(left).not.toContain('salary');
});

test('pictures used in soft masks and glyphs are not removed even if a hidden section also draws them', async () => {
  const { pdf, context, resources } = await paperWith('/OC /hidden BDC /X Do /Y Do EMC /G gs');
  const mask = formOf(context, '/X Do', {});
  const glyph = context.register(context.stream('9 0 d0 /Y Do'));
  resources.set(PDFName.of('ExtGState'), context.obj({ G: { SMask: { S: 'Luminosity', G: mask } } }));
  resources.set(PDFName.of('Font'), context.obj({ T: { Type: 'Font', Subtype: 'Type3', CharProcs: { a: glyph } } }));
  resources.set(
    PDFName.of('XObject'),
    context.obj({ X: formOf(context, '% in mask'), Y: formOf(context, '% in glyph') }),
  );
  const left = await bytesLeft(pdf);
  expect(left).toContain('% in mask');
  expect(left).toContain('% in glyph');
});

test('a content stream with strings, comments, dictionaries and inline images is split into operations', () => {
  const content =
    '/OC /A BDC % EMC\n(a\\) EMC (b)) Tj <</B [(>>) <45>]>> /C DP BI /W 1 ID \0 EI x\x01 EI Q [(x) -2] TJ true 1.5 w EMC';
  const read = [...operationsOf(content)];
  expect(read.map(({ operator }) => operator)).toEqual(['BDC', 'Tj', 'DP', 'BI', 'Q', 'TJ', 'w', 'EMC']);
  expect(read[0]?.operands).toEqual(['/OC', '/A']);
  expect(read[2]?.operands).toEqual(['<</B [(>>) <45>]>>', '/C']);
  expect(content.slice(read[1]?.start, read[1]?.end)).toBe('(a\\) EMC (b)) Tj');
});

async function paperWith(content: string) {
  const pdf = await PDFDocument.create();
  const { context } = pdf;
  const F = (await pdf.embedFont(StandardFonts.Helvetica)).ref;
  const layer = (): PDFRef => context.register(context.obj({ Type: 'OCG' }));
  const [hidden, shown, unlisted] = [layer(), layer(), layer()];
  pdf.catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [hidden, shown], D: { OFF: [hidden] } }));
  const page = pdf.addPage();
  const properties = context.obj({ hidden, shown, unlisted });
  const resources = context.obj({ Font: { F }, Properties: properties });
  page.node.set(PDFName.of('Resources'), resources);
  page.node.set(PDFName.of('Contents'), context.register(context.stream(content)));
  return { pdf, page, context, resources, hidden, shown, unlisted, properties };
}

const say = (word: string): string => `BT /F 12 Tf 72 700 Td (${word}) Tj ET`;

async function wordsLeft(pdf: PDFDocument): Promise<string> {
  removeHiddenLayers(pdf);
  const path = join(folder, 'left.pdf');
  await writeFile(path, await pdf.save());
  return (await readPdf(path))?.texts[0] ?? '';
}

test('a file with too many layers is treated as unreadable, and its text is not extracted', async () => {
  const { pdf, context } = await paperWith(say('salary'));
  const OCGs = Array.from({ length: layersMax + 1 }, () => context.register(context.obj({ Type: 'OCG' })));
  pdf.catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs, D: { OFF: OCGs.slice(-1) } }));
  expect(() => readLayers(pdf)).toThrow('layers');
  const path = join(folder, 'many.pdf');
  await writeFile(path, await pdf.save());
  expect(await readPdf(path)).toEqual({ pageCount: 1, texts: [] });
});

test.each([
  ['an unlisted layer', '/OC /unlisted'],
  ['a hidden layer whose name contains escapes', '/#4fC /hid#64e#6E'],
])('the content of %s is hidden', async (_, section) => {
  const { pdf } = await paperWith(`${section} BDC ${say('salary')} EMC ${say('plain')}`);
  expect(await wordsLeft(pdf)).toBe('plain');
});

test('content with an overly complex visibility expression is hidden', async () => {
  const { pdf, context, shown, properties } = await paperWith(`/OC /VE BDC ${say('salary')} EMC ${say('plain')}`);
  let expression: PDFRef = shown;
  for (let level = 0; level < 10; level += 1)
    expression = context.register(context.obj(['And', ...Array.from({ length: 12 }, () => expression)]));
  properties.set(PDFName.of('VE'), context.register(context.obj({ Type: 'OCMD', VE: expression })));
  expect(await wordsLeft(pdf)).toBe('plain');
});

test('deeply nested sections of marked content are read in linear time', async () => {
  const sections = 300_000;
  const { pdf } = await paperWith('/Span BMC 0 0 m S '.repeat(sections) + say('plain'));
  const begin = performance.now();
  removeHiddenLayers(pdf);
  expect(performance.now() - begin).toBeLessThan(5_000);
});

test('a structure element keeps its descriptive text only if all of its content is visible', async () => {
  const hidden = `/OC /hidden BDC ${say('salary')} EMC`;
  const { pdf, context } = await paperWith(
    `/P <</MCID 0>> BDC ${say('plain')} EMC /P <</MCID 1 /E (salary)>> BDC ${hidden} EMC
     /OC /hidden BDC /P <</MCID 2>> BDC ${say('salary')} EMC EMC /P <</MCID 3>> BDC ${say('half')} ${hidden} EMC`,
  );
  const text = { Alt: PDFString.of('salary'), T: PDFString.of('salary') };
  const element = (K: unknown): PDFRef =>
    context.register(context.obj({ S: 'P', Pg: pdf.getPage(0).ref, K, ...text } as never));
  const elements = [0, 1, 2, 3].map(element);
  const first = elements[0] as PDFRef;
  const sections = [element([first]), element(elements)];
  pdf.catalog.set(PDFName.of('StructTreeRoot'), context.obj({ K: sections }));
  removeHiddenLayers(pdf);
  const keeps = [...elements, ...sections].map((ref) => context.lookup(ref, PDFDict).has(PDFName.of('Alt')));
  expect(keeps).toEqual([true, false, false, false, true, false]);
  const left = decodePDFRawStream(pdf.getPage(0).node.Contents() as PDFRawStream).decode();
  expect(Buffer.from(left).toString('latin1')).not.toContain('salary');
});
