import { expect, test } from 'vitest';
import * as as from '#tests/support/readers.ts';
import { canEditName, canEditProfile } from './policy.ts';

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
  const can = (reader: as.Reader) =>
    (['invited', 'active', 'inactive'] as const).map((status) => canEditName(reader, { ...other, status }));
  expect(can(as.admin)).toEqual([true, false, false]);
  expect(can(as.member)).toEqual([false, false, false]);
});
