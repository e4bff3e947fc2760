import { expect, test } from 'vitest';
import { canReadByLink } from './policy.ts';

test('documents can be read by link only if the board’s links show everything', () => {
  const can = (['full', 'answer', 'off'] as const).map((magicLinks) =>
    canReadByLink({ board: { magicLinks } as never }),
  );
  expect(can).toEqual([true, false, false]);
});
