import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Annotation, AnnotationBase, DrawnAnnotation, Point } from './annotation.ts';
import { parseXfdf } from './parse.ts';
import { writeXfdf } from './write.ts';
import { carriable, type XmlElement } from './xml.ts';

const hundredths = fc.integer({ min: -200_000, max: 200_000 }).map((value) => value / 100 + 0);
const point: fc.Arbitrary<Point> = fc.record({ x: hundredths, y: hundredths });
const points = fc.array(point, { minLength: 1, maxLength: 6 });
const words = fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }).map((text) => `a${carriable(text)}`);
const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const rect = fc.tuple(hundredths, hundredths, hundredths, hundredths).map(([a, b, c, d]) => ({
  left: Math.min(a, c),
  bottom: Math.min(b, d),
  right: Math.max(a, c),
  top: Math.max(b, d),
}));

const base = (id: string): fc.Arbitrary<AnnotationBase> =>
  fc.record(
    {
      id: fc.constant(id),
      page: fc.integer({ min: 0, max: 5000 }),
      rect,
      author: words,
      subject: words,
      created: fc.constant("D:20261112090500-04'00'"),
      modified: fc.constant("D:20261114093000-04'00'"),
      colour,
      opacity: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
      flags: fc.subarray(['print', 'readonly', 'locked']),
      contents: words,
      extras: fc.record({
        attributes: fc.dictionary(fc.constantFrom('it', 'IT', 'rotation', 'blendmode'), words, { minKeys: 1 }),
        elements: fc.array(
          fc.record({ name: fc.constant('appearance'), attributes: fc.constant({}), children: fc.tuple(words) }),
          { minLength: 0, maxLength: 2 },
        ),
      }),
    },
    { requiredKeys: ['id', 'page', 'rect'] },
  );

const optional = (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>) => fc.record(fields, { requiredKeys: [] });
const border = optional({
  width: hundredths,
  style: fc.constantFrom('solid', 'dash', 'cloudy'),
  dashes: fc.array(hundredths, { minLength: 1 }),
  intensity: hundredths,
});
const ends = optional({ head: fc.constant('OpenArrow'), tail: fc.constant('None'), interior: colour });
const quad = fc.record({ topLeft: point, topRight: point, bottomLeft: point, bottomRight: point });

const kinds = (...names: readonly DrawnAnnotation['kind'][]) => fc.record({ kind: fc.constantFrom(...names) });

const particular = fc.oneof(
  fc.tuple(
    kinds('highlight', 'underline', 'strikeout', 'squiggly'),
    fc.record({ quads: fc.array(quad, { minLength: 1, maxLength: 4 }) }),
    optional({ words }),
  ),
  fc.tuple(kinds('ink'), border, fc.record({ strokes: fc.array(points, { minLength: 1, maxLength: 3 }) })),
  fc.tuple(
    kinds('square', 'circle'),
    border,
    optional({ interior: colour, fringe: fc.tuple(hundredths, hundredths, hundredths, hundredths) }),
  ),
  fc.tuple(kinds('line'), border, ends, fc.record({ start: point, end: point })),
  fc.tuple(kinds('polygon', 'polyline'), border, ends, fc.record({ vertices: points })),
  fc.tuple(
    kinds('freetext'),
    border,
    optional({
      defaultAppearance: words,
      defaultStyle: words,
      justification: words,
      callout: points,
      textColour: colour,
      fontSize: hundredths,
    }),
  ),
  fc.tuple(
    kinds('text'),
    optional({ icon: words, inReplyTo: words, replyType: words, state: words, stateModel: words }),
  ),
  fc.tuple(kinds('stamp'), optional({ icon: words })),
);

const kept: fc.Arbitrary<XmlElement> = fc.record({
  name: fc.constantFrom('f', 'ids', 'fields'),
  attributes: fc.dictionary(fc.constantFrom('href', 'original', 'modified'), words),
  children: fc.array(
    fc.record({ name: fc.constant('field'), attributes: fc.record({ name: words }), children: fc.tuple(words) }),
    { maxLength: 2 },
  ),
});

const opaque = (id: string): fc.Arbitrary<Annotation> =>
  fc
    .record({
      name: fc.constantFrom('caret', 'fileattachment', 'redact'),
      page: fc.nat(5000),
      file: words,
      data: words,
    })
    .map(({ name, page, file, data }) => ({
      kind: 'opaque' as const,
      id,
      page,
      element: {
        name,
        attributes: { name: id, page: String(page), file },
        children: [{ name: 'data', attributes: { encoding: 'hex' }, children: [data] }],
      },
    }));

const drawn = (id: string): fc.Arbitrary<Annotation> =>
  fc
    .tuple(base(id), particular)
    .map(([common, parts]) => Object.assign({}, common, ...parts) as unknown as DrawnAnnotation);

const marks = fc.integer({ min: 0, max: 6 }).chain((count) =>
  fc.tuple(
    ...Array.from({ length: count }, (_, index) => {
      const id = `mark ${index} <&">`;
      return fc.oneof({ arbitrary: drawn(id), weight: 8 }, { arbitrary: opaque(id), weight: 1 });
    }),
  ),
);

test('marks that were written are read back unchanged', () => {
  fc.assert(
    fc.property(marks, fc.array(kept, { maxLength: 2 }), (list, envelope) => {
      const read = parseXfdf(writeXfdf({ annotations: list, envelope }), 10_000_000);
      expect(read).toEqual({ kind: 'parsed', annotations: { annotations: list, envelope } });
    }),
    { numRuns: 300 },
  );
});

test('long texts with any characters are read back unchanged', () => {
  const long = fc
    .tuple(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
      fc.constantFrom('\n', '\r\n', ' ', '\t', ']]>', '&amp;', '🂡', 'ﷺ'),
    )
    .map(([piece, between]) => `a${carriable(`${piece}${between}`.repeat(1_500))}`.slice(0, 40_000))
    .map((text) => carriable(text));
  fc.assert(
    fc.property(long, long, (contents, defaultStyle) => {
      const mark: Annotation = {
        kind: 'freetext',
        id: 'long',
        page: 0,
        rect: { left: 0, bottom: 0, right: 9, top: 9 },
        contents,
        defaultStyle,
      };
      const read = parseXfdf(writeXfdf({ annotations: [mark], envelope: [] }), 10_000_000);
      expect(read).toEqual({ kind: 'parsed', annotations: { annotations: [mark], envelope: [] } });
    }),
    { numRuns: 30 },
  );
});

test('the text written for parsed marks is unchanged after it is parsed and written again', () => {
  const roots = [
    '<xfdf>',
    '<xfdf xmlns="http://ns.adobe.com/xfdf/">',
    '</xfdf>',
    '<annots>',
    '</annots>',
    '<caret page="x"/>',
  ];
  const inks = ['<ink page="0" rect="1,2,3,4">', '</ink>', '<inklist><gesture>1,2;3,4</gesture></inklist>'];
  const others = ['&lt;', '&x;', '<!--', '-->', '<![CDATA[', ']]>', '<?p?>', 'words', '<delete><id>a</id></delete>'];
  const noise = fc.array(fc.constantFrom(...roots, ...inks, ...others), { maxLength: 12 });
  fc.assert(
    fc.property(noise, (parts) => {
      const first = parseXfdf(parts.join(''));
      if (first.kind === 'refused') return;
      const text = writeXfdf(first.annotations);
      const second = parseXfdf(text);
      expect(second.kind).toBe('parsed');
      if (second.kind === 'parsed') expect(writeXfdf(second.annotations)).toBe(text);
    }),
    { numRuns: 1000 },
  );
});
