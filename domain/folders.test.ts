import { expect, test } from 'vitest';
import { folderCountText } from './folders.ts';

test('S9.21 folder counts read like 2 Documents, 1 Folder or Empty', () => {
  const text = (documents: number, folders: number): string => folderCountText({ documents, folders });
  expect(text(2, 1)).toBe('2 Documents, 1 Folder');
  expect(text(0, 0)).toBe('Empty');
  expect(text(1, 0)).toBe('1 Document');
  expect(text(6, 0)).toBe('6 Documents');
  expect(text(0, 2)).toBe('2 Folders');
  expect(text(11, 2)).toBe('11 Documents, 2 Folders');
});
