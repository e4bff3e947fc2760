import { expect, test } from 'vitest';
import type { Person } from '../../../contract/people.ts';
import { memberCount, peopleNamed } from './people-list.ts';

const person = (name: string): Person => ({
  id: name,
  slug: name,
  first_name: '',
  last_name: '',
  name,
  img_url: null,
  status: 'active',
  is_board_admin: false,
});

test('people are found by the beginnings of their names; accents and case do not count', () => {
  const people = [person('Aisha Benali'), person('Zoë Martin-Benoît'), person('Elena Kowalczyk')];
  const found = (typed: string) => peopleNamed(people, typed).map((each) => each.name);
  expect(found('ben')).toEqual(['Aisha Benali', 'Zoë Martin-Benoît']);
  expect(found('zoe benoit')).toEqual(['Zoë Martin-Benoît']);
  expect(found('  ')).toHaveLength(3);
  expect(found('enali')).toEqual([]);
});

test('members are counted in words', () => {
  expect([memberCount(1), memberCount(9)]).toEqual(['1 member', '9 members']);
});
