import { expect, test } from 'vitest';
import { boardInitial, personInitials } from './initials.ts';

test('initials are what a reader sees as the first letters', () => {
  expect(boardInitial(' harbour Street')).toBe('H');
  expect(boardInitial('e\u0301cole')).toBe('E\u0301');
  expect(boardInitial('👩‍👧 Club')).toBe('👩‍👧');
  expect(boardInitial('')).toBe('');
});

test.each([
  ['Elena kowalczyk', 'EK'],
  ['  Ana María  de la Cruz ', 'AC'],
  ['Cher', 'C'],
  ['élodie ørsted', 'ÉØ'],
  ['👩‍👧 Club', '👩‍👧C'],
  ['🏴󠁧󠁢󠁳󠁣󠁴󠁿 👍🏽', '🏴󠁧󠁢󠁳󠁣󠁴󠁿👍🏽'],
  ['', ''],
])('of %j stands %j where there is no picture', (name, initials) => {
  expect(personInitials(name)).toBe(initials);
});
