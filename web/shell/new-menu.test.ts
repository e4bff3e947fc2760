import { expect, test } from 'vitest';
import { newEntries, showsLibraryEdit } from './new-menu.tsx';

const nobody = { isBoardAdmin: false, isGroupAdmin: false, isSiteAdmin: false };
const boardAdmin = { ...nobody, isBoardAdmin: true };
const groupAdmin = { ...nobody, isGroupAdmin: true };
const both = { ...boardAdmin, isGroupAdmin: true };
const offered = (roles: typeof nobody) => newEntries(roles).map((entry) => entry.label);

test('S2.38 S6.8 board and group admins are offered Meeting and Announcement', () => {
  expect(offered(boardAdmin)).toEqual(expect.arrayContaining(['Meeting', 'Announcement']));
  expect(offered(groupAdmin)).toEqual(['Meeting', 'Announcement']);
});

test('S2.38 S6.2 Person is offered to board admins only', () => {
  expect(offered(boardAdmin)).toContain('Person');
  expect(offered(groupAdmin)).not.toContain('Person');
});

test('S6.6 Group is offered to a group admin only when also a board admin', () => {
  expect(offered(both)).toEqual(['Meeting', 'Announcement', 'Person', 'Group']);
  expect(offered(boardAdmin)).not.toContain('Group');
  expect(offered(groupAdmin)).not.toContain('Group');
});

test('a member and a mere site admin are offered nothing', () => {
  expect(offered(nobody)).toEqual([]);
  expect(offered({ ...nobody, isSiteAdmin: true })).toEqual([]);
});

test('S2.39 the library Edit button is for board and group admins, on the library', () => {
  for (const path of ['/library', '/library/section/1']) {
    expect(showsLibraryEdit(boardAdmin, path)).toBe(true);
    expect(showsLibraryEdit(groupAdmin, path)).toBe(true);
    expect(showsLibraryEdit(nobody, path)).toBe(false);
  }
  expect(showsLibraryEdit(boardAdmin, '/meetings')).toBe(false);
});
