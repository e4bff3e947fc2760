import { expect, test } from 'vitest';
import * as as from '#tests/support/readers.ts';
import { fillsIn, seesField } from './policy.ts';

const me = { id: as.myself, status: 'active' } as const;
const other = { id: as.someoneElse, status: 'active' } as const;

test('a hidden field is visible to admins and to the person who fills it in', () => {
  const sees = (reader: as.Reader, person: typeof me | typeof other) =>
    (['member', 'admin'] as const).flatMap((filledBy) =>
      (['everyone', 'admins'] as const).map((visibility) =>
        seesField(reader, person, { filled_by: filledBy, visibility }),
      ),
    );
  expect(sees(as.member, me)).toEqual([true, true, true, false]);
  expect(sees(as.member, other)).toEqual([true, false, true, false]);
  expect(sees(as.admin, other)).toEqual([true, true, true, true]);
});

test('members can fill in their own fields, and admins can fill in all fields', () => {
  const fills = (reader: as.Reader) => (['member', 'admin'] as const).map((by) => fillsIn(reader, { filled_by: by }));
  expect(fills(as.member)).toEqual([true, false]);
  expect(fills(as.admin)).toEqual([true, true]);
});
