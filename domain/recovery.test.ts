import { expect, test } from 'vitest';
import { recoveryMessages } from './messages/recovery.ts';
import { spokenCode, typedCode } from './recovery.ts';

test('a code is said in two groups, and typed with or without what stands between', () => {
  expect(spokenCode('01234567')).toBe('0123 4567');
  for (const typed of ['01234567', '0123 4567', ' 0123-4567 ']) expect(typedCode(typed)).toBe('01234567');
});

test('the refusals, to the letter', () => {
  expect([2, 1, 0].map(recoveryMessages.wrongCode)).toEqual([
    ...[
      'That is not the code. 2 tries left.',
      'That is not the code. 1 try left.',
      'That is not the code. 0 tries left.',
    ],
  ]);
  expect(recoveryMessages.tooFew('Mill Fund')).toBe('Mill Fund has too few officers. Ask whoever runs this portal.');
  expect(recoveryMessages.unvouched('Mill Fund')).toBe('Two officers of Mill Fund have not vouched for you yet.');
});
