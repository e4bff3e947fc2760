import { expect, test } from 'vitest';
import type { ItemKey } from './library-item.ts';
import { dropTarget } from './use-item-drag.ts';

const order: readonly ItemKey[] = ['folder:a', 'folder:b', 'document:x', 'document:y', 'document:z'];
const target = (
  dragged: ItemKey,
  over: ItemKey,
  fraction: number,
  more: { hasMore?: boolean; with?: ItemKey[] } = {},
) =>
  dropTarget({
    dragged,
    over,
    fraction,
    order,
    moving: new Set([dragged, ...(more.with ?? [])]),
    hasMore: more.hasMore ?? false,
  });

test('a document dropped anywhere on a folder’s row moves into the folder', () => {
  for (const fraction of [0.05, 0.5, 0.95]) {
    expect(target('document:x', 'folder:a', fraction)).toEqual({ kind: 'into', key: 'folder:a' });
  }
});

test('a folder dropped on the middle of another folder moves into it, and one dropped on an edge moves next to it', () => {
  expect(target('folder:b', 'folder:a', 0.5)).toEqual({ kind: 'into', key: 'folder:a' });
  expect(target('folder:b', 'folder:a', 0.1)).toMatchObject({ kind: 'between', before: 'folder:a', side: 'before' });
  expect(target('folder:a', 'folder:b', 0.9)).toMatchObject({ kind: 'between', before: null, side: 'after' });
});

test('a document can be dropped between documents, but a folder cannot', () => {
  expect(target('document:z', 'document:x', 0.2)).toMatchObject({ before: 'document:x' });
  expect(target('document:x', 'document:y', 0.8)).toMatchObject({ before: 'document:z' });
  expect(target('document:x', 'document:z', 0.8)).toMatchObject({ before: null });
  expect(target('folder:a', 'document:x', 0.5)).toBeNull();
});

test('an item cannot be dropped into itself, into a folder moved with it, or at the end of a partly loaded list', () => {
  expect(target('folder:a', 'folder:a', 0.5)).toBeNull();
  expect(target('document:x', 'folder:b', 0.5, { with: ['folder:b'] })).toBeNull();
  expect(target('document:z', 'document:x', 0.2, { with: ['document:x'] })).toMatchObject({ before: 'document:y' });
  expect(target('document:x', 'document:z', 0.8, { hasMore: true })).toBeNull();
});
