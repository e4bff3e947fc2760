import { expect, test } from 'vitest';
import { canReadByLink } from './policy.ts';

test('papers are read by link where the board says so', () => {
  const can = (['full', 'answer', 'off'] as const).map((magicLinks) =>
    canReadByLink({ board: { magicLinks } as never }),
  );
  expect(can).toEqual([true, false, false]);
});
