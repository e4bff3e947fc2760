import { expect, test } from 'vitest';
import * as as from '#tests/support/readers.ts';
import { canEditLibraryHome, canSeeLibraryHome } from './visibility.ts';

const standings = [as.outside, as.inside, as.administering];
const seen = (reader: as.Reader, isHidden: boolean) =>
  standings.map((of) => canSeeLibraryHome(reader, { ...of, is_hidden: isHidden }));

test('categories and folders are visible to their audience, but hidden ones only to their editors', () => {
  expect(seen(as.member, false)).toEqual([false, true, true]);
  expect(seen(as.member, true)).toEqual([false, false, true]);
  expect(seen(as.admin, true)).toEqual([true, true, true]);
  expect(standings.map((of) => canEditLibraryHome(as.member, of))).toEqual([false, false, true]);
  expect(standings.map((of) => canEditLibraryHome(as.admin, of))).toEqual([true, true, true]);
});

test('a secret link gives no access to the library', () => {
  for (const reader of as.bySecrets(as.admin)) expect(seen(reader, false)).toEqual([false, false, false]);
});
