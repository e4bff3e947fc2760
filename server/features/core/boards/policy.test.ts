import { expect, test } from 'vitest';
import { canAskTwoFactorOfBoard } from './policy.ts';

test('a second factor is asked of a board by who has one', () => {
  expect([true, false].map((hasSecondFactor) => canAskTwoFactorOfBoard({ hasSecondFactor }))).toEqual([true, false]);
});
