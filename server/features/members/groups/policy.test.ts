import { expect, test } from 'vitest';
import { canSeeGroup } from '#server/features/members/people/visibility.ts';
import * as as from '#tests/support/readers.ts';
import { canEditGroup } from './policy.ts';

const groups = [as.ownGroup, as.ledGroup, as.otherGroup];

test('members can see their own groups and edit those they administer, and board admins can see and edit all groups', () => {
  expect(groups.map((group) => canSeeGroup(as.chair, group))).toEqual([true, true, false]);
  expect(groups.map((group) => canEditGroup(as.chair, group))).toEqual([false, true, false]);
  expect(groups.map((group) => canSeeGroup(as.admin, group))).toEqual([true, true, true]);
  expect(groups.map((group) => canEditGroup(as.admin, group))).toEqual([true, true, true]);
});

test('nobody can change a group through a secret link, not even an admin', () => {
  for (const reader of [...as.bySecrets(as.chair), ...as.bySecrets(as.admin)]) {
    expect(groups.map((group) => canEditGroup(reader, group))).toEqual([false, false, false]);
  }
  for (const reader of as.bySecrets(as.admin)) expect(canSeeGroup(reader, as.otherGroup)).toBe(false);
});
