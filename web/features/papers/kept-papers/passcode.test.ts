import { expect, test } from 'vitest';
import { passcodeProblem, proposePasscode } from './passcode.ts';

test('a passcode has at least twelve characters, or six digits if the board allows them', () => {
  const accepted = (passcode: string) => [false, true].map((allows) => passcodeProblem(passcode, allows) === null);
  expect(accepted('eleven char')).toEqual([false, false]);
  expect(accepted('twelve chars')).toEqual([true, true]);
  expect(accepted('493027')).toEqual([false, true]);
  expect(accepted('49302')).toEqual([false, false]);
  expect(accepted('aaaaaaaaaaaaaaaa')).toEqual([false, false]);
});

test('a suggested passcode has four words and is valid', () => {
  for (let nth = 0; nth < 50; nth += 1) {
    const proposed = proposePasscode();
    expect(proposed).toMatch(/^[a-z]+( [a-z]+){3}$/);
    expect(passcodeProblem(proposed, false)).toBeNull();
  }
});
