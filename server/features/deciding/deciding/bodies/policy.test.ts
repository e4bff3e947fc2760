import { expect, test } from 'vitest';
import * as as from '#tests/support/readers.ts';
import { isDesk } from './policy.ts';

const nobody = { chair_id: null, secretary_id: null, edits: false };

test('only the chair, the secretary and editors have the rights of officers, and only when signed in', () => {
  expect(isDesk(as.member, nobody)).toBe(false);
  expect(isDesk(as.member, { chair_id: as.someoneElse, secretary_id: as.someoneElse, edits: false })).toBe(false);
  for (const desk of [
    { ...nobody, edits: true },
    { ...nobody, chair_id: as.myself },
    { ...nobody, secretary_id: as.myself },
  ]) {
    expect(isDesk(as.member, desk)).toBe(true);
    expect(as.bySecrets(as.member).map((reader) => isDesk(reader, desk))).toEqual([false, false, false, false]);
  }
});
