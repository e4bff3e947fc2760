import { expect, test } from 'vitest';
import { readSortOptions, sortChoices, sortFolders } from './section-query.ts';

test('stored sort options are restored, and invalid ones are ignored', () => {
  for (const { attribute, descending } of sortChoices) {
    expect(readSortOptions(JSON.stringify({ attribute, descending }))).toEqual({ attribute, descending });
  }
  for (const text of [null, '', 'title', '[]', '{"attribute":"size","descending":true}', '{"attribute":"title"}']) {
    expect(readSortOptions(text)).toBeNull();
  }
});

test('folders are sorted only by title', () => {
  const folders = [{ name: 'Valuations' }, { name: 'audits' }, { name: 'Budgets' }];
  const names = (attribute: 'title' | 'added', descending: boolean) =>
    sortFolders(folders, { attribute, descending }).map(({ name }) => name);
  expect(names('title', false)).toEqual(['audits', 'Budgets', 'Valuations']);
  expect(names('title', true)).toEqual(['Valuations', 'Budgets', 'audits']);
  expect(names('added', true)).toEqual(['Valuations', 'audits', 'Budgets']);
});
