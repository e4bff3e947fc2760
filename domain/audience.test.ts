import { expect, test } from 'vitest';
import { audienceText, memberCount } from './audience.ts';

test('an audience is described by its groups and the number of individual people', () => {
  const words = (groups: readonly string[], people: number) =>
    audienceText({ whole_board: false, groups, people, members: 9 });
  expect(audienceText({ whole_board: true, groups: [], people: 0, members: null })).toBe('Whole board');
  expect(words(['Finance Committee'], 2)).toBe('Finance Committee and 2 people, 9 in all');
  expect(words(['Audit', 'Finance'], 0)).toBe('Audit and Finance, 9 in all');
  expect(words(['Audit', 'Finance'], 1)).toBe('Audit, Finance and 1 person, 9 in all');
  expect(words(['Finance Committee'], 0)).toBe('Finance Committee');
  expect(words([], 1)).toBe('1 person');
  expect(words([], 0)).toBe('Nobody');
});

test('the member count of an audience states the number of invited people separately', () => {
  const count = (...people: boolean[]) => memberCount(people.map((is_pending) => ({ is_pending })));
  expect(count(false)).toBe('1 member');
  expect(count(false, true, false)).toBe('2 members, 1 invited');
  expect(count(true, true)).toBe('0 members, 2 invited');
});
