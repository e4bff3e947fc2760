import { expect, test } from 'vitest';
import { type CaretStep, caretStepOf, spokenOf, stepFrom } from './caret-steps.ts';

const text = 'Net income rose.\n\nCafe\u0301 costs fell.';
const step = (unit: CaretStep['unit'], direction: 1 | -1, isSelecting = false): CaretStep => ({
  unit,
  direction,
  isSelecting,
});

test('the caret moves past a letter together with its accent, or to the start of a word', () => {
  expect(stepFrom(text, text.indexOf('e\u0301'), step('letter', 1))).toBe(text.indexOf(' costs'));
  expect(stepFrom(text, text.indexOf(' costs'), step('letter', -1))).toBe(text.indexOf('e\u0301'));
  expect(stepFrom(text, 0, step('word', 1))).toBe(4);
  expect(stepFrom(text, 7, step('word', -1))).toBe(4);
  expect(stepFrom(text, 0, step('letter', -1))).toBe(0);
});

test('extending the selection by a word stops at the end of the word', () => {
  expect(text.slice(4, stepFrom(text, 4, step('word', 1, true)))).toBe('income');
  expect(stepFrom(text, text.length - 1, step('word', 1, true))).toBe(text.length);
});

test('the caret skips blank lines, and can move to either end of a line', () => {
  const second = text.indexOf('Cafe');
  expect(stepFrom(text, 4, step('line', 1))).toBe(second + 4);
  expect(stepFrom(text, second + 4, step('line', -1))).toBe(4);
  expect(stepFrom(text, 4, step('line', -1))).toBe(0);
  expect(stepFrom(text, second, step('line', 1))).toBe(text.length);
  expect([stepFrom(text, 4, step('edge', -1)), stepFrom(text, 4, step('edge', 1))]).toEqual([0, 16]);
});

test('moving the caret announces what it reached, or what was added to or removed from the selection', () => {
  const spoken = (from: number, to: number, by: CaretStep, anchor = from) => spokenOf(text, { from, to, anchor }, by);
  expect(spoken(0, 4, step('word', 1))).toBe('income');
  expect(spoken(4, 5, step('letter', 1))).toBe('n');
  expect(spoken(20, 4, step('line', -1))).toBe('Net income rose.');
  expect(spoken(4, 10, step('word', 1, true))).toBe('income selected');
  expect(spoken(10, 4, step('word', -1, true), 0)).toBe('income not selected');
});

test('the browser’s own shortcuts do not move the caret', () => {
  const free = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };
  const pressed = (key: string, held: Partial<typeof free> = {}) => caretStepOf({ key, ...free, ...held });
  expect(pressed('ArrowRight', { shiftKey: true, ctrlKey: true })).toEqual(step('word', 1, true));
  expect(pressed('End')).toEqual(step('edge', 1));
  expect([pressed('ArrowLeft', { altKey: true }), pressed('Home', { ctrlKey: true }), pressed('PageDown')]).toEqual(
    Array(3).fill(null),
  );
});
