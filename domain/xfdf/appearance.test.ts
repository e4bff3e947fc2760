import fc from 'fast-check';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { appearanceOf, approved, fixed, formOf, picture, stamp } from '#tests/support/stamps.ts';
import { readAppearance, readImageData } from './appearance.ts';
import { appearancePdf } from './appearance-pdf.ts';

const read = (appearance: string) => readAppearance(stamp('one', {}, [['appearance', appearance]]));
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** The PDF of a tree, as text. */
function written(tree: string): string {
  const appearance = read(appearanceOf(tree));
  if (appearance === null) throw new Error('It was not read.');
  return textOf(appearancePdf(appearance));
}

async function operatorsOf(appearance: string) {
  const made = read(appearance);
  if (made === null) throw new Error('It was not read.');
  const task = getDocument({ data: appearancePdf(made), verbosity: VerbosityLevel.ERRORS });
  const page = await (await task.promise).getPage(1);
  const { fnArray } = await page.getOperatorList();
  const { items } = await page.getTextContent();
  await task.destroy();
  return {
    view: page.view,
    count: fnArray.length,
    words: items.map((item) => ('str' in item ? item.str : '')).join(''),
  };
}

test('M29 a stamp’s tree becomes a page of its size that draws it', async () => {
  expect(await operatorsOf(approved)).toMatchObject({ view: [0, 0, 200, 60], words: 'APPROVED' });
  expect(await operatorsOf(picture)).toMatchObject({ view: [0, 0, 512, 512], words: '' });
  expect((await operatorsOf(picture)).count).toBeGreaterThan(4);
});

test('M29 of a tree that is drawn which draws nothing, acts, or names a file is left out', () => {
  const act = '<DICT KEY="A"><NAME KEY="S" VAL="JavaScript"/><STRING KEY="JS" VAL="app.alert(1)"/></DICT>';
  const text = written(
    formOf('N', [0, 0, 10, 10], {
      content: '0 0 10 10 re f',
      more:
        `${act}<DICT KEY="AA">${act}</DICT><STRING KEY="F" VAL="/etc/passwd"/><NAME KEY="FFilter" VAL="Crypt"/><DICT KEY="Ref">${act}</DICT>` +
        '<DICT KEY="OPI"/><DICT KEY="OC"/><STREAM KEY="Metadata"><DATA ENCODING="ASCII">secret</DATA></STREAM><DICT KEY="PieceInfo"/>',
      resources:
        `<DICT KEY="Properties">${act}</DICT><DICT KEY="XObject"><DICT KEY="none">${act}</DICT></DICT>` +
        '<DICT KEY="ExtGState"><DICT KEY="G"><FIXED KEY="ca" VAL="0.5"/><DICT KEY="HTP"/><STRING KEY="JS" VAL="x"/></DICT></DICT>',
    }),
  );
  expect(text).toContain('/G << /ca 0.500000 >>');
  for (const word of [
    'JavaScript',
    'alert',
    'passwd',
    'FFilter',
    '/Ref',
    '/OPI',
    '/OC',
    'secret',
    'PieceInfo',
    '/AA',
    '/A ',
  ])
    expect(text).not.toContain(word);
});

test('M29 names and strings cannot end what they stand in', () => {
  const text = written(
    formOf('N', [0, 0, 10, 10], {
      resources:
        '<DICT KEY="ColorSpace"><ARRAY KEY="a &gt;&gt; /AA"><NAME VAL="Indexed"/><NAME VAL="x>>\n/JS"/><STRING VAL=") /JS ("/></ARRAY></DICT>',
    }),
  );
  expect(text).toContain('/a#20#3e#3e#20#2fAA [/Indexed /x#3e#3e');
  expect(text).not.toContain('/JS');
});

test.each([
  ['no base64', 'what is this?'],
  ['no XML', Buffer.from('Approved').toString('base64')],
  ['another root', Buffer.from('<script/>').toString('base64')],
  ['a document type', Buffer.from('<!DOCTYPE DICT [<!ENTITY a "b">]><DICT KEY="AP"/>').toString('base64')],
  ['no look', appearanceOf('')],
  ['states instead of a look', appearanceOf('<DICT KEY="N"/>')],
  ['no box', appearanceOf('<STREAM KEY="N"><DATA ENCODING="ASCII">f</DATA></STREAM>')],
  ['an empty box', appearanceOf(formOf('N', [5, 5, 5, 5], {}))],
  ['a box beyond any page', appearanceOf(formOf('N', [0, 0, 1e8, 5], {}))],
  [
    'a matrix that leaves no area',
    appearanceOf(formOf('N', [0, 0, 5, 5], { more: fixed('Matrix', 0, 0, 0, 0, 0, 0) })),
  ],
  ['words for numbers', appearanceOf(formOf('N', [0, 0, 5, 5], { more: '<INT KEY="FormType" VAL="one"/>' }))],
  ['half a byte', appearanceOf('<STREAM KEY="N"><DATA ENCODING="HEX">abc</DATA></STREAM>')],
  ['an unknown encoding', appearanceOf('<STREAM KEY="N"><DATA ENCODING="UU">abc</DATA></STREAM>')],
  [
    'a filter that needs a key',
    appearanceOf(
      `<STREAM KEY="N">${fixed('BBox', 0, 0, 5, 5)}<NAME KEY="Filter" VAL="Crypt"/><DATA ENCODING="HEX" MODE="RAW">00</DATA></STREAM>`,
    ),
  ],
  [
    'a vast image',
    appearanceOf(
      formOf('N', [0, 0, 5, 5], {
        resources:
          '<DICT KEY="XObject"><STREAM KEY="I"><NAME KEY="Subtype" VAL="Image"/><INT KEY="Width" VAL="50000"/><INT KEY="Height" VAL="50000"/></STREAM></DICT>',
      }),
    ),
  ],
  ['too many forms within forms', appearanceOf(nested(8, 1))],
  ['forms that draw each other too often', appearanceOf(nested(3, 50))],
  [
    'too many streams',
    appearanceOf(
      formOf('N', [0, 0, 5, 5], {
        resources: `<DICT KEY="XObject">${Array.from({ length: 70 }, (_, nth) => formOf(`F${nth}`, [0, 0, 1, 1], {})).join('')}</DICT>`,
      }),
    ),
  ],
])('M29 with %s there is nothing to draw', (_what, appearance) => {
  expect(read(appearance)).toBeNull();
});

function nested(depth: number, times: number): string {
  const inner = depth === 0 ? '' : `<DICT KEY="XObject">${nested(depth - 1, times)}</DICT>`;
  return formOf('N', [0, 0, 5, 5], { content: '/N Do '.repeat(times), resources: inner });
}

test('M29 a PNG that gives its size twice is no picture', () => {
  const chunk = (type: string, ...values: readonly number[]) => {
    const bytes = Buffer.alloc(12 + 13);
    bytes.writeUInt32BE(13, 0);
    bytes.write(type, 4, 'latin1');
    for (const [nth, value] of values.entries()) bytes.writeUInt32BE(value, 8 + 4 * nth);
    return bytes;
  };
  const picked = (...chunks: readonly Buffer[]) => {
    const bytes = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks]);
    return readImageData(stamp('one', {}, [['imagedata', `data:image/png;base64,${bytes.toString('base64')}`]]));
  };
  const size = chunk('IHDR', 10, 10);
  expect(picked(size, chunk('IDAT'))?.type).toBe('png');
  // What looks like a chunk's name within another is none.
  expect(picked(size, chunk('IDAT', 0x49484452))?.type).toBe('png');
  for (const other of [chunk('IHDR', 30_000, 30_000), chunk('IHDR', 10, 10)]) {
    expect([picked(size, other), picked(size, chunk('IDAT'), other)]).toEqual([null, null]);
  }
  expect(picked(chunk('IDAT'), size)).toBeNull();
});

test('M29 of pictures only PNG and JPEG of a size that can be drawn are taken', () => {
  const picked = (text: string) => readImageData(stamp('one', {}, [['imagedata', text]]));
  const header = (width: number) => {
    const bytes = Buffer.alloc(40);
    bytes.writeUInt32BE(0x89504e47, 0);
    bytes.writeUInt32BE(13, 8);
    bytes.writeUInt32BE(0x49484452, 12);
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(2_000, 20);
    return bytes.toString('base64');
  };
  expect(picked(`data:image/png;base64,\n${header(2_000)}`)?.type).toBe('png');
  expect(picked(`data:image/png;base64,${header(2_001)}`)).toBeNull();
  const jpeg = Buffer.from('ffd8ffe000044a46ffc0000b080010001003ffff', 'hex').toString('base64');
  // By what it is, whatever it says.
  expect(picked(`data:image/png;base64,${jpeg}`)).toEqual({ type: 'jpeg', url: `data:image/jpeg;base64,${jpeg}` });
  for (const text of [
    'data:image/svg+xml;base64,PHN2Zy8+',
    'https://example.org/a.png',
    'data:image/png;base64,PHN2Zy8+',
    '',
  ])
    expect(picked(text)).toBeNull();
});

const keys = fc.constantFrom(
  'N',
  'BBox',
  'Matrix',
  'Resources',
  'XObject',
  'Font',
  'Filter',
  'Subtype',
  'SMask',
  'Group',
  'Length',
  'W',
);
const values = fc.constantFrom(
  'Form',
  'Image',
  'FlateDecode',
  '1',
  '-0.5',
  '1e99',
  'Infinity',
  '',
  '<>/',
  '\u0000',
  'true',
  '𝒳',
);
const { tree } = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc
    .record({
      name: fc.constantFrom('DICT', 'STREAM', 'ARRAY', 'NAME', 'INT', 'FIXED', 'BOOL', 'STRING', 'DATA', 'NULL'),
      key: keys,
      value: values,
      inner: fc.array(
        fc.oneof({ depthSize: 'small', withCrossShrink: true }, fc.constant(fixed('BBox', 0, 0, 9, 9)), tie('tree')),
        {
          maxLength: 5,
        },
      ),
    })
    .map(({ name, key, value, inner }) => {
      const escaped = value.replaceAll('\u0000', '').replaceAll('<', '&lt;');
      return `<${name} KEY="${key}" VAL="${escaped}" ENCODING="HEX">${name === 'DATA' ? '00ff' : inner.join('')}</${name}>`;
    }),
}));

test('M29 whatever the tree, it is drawn or not drawn, and the PDF of it can be opened', async () => {
  let drawn = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(tree, { maxLength: 4 }), fc.boolean(), async (inner, isForm) => {
      const box = fixed('BBox', 0, 0, 9, 9);
      const given = isForm ? `<STREAM KEY="N">${box}${inner.join('')}</STREAM>` : inner.join('');
      const made = read(appearanceOf(given));
      if (made === null) return;
      drawn += 1;
      const task = getDocument({ data: appearancePdf(made), verbosity: VerbosityLevel.ERRORS, stopAtErrors: false });
      expect((await task.promise).numPages).toBe(1);
      await task.destroy();
    }),
    { numRuns: 300, seed: 29 },
  );
  expect(drawn).toBeGreaterThan(20);
});

test('M29 a text that is cut anywhere, or has another letter anywhere, does no harm', () => {
  fc.assert(
    fc.property(fc.constantFrom(approved, picture), fc.nat(), fc.string({ maxLength: 3 }), (whole, at, other) => {
      const place = at % whole.length;
      for (const text of [whole.slice(0, place), `${whole.slice(0, place)}${other}${whole.slice(place + 1)}`]) {
        const made = read(text);
        if (made !== null) expect(appearancePdf(made).length).toBeGreaterThan(100);
      }
    }),
    { numRuns: 400, seed: 29 },
  );
});
