import { expect, test } from 'vitest';
import { audienceText } from './audience.ts';

test('an audience is named by its groups, and counts who is named one by one', () => {
  const words = (groups: readonly string[], people: number) => audienceText({ whole_board: false, groups, people });
  expect(audienceText({ whole_board: true, groups: [], people: 0 })).toBe('Whole board');
  expect(words(['Finance Committee'], 2)).toBe('Finance Committee, 2 people');
  expect(words(['Audit', 'Finance'], 0)).toBe('Audit, Finance');
  expect(words([], 1)).toBe('1 person');
  expect(words([], 0)).toBe('Nobody');
});
