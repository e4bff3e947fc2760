import { expect, test } from 'vitest';
import * as as from '#tests/support/readers.ts';
import { hasSelected, mayBeMistyped, peopleFound, searchesAtOnceMax } from './policy.ts';

test.each([
  [['rent'], true],
  [['ren'], false],
  [['2026'], false],
  [['rent 2'], false],
  [['two words'], false],
  [['ren', 'rent'], true],
  [[], false],
])('a search for %j considers similar words (expected: %s)', (words, isPossible) => {
  const terms = words.map((folded) => ({ folded }));
  expect(mayBeMistyped({ terms } as unknown as Parameters<typeof mayBeMistyped>[0])).toBe(isPossible);
});

test('concurrent searches can use a third of a process’s connections, but always at least one', () => {
  const most = (connectionsMax: number) => searchesAtOnceMax({ connectionsMax, processes: 2 });
  expect([most(20), most(10), most(2)]).toEqual([6, 3, 1]);
});

test('only board admins can find people on a board that hides its members from each other', () => {
  const found = (reader: as.Reader, peopleHidden: boolean) =>
    peopleFound({ ...reader, board: { peopleHidden } } as never, { people: [{}] } as never).length;
  expect([found(as.member, false), found(as.member, true), found(as.admin, true)]).toEqual([1, 0, 1]);
});

test('a search counts as successful only if the requested type has results', () => {
  const none = { meetings: 0, announcements: 0, people: 0, documents: 0 };
  const has = (itemType: 'everything' | 'meetings' | 'documents', meetings: number) =>
    hasSelected({ ...none, meetings }, { itemType });
  expect([has('everything', 1), has('meetings', 1), has('documents', 1)]).toEqual([true, true, false]);
  expect(has('everything', 0)).toBe(false);
});
