import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOneTimeCode, oneTimeCodeInput, recoveryCodeInput } from './one-time-code.ts';

test('a pasted code keeps its six digits, however it was set', () => {
  for (const pasted of ['123456', '123 456', ' 123-456\n', 'Your code: 123456.', '１２３４５６', '1234567']) {
    expect(oneTimeCodeInput(pasted)).toBe('123456');
  }
  expect(oneTimeCodeInput('abc')).toBe('');
});

test('a code is exactly six digits', () => {
  expect(isOneTimeCode('012345')).toBe(true);
  for (const code of ['', '12345', '1234567', '12345a', ' 12345', '123456\n']) expect(isOneTimeCode(code)).toBe(false);
});

test('what the inputs keep is a code or still too short for one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const kept = oneTimeCodeInput(text);
      return isOneTimeCode(kept) || /^[0-9]{0,5}$/.test(kept);
    }),
  );
});

test('a recovery code is free text without the blanks around it', () => {
  expect(recoveryCodeInput(' ab3-Xy ')).toBe('ab3-Xy');
  expect(recoveryCodeInput('  ')).toBeNull();
});
