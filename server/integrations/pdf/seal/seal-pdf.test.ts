import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SealProblem } from '#domain/signatures.ts';
import { dynamicFormPaper, encryptedPaper, filledFormPaper, pdfPaper, signedPaper } from '#tests/support/papers.ts';
import { sealProblem } from './seal-pdf.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dais-seal-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function problemOf(bytes: Uint8Array): Promise<SealProblem | null> {
  const path = join(folder, 'paper.pdf');
  await writeFile(path, bytes);
  return sealProblem(path);
}

async function changed(change: (pdf: PDFDocument) => void | Promise<void>): Promise<Buffer> {
  const pdf = await PDFDocument.load(await pdfPaper(1));
  await change(pdf);
  return Buffer.from(await pdf.save());
}

const inAnnotation = (entries: object) =>
  changed((pdf) => {
    const annotation = pdf.context.obj({ Type: 'Annot', Rect: [0, 0, 9, 9], ...entries } as never);
    pdf.getPage(0).node.addAnnot(pdf.context.register(annotation));
  });

test.each<readonly [SealProblem | null, string, () => Promise<Uint8Array> | Uint8Array]>([
  [null, 'plain pages', () => pdfPaper(2)],
  ['encrypted', 'a password', async () => encryptedPaper(await pdfPaper(1), 'secret')],
  ['encrypted', 'restrictions without a password', async () => encryptedPaper(await pdfPaper(1), '')],
  ['damaged', 'its end cut off', async () => (await pdfPaper(1)).subarray(0, -200)],
  ['damaged', 'bytes before its header', async () => Buffer.concat([Buffer.from('x'.repeat(90)), await pdfPaper(1)])],
  ['damaged', 'no PDF at all', () => Buffer.from('%PDF-1.7 nothing')],
  ['script', 'a script of the document', () => changed((pdf) => pdf.addJavaScript('main', 'app.alert(1)'))],
  [
    'script',
    'a script behind a link, with an escaped name',
    () => inAnnotation({ Subtype: 'Link', A: { S: PDFName.of('Java#53cript'), JS: PDFString.of('1') } }),
  ],
  ['script', 'a link that starts a program', () => inAnnotation({ Subtype: 'Link', A: { S: 'Launch' } })],
  ['xfa', 'a dynamic form', dynamicFormPaper],
  ['form', 'filled fields', filledFormPaper],
  ['attachment', 'an attached file', () => changed((pdf) => pdf.attach(Buffer.from('x'), 'x.txt', {}))],
  ['attachment', 'a film', () => inAnnotation({ Subtype: 'RichMedia' })],
  ['layers', 'layers', () => changed((pdf) => pdf.catalog.set(PDFName.of('OCProperties'), pdf.context.obj({})))],
  ['signed', 'a signature', signedPaper],
])('reports %s for a PDF with %s', async (problem, _, make) => {
  expect(await problemOf(await make())).toBe(problem);
});
