import type { Annotation, AnnotationBase, Point } from '#domain/xfdf/annotation.ts';
import { writeXfdf } from '#domain/xfdf/write.ts';

/** Characters. Each file below is nearly this long, which is typical of one reader's annotations. */
const charactersMax = 60_000;

const base = (nth: number): AnnotationBase => ({
  id: `m${nth}`,
  page: nth % 40,
  rect: { left: 72, bottom: 500, right: 400.25, top: 528 },
  author: 'Ruth Okafor',
  modified: "D:20261114093000-04'00'",
  colour: '#ffe27a',
  flags: ['print'],
});

const highlight = (nth: number): Annotation => ({
  kind: 'highlight',
  ...base(nth),
  quads: [500, 515].map((bottom) => ({
    topLeft: { x: 72, y: bottom + 13 },
    topRight: { x: 400.25, y: bottom + 13 },
    bottomLeft: { x: 72, y: bottom },
    bottomRight: { x: 400.25, y: bottom },
  })),
});

const stroke = (nth: number): Annotation => ({
  kind: 'ink',
  ...base(nth),
  width: 2,
  strokes: [Array.from({ length: 60 }, (_, at): Point => ({ x: 72 + 5.47 * at, y: 514 + 14 * Math.sin(at) }))],
});

const note = (nth: number): Annotation => ({
  kind: 'text',
  ...base(nth),
  icon: 'Comment',
  contents: `Is "income & grants" of half-year ${nth} above plan, as the treasurer said in March?`,
});

const foreign = (nth: number): Annotation =>
  ({
    ...highlight(nth),
    kind: 'highlight',
    extras: { attributes: { 'blend-mode': 'multiply' }, elements: [] },
  }) as Annotation;

export const annotationFiles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    highlights: fileOf(highlight),
    'ink strokes': fileOf(stroke),
    notes: fileOf(note),
    "another program's highlights": fileOf(foreign),
  }),
);

function fileOf(make: (nth: number) => Annotation): string {
  const empty = writeXfdf({ annotations: [], envelope: [] });
  const one = writeXfdf({ annotations: [make(100)], envelope: [] });
  const count = Math.floor((charactersMax - empty.length) / (one.length - empty.length));
  return writeXfdf({ annotations: Array.from({ length: count }, (_, nth) => make(nth)), envelope: [] });
}
