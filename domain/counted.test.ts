import { expect, test } from 'vitest';
import { counted } from './counted.ts';

test('one thing is one, none and many are several', () => {
  expect([0, 1, 2].map((count) => counted(count, 'member'))).toEqual(['0 members', '1 member', '2 members']);
  expect(counted(3, 'person', 'people')).toBe('3 people');
});
