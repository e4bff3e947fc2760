import { expect, test } from 'vitest';
import * as as from '#tests/support/readers.ts';
import { canAnswerFor } from './policy.ts';

test('a signed-in board admin can reply for pending members and reset anybody’s reply', () => {
  const can = (reader: as.Reader, access: { readonly administers: boolean } = as.administering) => [
    canAnswerFor(reader, access, { isPending: true }, 'y'),
    canAnswerFor(reader, access, { isPending: false }, 'm'),
    canAnswerFor(reader, access, { isPending: false }, 'y'),
  ];
  expect(can(as.admin)).toEqual([true, true, false]);
  expect(can(as.chair)).toEqual([false, false, false]);
  for (const reader of as.bySecrets(as.admin)) expect(can(reader)).toEqual([false, false, false]);
});
