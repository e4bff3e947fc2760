import { expect, test } from 'vitest';
import type { KeptField } from '#contract/profile.ts';
import { bodyOf, errorsOf, followRetired, listsOf, newRow } from './field-lists.ts';

const field = (id: string, more: Partial<KeptField> = {}): KeptField => ({
  id,
  filled_by: 'member',
  name: id,
  kind: 'text',
  required: false,
  visibility: 'everyone',
  options: [],
  is_retired: false,
  values_count: 0,
  ...more,
});

test('retired profile fields appear in no list', () => {
  const lists = listsOf([field('a'), field('b', { filled_by: 'admin' }), field('c', { is_retired: true })]);
  expect([lists.member.map(({ id }) => id), lists.admin.map(({ id }) => id)]).toEqual([['a'], ['b']]);
  expect(lists).toEqual(listsOf([field('a'), field('b', { filled_by: 'admin' })]));
});

test('options are sent without empty lines, and only for choice fields', () => {
  const typed = { ...newRow(), name: 'Pronouns', options: ['She, her ', '', 'He, him'] };
  const lists = { member: [{ ...typed, kind: 'choice' as const }], admin: [typed] };
  const body = bodyOf(lists);
  expect([body.member[0]?.options, body.admin[0]?.options]).toEqual([['She, her', 'He, him'], []]);
});

test('a repeated field name causes an error on the second row', () => {
  const lists = { member: [], admin: ['Seat', 'seat '].map((name) => ({ ...newRow(), name })) };
  expect(errorsOf(lists)).toEqual({ 'admin.1.name': 'This field cannot be a duplicate' });
});

test('unsaved fields remain in the form when another field is retired or restored', () => {
  const draft = { member: [{ ...newRow(), name: 'Typed' }, ...listsOf([field('a')]).member], admin: [] };
  const after = followRetired(draft, [field('a', { is_retired: true }), field('b')]);
  expect(after.member.map(({ name }) => name)).toEqual(['Typed', 'b']);
});
