import { expect, test } from 'vitest';
import { rolesOf } from './roles.ts';
import { isGroupCurrent, sidebarEntries, tabBarEntries } from './sidebar-entries.ts';

const nobody = { isBoardAdmin: false, isGroupAdmin: false, isSiteAdmin: false };
const open = { people_hidden: false };
const hidden = { people_hidden: true };
const labels = (entries: readonly { readonly label: string }[]) => entries.map((entry) => entry.label);

test('S2.30 a member sees Dashboard, Meetings, Announcements and Library, in this order', () => {
  expect(labels(sidebarEntries(nobody, open).main).slice(0, 4)).toEqual([
    'Dashboard',
    'Meetings',
    'Announcements',
    'Library',
  ]);
  expect(sidebarEntries(nobody, open).groups).toEqual([]);
});

test('S2.31 S6.10 People stands in the sidebar only when the board does not hide people', () => {
  expect(labels(sidebarEntries(nobody, open).main)).toContain('People');
  expect(labels(sidebarEntries(nobody, hidden).main)).not.toContain('People');
});

test('S2.31 when people are hidden, People stands under Admin for board admins', () => {
  const shown = sidebarEntries({ ...nobody, isBoardAdmin: true }, hidden);
  expect(labels(shown.main)).not.toContain('People');
  expect(labels(shown.groups[0]?.entries ?? [])).toEqual(['People', 'Groups', 'Reports', 'Profile Fields', 'Setup']);
});

test('S2.32 S6.2 the Admin group is for board admins and holds Groups, Reports, Profile Fields and Setup', () => {
  const admin = sidebarEntries({ ...nobody, isBoardAdmin: true }, open).groups;
  expect(labels(admin)).toEqual(['Admin']);
  expect(labels(admin[0]?.entries ?? [])).toEqual(['Groups', 'Reports', 'Profile Fields', 'Setup']);
  expect(sidebarEntries({ ...nobody, isGroupAdmin: true }, open).groups).toEqual([]);
});

test('S2.32 the Admin group opens by itself on its own routes, and on no others', () => {
  const [admin] = sidebarEntries({ ...nobody, isBoardAdmin: true }, open).groups;
  if (admin === undefined) throw new Error('no Admin group');
  for (const path of ['/admin/groups', '/admin/groups/create', '/admin/reports', '/admin/profile', '/admin/setup']) {
    expect(isGroupCurrent(admin, path)).toBe(true);
  }
  for (const path of ['/home', '/people', '/admin/site/boards', '/administration']) {
    expect(isGroupCurrent(admin, path)).toBe(false);
  }
});

test('S2.33 S6.7 the Site Admin group is for site admins and holds Boards and Users', () => {
  const groups = sidebarEntries({ ...nobody, isSiteAdmin: true }, open).groups;
  expect(labels(groups)).toEqual(['Site Admin']);
  expect(labels(groups[0]?.entries ?? [])).toEqual(['Boards', 'Users']);
  expect(labels(sidebarEntries({ ...nobody, isBoardAdmin: true }, open).groups)).not.toContain('Site Admin');
});

test('a site admin who is on no board gets site administration alone', () => {
  const shown = sidebarEntries({ ...nobody, isSiteAdmin: true }, null);
  expect(shown.main).toEqual([]);
  expect(labels(shown.groups)).toEqual(['Site Admin']);
});

test('the tab bar of phones holds the first four', () => {
  expect(labels(tabBarEntries)).toEqual(['Dashboard', 'Meetings', 'Announcements', 'Library']);
});

test('S3.18 the role flags come from board info, group memberships and the user', () => {
  const member = { member_id: '1', status: 'active' as const };
  expect(rolesOf(null)).toEqual(nobody);
  expect(
    rolesOf({
      boardInfo: { ...member, is_board_admin: true },
      groupMemberships: [{ id: 'g', group_info: { is_group_admin: true } }],
      is_site_admin: true,
    }),
  ).toEqual({ isBoardAdmin: true, isGroupAdmin: true, isSiteAdmin: true });
  expect(
    rolesOf({
      boardInfo: { ...member, is_board_admin: false },
      groupMemberships: [{ id: 'g', group_info: { is_group_admin: false } }],
      is_site_admin: false,
    }),
  ).toEqual(nobody);
});
