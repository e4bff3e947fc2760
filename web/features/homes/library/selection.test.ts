import { expect, test } from 'vitest';
import { choose, nothingSelected, type Selection, selectedAmong } from './selection.tsx';

const order = ['a', 'b', 'c', 'd', 'e'];
const after = (...steps: readonly { readonly key: string; readonly range?: boolean }[]) =>
  steps.reduce<Selection<string>>(
    (selection, { key, range = false }) => choose(selection, { key, order, range }),
    nothingSelected,
  );

test('rows can be selected and deselected one by one, and a row that leaves the list is no longer selected', () => {
  expect(selectedAmong(after({ key: 'd' }, { key: 'b' }), order)).toEqual(['b', 'd']);
  expect(selectedAmong(after({ key: 'd' }, { key: 'b' }, { key: 'd' }), order)).toEqual(['b']);
  expect(selectedAmong(after({ key: 'b' }, { key: 'd' }), ['a', 'b', 'c'])).toEqual(['b']);
});

test('selecting with Shift adds the range in either direction to the selection', () => {
  expect(selectedAmong(after({ key: 'b' }, { key: 'd', range: true }), order)).toEqual(['b', 'c', 'd']);
  const backwards = after({ key: 'a' }, { key: 'e' }, { key: 'c', range: true });
  expect(selectedAmong(backwards, order)).toEqual(['a', 'c', 'd', 'e']);
  expect(selectedAmong(after({ key: 'c', range: true }), order)).toEqual(['c']);
});
