import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadGroup, type RouteName, routeNames, sharesLoadGroup } from './load-groups.ts';

const shares = (from: RouteName, to: RouteName): boolean => sharesLoadGroup({ name: from }, { name: to });

describe('the loading indicator between two pages', () => {
  test('is not shown between pages of the same area, except in the library', () => {
    const together = ['Meetings MeetingCreate', 'Meeting MeetingEdit', 'People Person', 'AdminGroup AdminGroupEdit'];
    const apart = ['Library Library', 'Meetings Announcements', 'AdminGroup AdminSetup', 'MagicMeetingView Meeting'];
    const sharing = (pair: string) => shares(...(pair.split(' ') as [RouteName, RouteName]));
    expect([together.every(sharing), apart.some(sharing)]).toEqual([true, false]);
  });

  test('is not shown when a person’s details open over a page', () => {
    expect(sharesLoadGroup({ name: 'Dashboard' }, { name: 'Person', over: 'Dashboard' })).toBe(true);
    expect(sharesLoadGroup({ name: 'SearchResults' }, { name: 'Person', over: 'SearchResults' })).toBe(true);
    expect(sharesLoadGroup({ name: 'People' }, { name: 'Person', over: 'Dashboard' })).toBe(false);
  });

  test('does not depend on the direction of navigation', () => {
    const anyName = fc.constantFrom(...routeNames);
    fc.assert(fc.property(anyName, anyName, (a, b) => shares(a, b) === shares(b, a)));
    fc.assert(fc.property(anyName, (name) => shares(name, name) === (loadGroup({ name }) !== null)));
  });
});
