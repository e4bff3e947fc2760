import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recentDocumentsMax, withRecent } from './recent.ts';

interface Opened {
  readonly id: string;
  readonly title: string;
}
const opened = (id: string, title = id): Opened => ({ id, title });

test('a document opened again comes first, once, as it is now', () => {
  expect(withRecent([opened('a'), opened('b', 'old')], opened('b', 'new'))).toEqual([opened('b', 'new'), opened('a')]);
});

test('the list has no duplicates, is newest first and holds ten', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(15).map(String)), (ids) => {
      const recent = ids.reduce<readonly Opened[]>((list, id) => withRecent(list, opened(id)), []);
      const expected = [...new Set(ids.toReversed())].slice(0, recentDocumentsMax);
      expect(recent.map((each) => each.id)).toEqual(expected);
    }),
  );
});
