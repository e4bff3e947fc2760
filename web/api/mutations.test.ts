import { expect, test } from 'vitest';
import { pressedOrSaved } from './mutations.ts';

const pressed = { body: { hidden: true } };

test('a switch shows what was pressed; after a refusal what was saved', () => {
  const saved = { hidden: false };
  expect(pressedOrSaved('hidden', saved, { isError: false, variables: undefined })).toBe(false);
  expect(pressedOrSaved('hidden', saved, { isError: false, variables: pressed })).toBe(true);
  expect(pressedOrSaved('hidden', saved, { isError: true, variables: pressed })).toBe(false);
});
