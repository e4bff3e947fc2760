import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvText, decodeTextFile, parseDelimited } from './csv.ts';

/** Reads RFC 4180 without our parser. */
function readCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  const cells = text.replace(/^\uFEFF/, '').matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g);
  for (const [, quoted, plain = '', end] of cells) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ',') rows.push([]);
  }
  return rows.slice(0, -1);
}

test('a CSV file starts with a byte order mark and uses the line endings of RFC 4180', () => {
  const rows = [['Member', 'When'] as const, ['Ruth', 3] as const];
  expect(csvText(rows)).toBe('\uFEFFMember,When\r\nRuth,3\r\n');
});

test('CSV values with commas, quotes, line breaks or outer spaces are quoted, and null is an empty cell', () => {
  expect(csvText([['a,b', 'a;b', 'say "so"', 'one\ntwo', ' c ', null, '']])).toBe(
    '\uFEFF"a,b","a;b","say ""so""","one\ntwo"," c ",,\r\n',
  );
});

test.each(['=1+1', '+1 902 555 0100', '-2', '@SUM(A1)', '\t=1', '\r=1', '＝1+1', '=HYPERLINK("https://evil.example")'])(
  'a CSV text that a spreadsheet would evaluate is escaped: %j',
  (text) => {
    const [cell] = readCsv(csvText([[text]]))[0] ?? [];
    expect(cell).toBe(`'${text}`);
  },
);

test('numbers are written to CSV unescaped, including negative ones', () => {
  expect(csvText([[-3, 0.5]])).toBe('\uFEFF-3,0.5\r\n');
});

test('CSV rows are read back unchanged by an independent parser', () => {
  const cell = fc
    .string({ unit: 'grapheme', maxLength: 12 })
    .map((text) => text.replace(/^[=+\-@\t\r\n＝＋－＠]+/u, ''));
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }), (rows) => {
      expect(readCsv(csvText(rows))).toEqual(rows);
    }),
  );
});

const fieldsOf = (text: string) => parseDelimited(text).map(({ fields }) => fields);

test('the CSV delimiter of each line is detected as a tab, a semicolon or a comma', () => {
  expect(fieldsOf('a\tb, c\nd;e, f\ng,h').map((fields) => fields.join('|'))).toEqual(['a|b, c', 'd|e, f', 'g|h']);
});

test('a quoted CSV field may contain delimiters, line endings and doubled quotes, and line numbers match the source', () => {
  expect(parseDelimited('"Clarke, Owen",x\r\n"two\nlines; ""here""",y\nlast')).toEqual([
    { line: 1, fields: ['Clarke, Owen', 'x'] },
    { line: 2, fields: ['two\nlines; "here"', 'y'] },
    { line: 4, fields: ['last'] },
  ]);
});

test('quotes inside a word and unclosed quotes are treated as plain text', () => {
  expect(fieldsOf('Ann "Nan" Lee, a\n"open, b\nnext')).toEqual([['Ann "Nan" Lee', ' a'], ['"open', ' b'], ['next']]);
  expect(fieldsOf('"Clarke, Owen" <owen@x.example>')).toEqual([['Clarke, Owen <owen@x.example>']]);
});

test('CSV records with every field quoted are read back unchanged', () => {
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

test('any text can be parsed as CSV, and each record has its own increasing line number', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const lines = parseDelimited(text).map(({ line }) => line);
      expect(lines[0]).toBe(1);
      expect(lines).toEqual([...new Set(lines)].toSorted((a, b) => a - b));
    }),
  );
});

test('CSV files are read as UTF-8 with or without a byte order mark, as UTF-16, and as Windows-1252', () => {
  const word = 'Zoë';
  expect(decodeTextFile(new TextEncoder().encode(word))).toBe(word);
  expect(decodeTextFile(new TextEncoder().encode(`\uFEFF${word}`))).toBe(word);
  expect(decodeTextFile(Uint8Array.from([0xff, 0xfe, 0x5a, 0, 0x6f, 0, 0xeb, 0]))).toBe(word);
  expect(decodeTextFile(Uint8Array.from([0xfe, 0xff, 0, 0x5a, 0, 0x6f, 0, 0xeb]))).toBe(word);
  expect(decodeTextFile(Uint8Array.from([0x5a, 0x6f, 0xeb]))).toBe(word);
});
