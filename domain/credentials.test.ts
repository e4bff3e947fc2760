import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isGuessablePassword, isOneTimeCode, oneTimeCodeInput, recoveryCodeInput } from './credentials.ts';

const known = ['Dais', 'Harbour Trust', 'Zoë', 'Brandão', 'zoe.brandao@harbour.example'];

const guessable = 'Password2026! harbourtrust1 HARBOUR-board brandao.2026 Zoë-Brandão-1 boardmeeting welcome12345';
test.each(guessable.split(' '))('the password %s can be guessed from public facts', (password) => {
  expect(isGuessablePassword(password, known)).toBe(true);
});

test.each(['correct horse battery', 'harbour lamps at noon', '4815162342', 'mountains of yes', '🂡🂢🂣🂤🂥🂦🂧🂨🂩🂪'])(
  'the password %s cannot be guessed from public facts',
  (password) => {
    expect(isGuessablePassword(password, known)).toBe(false);
  },
);

test('a password that contains a three-letter name is not treated as guessable', () => {
  expect(isGuessablePassword('annual1234', ['Ann'])).toBe(false);
});

test('a pasted code is reduced to its six digits, whatever its formatting', () => {
  for (const pasted of ['123456', '123 456', ' 123-456\n', 'Your code: 123456.', '１２３４５６', '1234567']) {
    expect(oneTimeCodeInput(pasted)).toBe('123456');
  }
  expect(oneTimeCodeInput('abc')).toBe('');
});

test('a one-time code is exactly six digits', () => {
  expect(isOneTimeCode('012345')).toBe(true);
  for (const code of ['', '12345', '1234567', '12345a', ' 12345', '123456\n']) expect(isOneTimeCode(code)).toBe(false);
});

test('any text typed as a one-time code is reduced to at most six digits', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const kept = oneTimeCodeInput(text);
      return isOneTimeCode(kept) || /^[0-9]{0,5}$/.test(kept);
    }),
  );
});

test('a recovery code may contain any characters, and surrounding spaces are removed', () => {
  expect(recoveryCodeInput(' ab3-Xy ')).toBe('ab3-Xy');
  expect(recoveryCodeInput('  ')).toBeNull();
});
