import { expect, test } from 'vitest';
import { resultText } from './vote-labels.ts';

test.each([
  ['not-carried', [3, 3], false, 'Tied 3 – 3: not carried'],
  ['tied', [3, 3], false, 'Tied 3 – 3'],
  ['not-carried', [3, 3], true, 'Not carried by the chair’s casting vote'],
  ['carried', [3, 3], true, 'Carried by the chair’s casting vote'],
  ['not-carried', [2, 3], false, 'Not carried'],
  ['not-carried', [0, 0], false, 'Not carried'],
  ['carried', [4, 1], false, 'Carried'],
  ['void', null, false, 'Void'],
] as const)(
  'the result %s with the votes %j and casting vote %s is displayed as %s',
  (result, sides, isByCasting, text) => {
    const counts = sides === null ? null : { for: sides[0], against: sides[1] };
    expect(resultText(result, { isByCasting, counts })).toBe(text);
  },
);
