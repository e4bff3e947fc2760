import { expect, test } from 'vitest';
import type { ListedPerson } from '#contract/people.ts';
import { filterPeople, type PeopleFilter, searchablePeople } from './people-filter.ts';

const person = (name: string, more: Partial<ListedPerson> = {}): ListedPerson => ({
  id: name,
  slug: name,
  name,
  img_url: null,
  status: 'active',
  is_board_admin: false,
  email: null,
  office: null,
  groups: [],
  ...more,
});
const audit = { id: 'audit', name: 'Audit', is_group_admin: false };
const found = (people: readonly ListedPerson[], filter: Partial<PeopleFilter>) =>
  filterPeople(searchablePeople(people), { find: '', group: null, status: 'members', ...filter }).map(
    (each) => each.name,
  );

test('people are found by prefixes of their names, ignoring accents and case', () => {
  const people = [person('Aisha Benali'), person('Zoë Martin-Benoît'), person('Sławomir Bjørnsen')];
  expect(found(people, { find: 'ben' })).toEqual(['Aisha Benali', 'Zoë Martin-Benoît']);
  expect(found(people, { find: 'zoe BENOIT' })).toEqual(['Zoë Martin-Benoît']);
  expect(found(people, { find: 'slaw bjorn' })).toEqual(['Sławomir Bjørnsen']);
  expect(found(people, { find: '  ' })).toHaveLength(3);
  expect(found(people, { find: 'enali' })).toEqual([]);
});

test('Chinese, Japanese, Korean and Thai names are found in both orders and by their parts', () => {
  const people = [person('太郎 山田'), person('민수 김'), person('สมชาย ใจดี'), person('สมชัย ใจดี')];
  for (const find of ['山田太郎', '太郎山田', '田']) expect(found(people, { find })).toEqual(['太郎 山田']);
  expect(found(people, { find: '田山' })).toEqual([]);
  expect(found(people, { find: '김민수' })).toEqual(['민수 김']);
  expect(found(people, { find: 'ชาย' })).toEqual(['สมชาย ใจดี']);
});

test('people can be filtered by group and by status', () => {
  const people = [
    person('Ann', { groups: [audit] }),
    person('Bo', { status: 'invited' }),
    person('Cy', { status: 'inactive', groups: [audit] }),
  ];
  expect(found(people, {})).toEqual(['Ann', 'Bo']);
  expect(found(people, { group: 'audit' })).toEqual(['Ann']);
  expect(found(people, { status: 'invited' })).toEqual(['Bo']);
  expect(found(people, { status: 'inactive', group: 'audit' })).toEqual(['Cy']);
});
