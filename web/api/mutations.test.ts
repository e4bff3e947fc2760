import { expect, test } from 'vitest';
import { pressedOrSaved, repeats } from './mutations.ts';

const pressed = { body: { hidden: true } };

test('a switch shows its new value immediately and reverts to the saved value after an error', () => {
  const saved = { hidden: false };
  expect(pressedOrSaved('hidden', saved, { isError: false, variables: undefined })).toBe(false);
  expect(pressedOrSaved('hidden', saved, { isError: false, variables: pressed })).toBe(true);
  expect(pressedOrSaved('hidden', saved, { isError: true, variables: pressed })).toBe(false);
});

test('a repeated choice is dropped unless another choice was made in between', () => {
  expect(repeats('a', [], false)).toBe(false);
  expect(repeats('a', ['a', 'b'], false)).toBe(true);
  expect(repeats('a', ['a', 'b'], true)).toBe(false);
  expect(repeats('b', ['a', 'b'], true)).toBe(true);
});
