import { degrees, PDFDocument } from '@cantoo/pdf-lib';
import type { DrawnAnnotation, Point } from '#domain/xfdf/annotation.ts';
import { newFreeText, newInk, newNote, newShape, newTextMarkup } from '#web/viewer/annotations/new-annotation.ts';
import { pdfSurface, type Surface } from '#web/viewer/annotations/surface.ts';

/** In degrees. The paper has one page for each rotation. */
export const turns = [0, 90, 180, 270] as const;
/** Left, bottom, right and top, in points. The box is smaller than the page on all sides. */
const cropBox = [50, 40, 650, 840] as const;

export const surfaces = turns.map((rotation, page) => pdfSurface({ page, box: cropBox, rotation, userUnit: 1 }));

export async function turnedPaper(): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  for (const angle of turns) {
    const page = pdf.addPage([700, 900]);
    page.setCropBox(cropBox[0], cropBox[1], cropBox[2] - cropBox[0], cropBox[3] - cropBox[1]);
    page.setRotation(degrees(angle));
  }
  return Buffer.from(await pdf.save());
}

export interface Placed {
  readonly mark: DrawnAnnotation;
  /** A point on the drawn mark, in view units from the top left of the visible page. */
  readonly ink: Point;
}

export const author = 'Zoë Kowalczyk-Ørsted';

export function marksOn(surface: Surface): readonly Placed[] {
  const at = (x: number, y: number) => surface.toPage({ x, y });
  const making = (colour: string) => ({ author, colour, width: 6 });
  const line = (top: number) => ({
    surface,
    lines: [{ left: 100, top, right: 300, bottom: top + 20 }],
    turn: 0 as const,
  });
  const box = (top: number) => ({ start: at(100, top), end: at(300, top + 30) });
  const words = { ...newFreeText(surface, at(100, 420), making('#102030')), colour: '#ffe0f0', contents: 'Words' };
  return [
    { mark: newTextMarkup('highlight', line(40), making('#ffe27a')), ink: { x: 200, y: 50 } },
    { mark: newTextMarkup('underline', line(80), making('#b8321f')), ink: { x: 200, y: 98.8 } },
    { mark: newTextMarkup('strikeout', line(120), making('#1f58b8')), ink: { x: 200, y: 131.6 } },
    { mark: newTextMarkup('squiggly', line(160), making('#2f8a3b')), ink: { x: 200, y: 178.8 } },
    { mark: newInk(surface, [at(100, 210), at(300, 230)], making('#804080')), ink: { x: 200, y: 220 } },
    { mark: newShape('square', surface, box(250), making('#c04000')), ink: { x: 103, y: 265 } },
    { mark: newShape('circle', surface, box(300), making('#0080a0')), ink: { x: 103, y: 315 } },
    {
      mark: newShape('line', surface, { start: at(100, 370), end: at(300, 370) }, making('#606000')),
      ink: { x: 200, y: 370 },
    },
    { mark: words, ink: { x: 270, y: 445 } },
    { mark: newNote(surface, at(100, 480), making('#ffe27a')), ink: { x: 110, y: 490 } },
  ];
}
