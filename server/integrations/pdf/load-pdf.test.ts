import { PDFDocument, PDFName, PDFRef } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { loadPdf, savePdf } from './load-pdf.ts';

test('a new object does not reuse the number of an undefined object that the PDF refers to', async () => {
  const made = await PDFDocument.create();
  made.addPage().node.set(PDFName.of('Contents'), made.context.obj([PDFRef.of(30), PDFRef.of(900_000_000)]));
  const loaded = await loadPdf(await savePdf(made));
  expect(loaded.context.nextRef().objectNumber).toBe(31);
});

test('a PDF with many objects is saved without object streams', async () => {
  const pdf = await PDFDocument.create();
  pdf.addPage();
  for (let at = 0; at < 10_000; at += 1) pdf.context.register(pdf.context.obj({}));
  const saved = await savePdf(pdf);
  expect(Buffer.from(saved).includes('/ObjStm')).toBe(false);
  expect((await loadPdf(saved)).getPageCount()).toBe(1);
});
