import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadGroup, type RouteName, routeNames, sharesLoadGroup } from './load-groups.ts';

const shares = (from: RouteName, to: RouteName): boolean => sharesLoadGroup({ name: from }, { name: to });

describe('load groups', () => {
  test('S2.29 routes of one group share it, the library never does', () => {
    expect(shares('Meetings', 'MeetingCreate')).toBe(true);
    expect(shares('Meeting', 'MeetingEdit')).toBe(true);
    expect(shares('Announcements', 'AnnouncementEdit')).toBe(true);
    expect(shares('People', 'Person')).toBe(true);
    expect(shares('PersonEdit', 'MemberSetup')).toBe(true);
    expect(shares('AdminGroup', 'AdminGroupEdit')).toBe(true);
    expect(shares('Library', 'Library')).toBe(false);
    expect(shares('Library', 'LibraryCategoryView')).toBe(false);
  });

  test('different groups do not share, shared-link views stand apart', () => {
    expect(shares('Meetings', 'Announcements')).toBe(false);
    expect(shares('Dashboard', 'Meetings')).toBe(false);
    expect(shares('AdminGroup', 'AdminSetup')).toBe(false);
    expect(shares('MagicMeetingView', 'Meeting')).toBe(false);
  });

  test('a person over a page belongs to the group of that page', () => {
    expect(sharesLoadGroup({ name: 'Dashboard' }, { name: 'Person', over: 'Dashboard' })).toBe(true);
    expect(sharesLoadGroup({ name: 'SearchResults' }, { name: 'Person', over: 'SearchResults' })).toBe(true);
    expect(sharesLoadGroup({ name: 'People' }, { name: 'Person', over: 'Dashboard' })).toBe(false);
  });

  test('sharing has no direction, and every route outside the library shares with itself', () => {
    const anyName = fc.constantFrom(...routeNames);
    fc.assert(fc.property(anyName, anyName, (a, b) => shares(a, b) === shares(b, a)));
    fc.assert(fc.property(anyName, (name) => shares(name, name) === (loadGroup({ name }) !== null)));
  });
});
