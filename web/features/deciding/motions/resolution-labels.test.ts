import { expect, test } from 'vitest';
import { askedCount } from './resolution-labels.ts';

const person = (member_id: string) => ({ member_id, name: member_id });

test('a ballot is asked of the voters who are not recused; who is recused and votes no more takes nobody off', () => {
  const voters = ['ada', 'bea', 'cleo'].map(person);
  expect(askedCount({ voters, recused: [person('bea')] })).toBe(2);
  expect(askedCount({ voters, recused: [person('bea'), person('gone')] })).toBe(2);
  expect([askedCount({ voters, recused: null }), askedCount({ voters: null, recused: null })]).toEqual([3, null]);
});
