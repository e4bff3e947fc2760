import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparePaths, downloadFileName, fileNameBytesMax, safeFileName } from './file-name.ts';

describe('file names', () => {
  test.each([
    ['Finance report, Q2 2026–27.pdf', 'Finance report, Q2 2026–27.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\a\\minutes.docx', 'minutes.docx'],
    ['a\u202efdp.exe', 'afdp.exe'],
    ['a\r\nSet-Cookie: x.pdf', 'aSet-Cookie- x.pdf'],
    ['a\u0000.pdf', 'a.pdf'],
    ['..', 'document'],
    ['', 'document'],
    ['.htaccess', 'htaccess'],
    ['con.pdf', 'con-.pdf'],
    ['COM1', 'COM1-'],
    ['report . ', 'report'],
    ['a<b>|"c"?*.pdf', 'a-b---c---.pdf'],
    ['می\u200cخواهم.pdf', 'می\u200cخواهم.pdf'],
    ['re\u0301sume\u0301.pdf', 'résumé.pdf'],
  ])('%j is saved as %j', (raw, name) => expect(safeFileName(raw)).toBe(name));

  test('made from any text are safe and within the length limit, and a safe name is unchanged', () => {
    const raw = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 500 }),
      fc.string({ unit: 'grapheme', maxLength: 500 }),
    );
    fc.assert(
      fc.property(raw, (text) => {
        const name = safeFileName(text);
        expect(name).not.toMatch(
          /[/\\<>:"|?*\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f]|^[.\s]|[.\s]$/u,
        );
        expect(name.length).toBeGreaterThan(0);
        expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(fileNameBytesMax);
        expect(safeFileName(name)).toBe(name);
      }),
      { numRuns: 500 },
    );
  });

  test('keep their extension if they are shortened', () => {
    const name = safeFileName(`${'é'.repeat(300)}.pdf`);
    expect(name).toBe(`${'é'.repeat(98)}.pdf`);
  });

  test('for downloads are made from the title, with one extension', () => {
    expect(downloadFileName('Minutes', 'pdf')).toBe('Minutes.pdf');
    expect(downloadFileName('Minutes.PDF', 'pdf')).toBe('Minutes.PDF');
    expect(downloadFileName('Budget v1.2', 'xlsx')).toBe('Budget v1.2.xlsx');
    expect(downloadFileName('Income/Expenses', 'pdf')).toBe('Income-Expenses.pdf');
  });
});

test('dropped files are sorted in natural order within each folder', () => {
  const given = ['B/10.pdf', 'b/2.pdf', 'A 10/x.pdf', 'A 2/y.pdf', 'A 2/deep/a.pdf', 'Item 10.pdf', 'item 9.pdf'];
  const sorted = given.toSorted((one, other) => comparePaths(one.split('/'), other.split('/')));
  expect(sorted).toEqual([
    'item 9.pdf',
    'Item 10.pdf',
    'A 2/y.pdf',
    'A 2/deep/a.pdf',
    'A 10/x.pdf',
    'b/2.pdf',
    'B/10.pdf',
  ]);
});
