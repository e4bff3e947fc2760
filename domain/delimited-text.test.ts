import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeTextFile, parseDelimited } from './delimited-text.ts';

const fieldsOf = (text: string) => parseDelimited(text).map(({ fields }) => fields);

test('columns are parted by tabs, semicolons or commas, each line by its own', () => {
  expect(fieldsOf('a\tb, c\nd;e, f\ng,h')).toEqual([
    ['a', 'b, c'],
    ['d', 'e, f'],
    ['g', 'h'],
  ]);
});

test('a quoted field may hold delimiters, line ends and doubled marks, and lines are counted by what was written', () => {
  expect(parseDelimited('"Clarke, Owen",x\r\n"two\nlines; ""here""",y\nlast')).toEqual([
    { line: 1, fields: ['Clarke, Owen', 'x'] },
    { line: 2, fields: ['two\nlines; "here"', 'y'] },
    { line: 4, fields: ['last'] },
  ]);
});

test('marks inside of a word, and one that is never closed, are plain text', () => {
  expect(fieldsOf('Ann "Nan" Lee, a\n"open, b\nnext')).toEqual([['Ann "Nan" Lee', ' a'], ['"open', ' b'], ['next']]);
  expect(fieldsOf('"Clarke, Owen" <owen@x.example>')).toEqual([['Clarke, Owen <owen@x.example>']]);
});

test('whatever is written with every field in quotes is read back as it was', () => {
  const field = fc.string({ unit: fc.constantFrom('a', 'é', ' ', '"', ',', ';', '\t', '\n', '@', '<') });
  const record = fc.array(field, { minLength: 2, maxLength: 5 });
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(
      fc.array(record, { minLength: 1 }),
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('\n', '\r\n'),
      (records, delimiter, lineEnd) => {
        const text = records.map((fields) => fields.map(quoted).join(delimiter)).join(lineEnd);
        expect(fieldsOf(text)).toEqual(records);
      },
    ),
  );
});

test('no text is refused, and none of its lines is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const lines = parseDelimited(text).map(({ line }) => line);
      expect(lines[0]).toBe(1);
      expect(lines).toEqual([...new Set(lines)].toSorted((a, b) => a - b));
    }),
  );
});

test('files are read as UTF-8, with a mark or without, UTF-16, and Windows-1252', () => {
  const word = 'Zoë';
  expect(decodeTextFile(new TextEncoder().encode(word))).toBe(word);
  expect(decodeTextFile(new TextEncoder().encode(`\uFEFF${word}`))).toBe(word);
  expect(decodeTextFile(Uint8Array.from([0xff, 0xfe, 0x5a, 0, 0x6f, 0, 0xeb, 0]))).toBe(word);
  expect(decodeTextFile(Uint8Array.from([0xfe, 0xff, 0, 0x5a, 0, 0x6f, 0, 0xeb]))).toBe(word);
  expect(decodeTextFile(Uint8Array.from([0x5a, 0x6f, 0xeb]))).toBe(word);
});
