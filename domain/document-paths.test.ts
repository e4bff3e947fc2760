import { expect, test } from 'vitest';
import { documentPaths } from './document-paths.ts';

test('document addresses are those of the specification', () => {
  expect(documentPaths.open('7')).toBe('/document/7');
  expect(documentPaths.download('7')).toBe('/download/7');
  expect(documentPaths.magic('meeting', 'm-babc', '7')).toBe('/meeting/m-babc/document/7');
  expect(documentPaths.magic('announcement', 'abc', '7')).toBe('/announcement/abc/document/7');
  expect(documentPaths.open('../x?y')).toBe('/document/..%2Fx%3Fy');
});
