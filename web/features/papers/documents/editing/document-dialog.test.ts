import { expect, test } from 'vitest';
import { pressedOrSaved } from './document-dialog.tsx';

const pressed = { body: { hidden: true } };

test('a switch stands as it was pressed; what was refused stands as it was', () => {
  const saved = { hidden: false };
  expect(pressedOrSaved('hidden', saved, { isError: false, variables: undefined })).toBe(false);
  expect(pressedOrSaved('hidden', saved, { isError: false, variables: pressed })).toBe(true);
  expect(pressedOrSaved('hidden', saved, { isError: true, variables: pressed })).toBe(false);
});
