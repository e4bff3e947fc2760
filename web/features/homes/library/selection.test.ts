import { expect, test } from 'vitest';
import { choose, nothingSelected, type Selection, selectedAmong } from './selection.tsx';

const order = ['a', 'b', 'c', 'd', 'e'];
const after = (...steps: readonly { readonly key: string; readonly range?: boolean }[]) =>
  steps.reduce<Selection<string>>(
    (selection, { key, range = false }) => choose(selection, { key, order, range }),
    nothingSelected,
  );

test('rows are taken in and out one by one', () => {
  expect(selectedAmong(after({ key: 'd' }, { key: 'b' }), order)).toEqual(['b', 'd']);
  expect(selectedAmong(after({ key: 'd' }, { key: 'b' }, { key: 'd' }), order)).toEqual(['b']);
});

test('with Shift everything comes in between, in either direction, and what was selected stays', () => {
  expect(selectedAmong(after({ key: 'b' }, { key: 'd', range: true }), order)).toEqual(['b', 'c', 'd']);
  expect(selectedAmong(after({ key: 'a' }, { key: 'e' }, { key: 'c', range: true }), order)).toEqual([
    'a',
    'c',
    'd',
    'e',
  ]);
  expect(selectedAmong(after({ key: 'c', range: true }), order)).toEqual(['c']);
});

test('what has left the list is selected no more', () => {
  expect(selectedAmong(after({ key: 'b' }, { key: 'd' }), ['a', 'b', 'c'])).toEqual(['b']);
});
