import { degrees, PDFDocument } from '@cantoo/pdf-lib';
import { getDocument, Util, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { watermarkWords } from '#domain/board-book.ts';
import { createTypesetter } from '#server/integrations/pdf/typst/typesetter.ts';
import { addWatermark } from './watermark.ts';

interface Drawn {
  readonly text: string;
  /** Clockwise from upright, in degrees. */
  readonly angle: number;
  readonly fromLeft: number;
  readonly fromBottom: number;
}

async function drawnOn(pdf: PDFDocument): Promise<readonly (readonly Drawn[])[]> {
  const task = getDocument({ data: await pdf.save(), verbosity: VerbosityLevel.ERRORS });
  const opened = await task.promise;
  const pages = Array.from({ length: opened.numPages }, async (_, index) => {
    const page = await opened.getPage(index + 1);
    const viewport = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    return items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '') return [];
      const [a, b, , , x, y] = Util.transform(viewport.transform, item.transform);
      const angle = Math.round((Math.atan2(-b, a) * 180) / Math.PI);
      return [{ text: item.str, angle, fromLeft: x, fromBottom: viewport.height - y }];
    });
  });
  const drawn = await Promise.all(pages);
  await task.destroy();
  return drawn;
}

const textOf = (drawn: readonly Drawn[]): string =>
  drawn
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s/g, '');

test.each([
  ['Thai', 'สมชาย ใจดี'],
  ['Chinese', '王小明'],
  ['Arabic', 'ليلى حداد'],
  ['Devanagari', 'प्रिया रमन'],
])('a watermark with a name in %s appears upright at the foot and diagonally across every page', async (_, name) => {
  const pdf = await PDFDocument.create();
  for (const turn of [0, 90, 180, 270]) pdf.addPage([612, 792]).setRotation(degrees(turn));
  pdf.addPage([612, 792]).setCropBox(100, 200, 300, 400);
  pdf.addPage([3_000, 2_000]);
  await addWatermark(
    pdf,
    watermarkWords({ name, board: 'Harbour House', time: '16/11/2026 at 13:00' }),
    createTypesetter(null),
  );
  const pages = await drawnOn(pdf);
  expect(pages).toHaveLength(6);
  for (const drawn of pages) {
    const footer = drawn.filter(({ angle }) => angle === 0);
    for (const shown of [footer, drawn.filter(({ angle }) => angle > 20 && angle < 70)]) {
      expect(textOf(shown)).toContain('HarbourHouse·16/11/2026at13:00');
      expect([...textOf(shown)].toSorted().join()).toContain([...new Set(name)].toSorted().at(-1));
    }
    for (const { fromLeft, fromBottom } of footer) {
      expect(fromLeft).toBeGreaterThanOrEqual(0);
      expect(fromBottom).toBeGreaterThan(0);
      expect(fromBottom).toBeLessThan(100);
    }
  }
});
