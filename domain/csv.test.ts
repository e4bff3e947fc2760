import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvText } from './csv.ts';
import { parseDelimited } from './delimited-text.ts';

/** A plain reader of RFC 4180, which knows nothing of ours. */
function readCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let isQuoted = false;
  for (let at = text.charCodeAt(0) === 0xfeff ? 1 : 0; at < text.length; at += 1) {
    const sign = text[at];
    if (isQuoted) {
      if (sign !== '"') field += sign;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"') isQuoted = true;
    else if (sign === ',') {
      row.push(field);
      field = '';
    } else if (sign === '\r' && text[at + 1] === '\n') {
      rows.push([...row, field]);
      row = [];
      field = '';
      at += 1;
    } else field += sign;
  }
  return rows;
}

test('S2.21 a file begins with a byte order mark, and every line ends as RFC 4180 has it', () => {
  expect(
    csvText([
      ['Member', 'When'],
      ['Ruth', 3],
    ]),
  ).toBe('\uFEFFMember,When\r\nRuth,3\r\n');
});

test('commas, quotation marks, line breaks and outer blanks are kept by quotation marks; nothing is an empty cell', () => {
  expect(csvText([['a,b', 'a;b', 'say "so"', 'one\ntwo', ' c ', null, '']])).toBe(
    '\uFEFF"a,b","a;b","say ""so""","one\ntwo"," c ",,\r\n',
  );
});

test.each(['=1+1', '+1 902 555 0100', '-2', '@SUM(A1)', '\t=1', '\r=1', '＝1+1', '=HYPERLINK("https://evil.example")'])(
  'a text that a spreadsheet would compute is made harmless: %j',
  (text) => {
    const [cell] = readCsv(csvText([[text]]))[0] ?? [];
    expect(cell).toBe(`'${text}`);
  },
);

test('numbers stay numbers, also those below zero', () => {
  expect(csvText([[-3, 0.5]])).toBe('\uFEFF-3,0.5\r\n');
});

test('whatever is written is read back, by a plain reader and by our own', () => {
  const cell = fc
    .string({ unit: 'grapheme', maxLength: 12 })
    .map((text) => text.replace(/^[=+\-@\t\r\n＝＋－＠]+/u, ''));
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }), (rows) => {
      expect(readCsv(csvText(rows))).toEqual(rows);
    }),
  );
  const words = fc.stringMatching(/^[A-Za-z,";' ]{1,8}$/).map((text) => `x${text}x`);
  fc.assert(
    fc.property(fc.array(words, { minLength: 2, maxLength: 4 }), (row) => {
      expect(parseDelimited(csvText([row]))[0]?.fields).toEqual(row);
    }),
  );
});
