import { expect, test } from 'vitest';
import { isPoolDry, isUnreachable } from './unreachable.ts';

const told = (code: string): Error => Object.assign(new Error('told by PostgreSQL'), { code });

test.each(['08006', '57P01', '57P03', '53300', 'ECONNREFUSED', 'EPIPE'])('%s: nobody could be asked', (code) => {
  expect(isUnreachable(told(code))).toBe(true);
});

test.each(['08P01', '42P01', '23505', '28P01', '53100', 'ENOSPC'])('%s is an answer, or our own mistake', (code) => {
  expect(isUnreachable(told(code))).toBe(false);
});

test('of a name with several addresses all must be away, and one at least', () => {
  expect(isUnreachable(new AggregateError([told('ECONNREFUSED'), told('ETIMEDOUT')]))).toBe(true);
  expect(isUnreachable(new AggregateError([told('ECONNREFUSED'), told('28P01')]))).toBe(false);
  expect(isUnreachable(new AggregateError([]))).toBe(false);
});

test('a pool that runs dry is told apart', () => {
  const dry = new Error('timeout exceeded when trying to connect');
  expect([isUnreachable(dry), isPoolDry(dry), isPoolDry(told('08006'))]).toEqual([true, true, false]);
});
