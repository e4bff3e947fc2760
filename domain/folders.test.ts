import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type FolderNode,
  folderCountText,
  folderDepthMax,
  folderHeight,
  folderMoveRefusal,
  folderPath,
} from './folders.ts';

const folder = (id: string, parent_id: string | null): FolderNode => ({ id, parent_id });
const chain = (length: number): FolderNode[] =>
  Array.from({ length }, (_, at) => folder(`f${at}`, at === 0 ? null : `f${at - 1}`));

test('a folder does not move into itself or below itself', () => {
  const folders = chain(3);
  expect(folderMoveRefusal(folders, { id: 'f0', parentId: 'f0' })).toBe('into-itself');
  expect(folderMoveRefusal(folders, { id: 'f0', parentId: 'f2' })).toBe('into-itself');
  expect(folderMoveRefusal(folders, { id: 'f2', parentId: 'f0' })).toBeNull();
  expect(folderMoveRefusal(folders, { id: 'f2', parentId: null })).toBeNull();
});

test('a move that would nest deeper than the limit is refused', () => {
  const folders = [...chain(7), folder('a', null), folder('b', 'a')];
  expect(folderMoveRefusal(folders, { id: 'b', parentId: 'f6' })).toBeNull();
  expect(folderMoveRefusal(folders, { id: 'a', parentId: 'f6' })).toBe('too-deep');
});

test('a missing folder neither moves nor receives a folder', () => {
  expect(folderMoveRefusal(chain(1), { id: 'x', parentId: null })).toBe('missing');
  expect(folderMoveRefusal(chain(1), { id: 'f0', parentId: 'x' })).toBe('missing');
});

test('a cycle in the data is detected', () => {
  const circle = [folder('a', 'b'), folder('b', 'a'), folder('c', null)];
  expect(folderPath(circle, 'a')).toBeNull();
  expect(folderMoveRefusal(circle, { id: 'c', parentId: 'a' })).toBe('missing');
  expect(folderMoveRefusal(circle, { id: 'a', parentId: null })).toBe('too-deep');
});

test('allowed moves keep a forest within the limit', () => {
  const move = fc.record({ id: fc.nat(11), parent: fc.option(fc.nat(11)) });
  fc.assert(
    fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
      let folders: readonly FolderNode[] = Array.from({ length: 12 }, (_, at) => folder(`${at}`, null));
      for (const { id, parent } of moves) {
        const wish = { id: `${id}`, parentId: parent === null ? null : `${parent}` };
        if (folderMoveRefusal(folders, wish) !== null) continue;
        folders = folders.map((each) => (each.id === wish.id ? folder(each.id, wish.parentId) : each));
      }
      for (const each of folders) {
        const path = folderPath(folders, each.id);
        expect(path).not.toBeNull();
        expect((path?.length ?? 0) + folderHeight(folders, each.id) - 1).toBeLessThanOrEqual(folderDepthMax);
      }
    }),
  );
});

test('a folder counts its documents and folders in words', () => {
  const text = (documents: number, folders: number): string => folderCountText({ documents, folders });
  expect(text(2, 1)).toBe('2 Documents, 1 Folder');
  expect(text(0, 0)).toBe('Empty');
  expect(text(1, 0)).toBe('1 Document');
  expect(text(6, 0)).toBe('6 Documents');
  expect(text(0, 2)).toBe('2 Folders');
  expect(text(11, 2)).toBe('11 Documents, 2 Folders');
});
