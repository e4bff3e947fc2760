import { expect, test } from 'vitest';
import { boardInitial, personInitials } from './initials.ts';

test('initials are what a reader sees as the first letters', () => {
  expect(boardInitial(' harbour Street')).toBe('H');
  expect(boardInitial('e\u0301cole')).toBe('E\u0301');
  expect(boardInitial('👩‍👧 Club')).toBe('👩‍👧');
  expect(boardInitial('')).toBe('');
  expect(personInitials({ first_name: 'Elena', last_name: 'kowalczyk' })).toBe('EK');
  expect(personInitials({ first_name: 'Elena', last_name: '' })).toBe('E');
});
