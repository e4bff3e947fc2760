import { degrees, PDFDocument, PDFName, PDFNumber } from '@cantoo/pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { pdfSurface } from '#web/viewer/annotations/surface.ts';

test('our page coordinates match those of pdf.js on rotated, cropped and scaled pages', async () => {
  const pdf = await PDFDocument.create();
  for (const turn of [0, 90, 180, 270]) {
    const page = pdf.addPage([612, 792]);
    page.setRotation(degrees(turn));
    page.setCropBox(36, 300, 540, 450);
    page.node.set(PDFName.of('UserUnit'), PDFNumber.of(turn === 90 ? 2 : 1));
  }
  const task = getDocument({ data: await pdf.save(), verbosity: 0 });
  const opened = await task.promise;
  for (let number = 1; number <= 4; number += 1) {
    const page = await opened.getPage(number);
    const viewport = page.getViewport({ scale: 1 });
    const surface = pdfSurface({
      page: number - 1,
      box: page.view as [number, number, number, number],
      rotation: viewport.rotation,
      userUnit: page.userUnit,
    });
    expect(surface.size).toEqual({ width: viewport.width, height: viewport.height });
    const points = [36, 100, 576].map((x, nth) => [x, [300, 640, 750][nth] ?? 0] as const);
    for (const [x, y] of points) {
      const [viewX, viewY] = viewport.convertToViewportPoint(x, y);
      expect(surface.toView({ x, y })).toEqual({ x: viewX, y: viewY });
    }
  }
  await task.destroy();
});
