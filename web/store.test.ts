import { expect, test } from 'vitest';
import { createStore, type Entry, putEntry } from './store.ts';

test('removing a dialog’s store entry a second time does not remove the entry of the page below it', () => {
  const entries = createStore<readonly Entry<string>[]>([]);
  const values = () => entries.get().map(({ value }) => value);
  const removeOfPage = putEntry(entries, 'the page');
  const removeOfDialog = putEntry(entries, 'the dialog');
  expect(values()).toEqual(['the dialog', 'the page']);
  removeOfDialog();
  expect(values()).toEqual(['the page']);
  removeOfDialog();
  expect(values()).toEqual(['the page']);
  removeOfPage();
  expect(values()).toEqual([]);
});
