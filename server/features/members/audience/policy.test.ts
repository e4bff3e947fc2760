import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { mayBeEditor } from '#server/db/board-scope.ts';
import * as as from '#tests/support/readers.ts';
import { isEditor, isVisible } from './policy.ts';
import { seenIn } from './visibility.ts';

const standings = [as.outside, as.inside, as.administering];

test('board admins are editors of every item, and group admins of items whose whole audience they administer, but not through a secret link', () => {
  expect(standings.map((of) => isEditor(as.member, of))).toEqual([false, false, true]);
  expect(standings.map((of) => isEditor(as.admin, of))).toEqual([true, true, true]);
  for (const reader of as.bySecrets(as.admin)) {
    expect(standings.map((of) => isEditor(reader, of))).toEqual([false, false, false]);
  }
});

test('group admins and board admins can create items, but not through a secret link', () => {
  expect([as.member, as.chair, as.admin].map((reader) => mayBeEditor(reader))).toEqual([false, true, true]);
  for (const reader of [...as.bySecrets(as.admin), ...as.bySecrets(as.chair)]) expect(mayBeEditor(reader)).toBe(false);
});

test('an item is visible to its audience and editors', () => {
  expect(standings.map((of) => isVisible(as.member, of))).toEqual([false, true, true]);
  expect(isVisible(as.member, { in_audience: false, administers: true })).toBe(true);
  expect(isVisible(as.admin, as.outside)).toBe(true);
});

test('the SQL condition for showing everything can be built without a reader', () => {
  expect(() => seenIn('everybody', sql.ref('subject.id'))).not.toThrow();
});
