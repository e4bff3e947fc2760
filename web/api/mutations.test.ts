import { expect, test } from 'vitest';
import { pressedOrSaved, repeats } from './mutations.ts';

const pressed = { body: { hidden: true } };

test('a switch shows its new value immediately and reverts to the saved value after an error', () => {
  const saved = { hidden: false };
  expect(pressedOrSaved('hidden', saved, { isError: false, variables: undefined })).toBe(false);
  expect(pressedOrSaved('hidden', saved, { isError: false, variables: pressed })).toBe(true);
  expect(pressedOrSaved('hidden', saved, { isError: true, variables: pressed })).toBe(false);
});

test('a choice already being sent is dropped; if calls run in order, only an immediate repetition is dropped', () => {
  expect(repeats('a', [], false)).toBe(false);
  expect(repeats('a', ['a', 'b'], false)).toBe(true);
  expect(repeats('a', ['a', 'b'], true)).toBe(false);
  expect(repeats('b', ['a', 'b'], true)).toBe(true);
});
