import { describe, expect, test } from 'vitest';
import { documentExtensions } from './documents.ts';
import { documentDateText, fileFamily, fileKindWord, fileLetters, sizeText } from './file-words.ts';

test('glyphs have a family and three letters, images and links an icon', () => {
  expect(documentExtensions.map(fileFamily).join(' ')).toBe(
    'pdf doc doc xls xls ppt ppt img img img any any any any any xls link',
  );
  expect(documentExtensions.map((each) => fileLetters(each) ?? '-').join(' ')).toBe(
    'pdf doc doc xls xls ppt ppt - - - txt xml htm htm zip csv -',
  );
});

test('kinds are said in words', () => {
  const word = (extension: string, mime_type = ''): string => fileKindWord({ extension, mime_type });
  expect([word('pdf'), word('docx'), word('xlsx'), word('csv'), word('jpg')]).toEqual([
    'PDF',
    'DOCX',
    'Spreadsheet',
    'Table',
    'Image',
  ]);
  expect(word('link', 'youtube')).toBe('Video');
  expect(word('link', 'generic')).toBe('Link');
});

describe('sizes', () => {
  test.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [1023, '1023 bytes'],
    [1024, '1 KB'],
    [421_888, '412 KB'],
    [1_048_575, '1 MB'],
    [8_598_323, '8.2 MB'],
    [104_857_600, '100 MB'],
    [1_073_741_823, '1 GB'],
    [1_610_612_736, '1.5 GB'],
  ])('%i bytes are %s', (bytes, text) => expect(sizeText(bytes)).toBe(text));
});

test('a file was uploaded, a link was added', () => {
  const created_at = '2026-11-12T13:05:00Z';
  expect(documentDateText({ is_link: false, created_at }, 'America/Halifax')).toBe('Uploaded on 11/12/2026 at 9:05 AM');
  expect(documentDateText({ is_link: true, created_at }, 'America/Halifax')).toBe('Added on 11/12/2026 at 9:05 AM');
});
