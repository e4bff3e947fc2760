import { expect, test } from 'vitest';
import { familyOf } from './file-glyph.tsx';

test.each([
  ['pdf docx .XLSX html', 'pdf doc xls htm'],
  ['jpeg png link video', 'image image link video'],
])('the glyphs for %s show %s', (types, letters) => {
  expect(types.split(' ').map((type) => familyOf(type).letters)).toEqual(letters.split(' '));
});

test('a file without an extension has the document icon', () => expect(familyOf('').letters).toBe('doc'));
