import { expect, test } from 'vitest';
import { familyOf } from './file-glyph.tsx';

test('a file shows the first three letters of its extension', () => {
  expect(['pdf', 'docx', '.XLSX', 'html'].map((type) => familyOf(type).letters)).toEqual(['pdf', 'doc', 'xls', 'htm']);
});

test('pictures, links and videos show an icon instead', () => {
  expect(['jpeg', 'png', 'link', 'video'].map((type) => familyOf(type).letters)).toEqual([
    'image',
    'image',
    'link',
    'video',
  ]);
});

test('a file without extension still has letters', () => {
  expect(familyOf('').letters).toBe('doc');
});
