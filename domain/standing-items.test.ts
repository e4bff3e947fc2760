import { expect, test } from 'vitest';
import type { StandingKind } from './deciding.ts';
import { placeOfMinutes, proposedKinds, standingKindOf, withStandingItems } from './standing-items.ts';

test.each([
  ['Declarations of interest', 'declarations'],
  ['Declaration of interests', 'declarations'],
  ['declarations of conflicts of interest.', 'declarations'],
  ['Conflicts of Interest', 'declarations'],
  ['Conflict of interest disclosures', 'declarations'],
  ['Declarations', 'declarations'],
  ['Action items', 'action-items'],
  ['Actions', 'action-items'],
  ['Review of the action log', 'action-items'],
  ['Outstanding action points:', 'action-items'],
  ['Written resolutions', 'written-resolutions'],
  ['Resolutions passed in writing', 'written-resolutions'],
  ['Interest', null],
  ['Interests of the tenants', null],
  ['Action plan 2027', null],
  ['Actions 行动', null],
  ['Resolutions', null],
  ['Minutes of the last meeting', null],
])('the title %s is recognised as the standing item %s', (title, kind) => {
  expect(standingKindOf(title)).toBe(kind);
});

test('standing items are proposed according to the board’s setup once the voters are confirmed', () => {
  const settings = {
    standing_items: ['written-resolutions', 'declarations'] as const,
    confirmed_at: '2026-11-16T12:00:00Z',
    written_needs: 'all' as const,
  };
  expect(proposedKinds(settings)).toEqual(['declarations', 'written-resolutions']);
  expect(proposedKinds({ ...settings, written_needs: 'off' })).toEqual(['declarations']);
  expect(proposedKinds({ ...settings, confirmed_at: null })).toEqual([]);
});

test('a default agenda item titled like a standing item becomes that item, and missing ones are added after the opening', () => {
  const kinds: readonly StandingKind[] = ['declarations', 'action-items'];
  const make = (kind: StandingKind) => ({ title: kind as string, kind });
  const items = [{ title: 'Welcome' }, { title: 'Conflicts of interest' }, { title: 'Declarations of interest' }];
  expect(withStandingItems<{ title: string; kind?: StandingKind }>(items, kinds, make)).toEqual([
    { title: 'Welcome' },
    { title: 'action-items', kind: 'action-items' },
    { title: 'Conflicts of interest', kind: 'declarations' },
    { title: 'Declarations of interest' },
  ]);
});

test('an item for approving minutes is placed after the opening, the declarations and items for other minutes', () => {
  const item = (id: string, depth = 0, kind: 'declarations' | 'minutes' | null = null) => ({
    id,
    title: id,
    depth,
    kind,
  });
  expect(placeOfMinutes([])).toBeNull();
  expect(placeOfMinutes([item('a'), item('b')])).toBe('a');
  expect(placeOfMinutes([item('Welcome'), item('b')])).toBe('b');
  expect(placeOfMinutes([item('a'), item('b', 0, 'declarations'), item('c', 1), item('d')])).toBe('d');
  expect(placeOfMinutes([item('a', 0, 'declarations'), item('b', 0, 'minutes'), item('c')])).toBe('c');
  expect(placeOfMinutes([item('a', 0, 'declarations'), item('b', 1)])).toBeNull();
});
