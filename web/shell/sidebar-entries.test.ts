import { expect, test } from 'vitest';
import { newEntries } from './new-menu.tsx';
import { rolesOf } from './roles.ts';
import { isGroupCurrent, sidebarEntries } from './sidebar-entries.ts';

const nobody = { isBoardAdmin: false, isGroupAdmin: false, isSiteAdmin: false };
const boardAdmin = { ...nobody, isBoardAdmin: true };
const groupAdmin = { ...nobody, isGroupAdmin: true };
const siteAdmin = { ...nobody, isSiteAdmin: true };

test.each([
  ['an ordinary member', nobody, [], []],
  ['a group admin', groupAdmin, [], ['Meeting', 'Announcement']],
  ['a board admin', boardAdmin, ['Admin'], ['Meeting', 'Announcement', 'Person']],
  [
    'a board and group admin',
    { ...boardAdmin, isGroupAdmin: true },
    ['Admin'],
    ['Meeting', 'Announcement', 'Person', 'Group'],
  ],
  ['a site admin', siteAdmin, ['Site Admin'], []],
])('the sidebar and the New menu show the permitted entries to %s', (_who, roles, groups, offered) => {
  expect(sidebarEntries(roles, { people_hidden: false }).groups.map(({ label }) => label)).toEqual(groups);
  expect(newEntries(roles).map(({ label }) => label)).toEqual(offered);
});

test('the Admin section of the sidebar is expanded only on its own pages', () => {
  const [admin] = sidebarEntries(boardAdmin, { people_hidden: false }).groups;
  if (admin === undefined) throw new Error('There is no Admin group.');
  const paths = ['/admin/groups', '/admin/groups/create', '/admin/reports', '/admin/profile', '/admin/setup'];
  for (const path of paths) expect(isGroupCurrent(admin, path)).toBe(true);
  for (const path of ['/home', '/people', '/admin/site/boards', '/administration']) {
    expect(isGroupCurrent(admin, path)).toBe(false);
  }
});

test('a site admin without a board sees only site administration', () => {
  const shown = sidebarEntries(siteAdmin, null);
  expect([shown.main, shown.groups.map(({ label }) => label)]).toEqual([[], ['Site Admin']]);
});

test('roles are derived from the board membership, the group memberships and the account', () => {
  const rolesIf = (is: boolean) =>
    rolesOf({
      boardInfo: { member_id: '1', status: 'active', is_board_admin: is },
      groupMemberships: [{ id: 'g', group_info: { is_group_admin: is } }],
      is_site_admin: is,
    });
  expect([rolesOf(null), rolesIf(false)]).toEqual([nobody, nobody]);
  expect(rolesIf(true)).toEqual({ isBoardAdmin: true, isGroupAdmin: true, isSiteAdmin: true });
});
