import { expect, test } from 'vitest';
import { type FolderNode, folderCountText, folderPath } from './folders.ts';

const folder = (id: string, parent_id: string | null): FolderNode => ({ id, parent_id });

test('a cycle of folders is detected', () => {
  expect(folderPath([folder('a', 'b'), folder('b', 'a'), folder('c', null)], 'a')).toBeNull();
});

test('a folder is described by its number of documents and folders', () => {
  const text = (documents: number, folders: number): string => folderCountText({ documents, folders });
  expect(text(2, 1)).toBe('2 Documents, 1 Folder');
  expect(text(0, 0)).toBe('Empty');
  expect(text(1, 0)).toBe('1 Document');
  expect(text(6, 0)).toBe('6 Documents');
  expect(text(0, 2)).toBe('2 Folders');
  expect(text(11, 2)).toBe('11 Documents, 2 Folders');
});
