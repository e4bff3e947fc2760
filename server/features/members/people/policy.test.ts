import { expect, test } from 'vitest';
import { isSignedInAdmin } from '#server/db/board-scope.ts';
import * as as from '#tests/support/readers.ts';
import { canCreatePeople, canEditName, canEditProfile, canSeePeople, personCan } from './policy.ts';

test('an admin has admin rights only when signed in', () => {
  expect([as.member, as.chair, as.admin].map((reader) => isSignedInAdmin(reader))).toEqual([false, false, true]);
  for (const reader of as.bySecrets(as.admin)) expect(isSignedInAdmin(reader)).toBe(false);
  expect([as.member, as.admin].map((reader) => canCreatePeople(reader))).toEqual([false, true]);
});

test('members can read the directory unless the board hides them from each other, but never through a secret link or feed', () => {
  const sees = (reader: as.Reader, peopleHidden: boolean) =>
    canSeePeople({ ...reader, board: { peopleHidden } as never });
  expect([false, true].map((hidden) => sees(as.member, hidden))).toEqual([true, false]);
  expect([false, true].map((hidden) => sees(as.admin, hidden))).toEqual([true, true]);
  for (const reader of as.bySecrets(as.admin)) expect(sees(reader, false)).toBe(false);
});

const statuses = ['invited', 'active', 'inactive'] as const;
const rights = (reader: as.Reader, id: string, status: (typeof statuses)[number], isAdmin = false) =>
  as.granted(personCan(reader, { id, status, is_board_admin: isAdmin }));

test('members can edit only themselves, and admins can manage everybody as far as the person’s status allows', () => {
  for (const status of statuses) {
    expect(rights(as.member, as.myself, status)).toEqual(['edit']);
    for (const isAdmin of [false, true]) expect(rights(as.member, as.someoneElse, status, isAdmin)).toEqual([]);
  }
  const [invited, active, inactive] = statuses.map((status) => rights(as.admin, as.someoneElse, status));
  expect(invited).toEqual(['edit', 'make_admin', 'set_groups', 'remove']);
  expect(active).toEqual(['edit', 'make_admin', 'set_groups', 'make_inactive', 'remove']);
  expect(inactive).toEqual(['edit', 'reactivate', 'remove']);
  const [activeAdmin, inactiveAdmin] = statuses
    .slice(1)
    .map((status) => rights(as.admin, as.someoneElse, status, true));
  expect(activeAdmin).toEqual(['edit', 'remove_admin', 'set_groups', 'make_inactive', 'remove']);
  expect(inactiveAdmin).toEqual(['edit', 'reactivate', 'remove']);
});

test('an admin cannot remove or deactivate themselves', () => {
  expect(rights(as.admin, as.myself, 'active', true)).toEqual(['edit', 'remove_admin', 'set_groups']);
});

const me = { id: as.myself, status: 'active' } as const;
const other = { id: as.someoneElse, status: 'active' } as const;

test('members can edit their own profile and admins every profile, but not through a secret link', () => {
  expect([me, other].map((person) => canEditProfile(as.member, person))).toEqual([true, false]);
  expect([me, other].map((person) => canEditProfile(as.admin, person))).toEqual([true, true]);
  for (const reader of as.bySecrets(as.admin)) {
    expect([me, other].map((person) => canEditProfile(reader, person))).toEqual([false, false]);
  }
});

test('admins can change a person’s name only while the invitation is open', () => {
  const can = (reader: as.Reader) => statuses.map((status) => canEditName(reader, { ...other, status }));
  expect(can(as.admin)).toEqual([true, false, false]);
  expect(can(as.member)).toEqual([false, false, false]);
});
