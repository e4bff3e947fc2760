import { expect, test } from 'vitest';
import { choiceOf, customOrder, readSortOptions, sortChoices, sortFolders } from './section-query.ts';

test('S3.14 sort options are read back as attribute and descending flag; anything else counts as none', () => {
  for (const { attribute, descending } of sortChoices) {
    expect(readSortOptions(JSON.stringify({ attribute, descending }))).toEqual({ attribute, descending });
  }
  for (const text of [null, '', 'title', '[]', '{"attribute":"size","descending":true}', '{"attribute":"title"}']) {
    expect(readSortOptions(text)).toBeNull();
  }
});

test('every pair of options has its entry in the menu', () => {
  expect(choiceOf({ attribute: 'added', descending: true }).label).toBe('Newest first');
  expect(choiceOf({ attribute: 'title', descending: true }).label).toBe('Title, Z to A');
  expect(choiceOf({ attribute: 'kind', descending: true }).label).toBe('Kind');
  expect(choiceOf(customOrder).label).toBe('Custom order');
});

test('folders follow an order of titles, and stay as they are in every other', () => {
  const folders = [{ name: 'Valuations' }, { name: 'audits' }, { name: 'Budgets' }];
  const names = (attribute: 'title' | 'added', descending: boolean) =>
    sortFolders(folders, { attribute, descending }).map(({ name }) => name);
  expect(names('title', false)).toEqual(['audits', 'Budgets', 'Valuations']);
  expect(names('title', true)).toEqual(['Valuations', 'Budgets', 'audits']);
  expect(names('added', true)).toEqual(['Valuations', 'audits', 'Budgets']);
});
