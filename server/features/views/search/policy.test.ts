import { expect, test } from 'vitest';
import { hasSelected, mayBeMistyped, pagingOf, peopleFound, searchesAtOnceMax } from './policy.ts';

const none = { meetings: 0, announcements: 0, people: 0, documents: 0 };

test('a word of four letters or more may be mistyped; a shorter one, a number and a phrase are not', () => {
  const may = (...words: readonly string[]) =>
    mayBeMistyped({ terms: words.map((folded) => ({ folded })) } as unknown as Parameters<typeof mayBeMistyped>[0]);
  expect([may('rent'), may('ren'), may('2026'), may('rent 2'), may('two words')]).toEqual([
    ...[true, false, false, false, false],
  ]);
  expect([may('ren', 'rent'), may()]).toEqual([true, false]);
});

test('searches take a third of the connections that their process has, and one at least', () => {
  const most = (connectionsMax: number) => searchesAtOnceMax({ connectionsMax, processes: 2 });
  expect([most(20), most(10), most(2)]).toEqual([6, 3, 1]);
});

test('something is found where a type that was asked for has hits', () => {
  const oneMeeting = { ...none, meetings: 1 };
  expect(hasSelected(oneMeeting, { itemType: 'everything' })).toBe(true);
  expect(hasSelected(oneMeeting, { itemType: 'meetings' })).toBe(true);
  expect(hasSelected(oneMeeting, { itemType: 'documents' })).toBe(false);
  expect(hasSelected(none, { itemType: 'everything' })).toBe(false);
});

test('a search of one type goes on page by page; one of everything shows few of each, and others are counted alone', () => {
  expect(pagingOf({ itemType: 'documents', skip: 20 }, 'documents')).toEqual({ skip: 20, most: 20 });
  expect(pagingOf({ itemType: 'documents', skip: 20 }, 'people')).toEqual({ skip: 0, most: 0 });
  expect(pagingOf({ itemType: 'everything', skip: 20 }, 'people')).toEqual({ skip: 0, most: 5 });
});

test('who sees no people finds none', () => {
  const found = { people: [{ id: 'somebody' }] } as unknown as Parameters<typeof peopleFound>[1];
  const reader = (peopleHidden: boolean) =>
    ({ board: { peopleHidden }, member: { isBoardAdmin: false }, via: { kind: 'session' } }) as unknown as Parameters<
      typeof peopleFound
    >[0];
  expect([peopleFound(reader(false), found).length, peopleFound(reader(true), found).length]).toEqual([1, 0]);
});
