import { expect, test } from 'vitest';
import { changesOf, upcomingMeetingsText } from './groups.ts';

const before = { name: 'Finance', description: 'Money', members: ['a', 'b', 'c'], admins: ['a'] };

test('only changed memberships and roles of a group are sent', () => {
  expect(changesOf(before, before)).toEqual({ members: [] });
  expect(changesOf(before, { ...before, members: ['a', 'b', 'd'], admins: ['b'] }).members).toEqual([
    { member_id: 'a', role: 'member' },
    { member_id: 'b', role: 'group-admin' },
    { member_id: 'c', role: 'none' },
    { member_id: 'd', role: 'member' },
  ]);
});

test('a group’s name and description are sent only if changed', () => {
  expect(changesOf(before, { ...before, description: 'Budget' })).toEqual({ description: 'Budget', members: [] });
  expect(changesOf(before, { ...before, name: 'Audit' })).toEqual({ name: 'Audit', members: [] });
});

test('the group form explains how changes affect upcoming meetings, if there are any', () => {
  expect(upcomingMeetingsText(0)).toBeNull();
  expect(upcomingMeetingsText(1)).toContain('invited to an upcoming meeting.');
  expect(upcomingMeetingsText(2)).toContain(
    'invited to 2 upcoming meetings. When you save, people you add will be invited to them',
  );
});
