import { expect, test } from 'vitest';
import * as as from '#tests/support/readers.ts';
import { canDeclareFor } from './policy.ts';

test('signed-in members can declare their own interests, and signed-in board admins can declare for everybody', () => {
  expect(canDeclareFor(as.member, as.myself)).toBe(true);
  expect(canDeclareFor(as.chair, as.someoneElse)).toBe(false);
  expect(canDeclareFor(as.admin, as.someoneElse)).toBe(true);
  for (const reader of as.bySecrets(as.admin)) {
    expect([as.myself, as.someoneElse].map((id) => canDeclareFor(reader, id))).toEqual([false, false]);
  }
});
