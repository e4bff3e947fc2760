import { expect, test } from 'vitest';
import { canReadByLink } from './policy.ts';

test('documents can be read through a magic link only if the board’s links give full access', () => {
  const can = (['full', 'answer', 'off'] as const).map((magicLinks) =>
    canReadByLink({ board: { magicLinks } as never }),
  );
  expect(can).toEqual([true, false, false]);
});
