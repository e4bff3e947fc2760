import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import type { SealProblem } from '#domain/signatures.ts';
import { dynamicFormPaper, encryptedPaper, filledFormPaper, pdfPaper, signedPaper } from '#tests/support/papers.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { sealProblem } from './seal-pdf.ts';

const folder = testFolder();

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

/** Cross-references point to the first object, but programs that scan the file find the last one. */
function withTwoVersions(first: string, last: string): Buffer {
  const number = (object: string): number => Number(object.split(' ')[0]);
  const page = (of: number, more = '') =>
    `${of} 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Resources << >> ${more} >>\nendobj\n`;
  const pages = '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n';
  const objects = [
    '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n',
    ...(number(first) === 2 ? [] : [pages]),
    page(3, '/Annots [5 0 R]'),
    page(4),
    first,
    last,
  ];
  let text = '%PDF-1.7\n';
  const places = new Map<number, number>();
  for (const object of objects) {
    if (!places.has(number(object))) places.set(number(object), text.length);
    text += object;
  }
  const entry = (place: number | undefined): string =>
    place === undefined ? '0000000000 65535 f \n' : `${String(place).padStart(10, '0')} 00000 n \n`;
  const table = Array.from({ length: 6 }, (_, each) => entry(places.get(each))).join('');
  const trailer = 'trailer\n<< /Size 6 /Root 1 0 R >>\n';
  return Buffer.from(`${text}xref\n0 6\n${table}${trailer}startxref\n${text.length}\n%%EOF\n`);
}

const pagesOf = (kid: number) => `2 0 obj\n<< /Type /Pages /Kids [${kid} 0 R] /Count 1 >>\nendobj\n`;
const linkWith = (more: string) => `5 0 obj\n<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] ${more} >>\nendobj\n`;
const script = linkWith('/A << /S /JavaScript /JS (1) >>');

test.each<readonly [SealProblem | null, string, () => Promise<Uint8Array> | Uint8Array]>([
  [null, 'plain pages', () => pdfPaper(2)],
  ['encrypted', 'a password', async () => encryptedPaper(await pdfPaper(1), 'secret')],
  ['encrypted', 'restrictions without a password', async () => encryptedPaper(await pdfPaper(1), '')],
  ['damaged', 'its end cut off', async () => (await pdfPaper(1)).subarray(0, -200)],
  ['damaged', 'bytes before its header', async () => Buffer.concat([Buffer.from('x'.repeat(90)), await pdfPaper(1)])],
  ['damaged', 'nothing after its header', () => Buffer.from('%PDF-1.7 nothing')],
  ['script', 'a script of the document', () => changed((pdf) => pdf.addJavaScript('main', 'app.alert(1)'))],
  [
    'script',
    'a script behind a link, with an escaped name',
    () => inAnnotation({ Subtype: 'Link', A: { S: PDFName.of('Java#53cript'), JS: PDFString.of('1') } }),
  ],
  ['script', 'a link that starts a program', () => inAnnotation({ Subtype: 'Link', A: { S: 'Launch' } })],
  [null, 'the same pages twice', () => withTwoVersions(pagesOf(3), pagesOf(3))],
  ['damaged', 'other pages than the cross-references lead to', () => withTwoVersions(pagesOf(3), pagesOf(4))],
  ['damaged', 'a script that only the cross-references lead to', () => withTwoVersions(script, linkWith(''))],
  ['xfa', 'a dynamic form', dynamicFormPaper],
  ['form', 'filled fields', filledFormPaper],
  ['attachment', 'an attached file', () => changed((pdf) => pdf.attach(Buffer.from('x'), 'x.txt', {}))],
  ['attachment', 'a film', () => inAnnotation({ Subtype: 'RichMedia' })],
  ['layers', 'layers', () => changed((pdf) => pdf.catalog.set(PDFName.of('OCProperties'), pdf.context.obj({})))],
  ['signed', 'a signature', signedPaper],
])('the check before sealing reports %s for a PDF with %s', async (problem, _, make) => {
  expect(await problemOf(await make())).toBe(problem);
});
