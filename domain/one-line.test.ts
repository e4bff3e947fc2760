import { expect, test } from 'vitest';
import { inOneLine } from './one-line.ts';

test.each(['\n', '\r', '\r\n', '\r\n\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
  '%j becomes one space',
  (ending) => {
    expect(inOneLine(`Ann${ending}Lee`)).toBe('Ann Lee');
  },
);

test('tabs, spaces and other letters stay as they are', () => {
  expect(inOneLine('Ann\t Lee  é \u200d')).toBe('Ann\t Lee  é \u200d');
});
