import { expect, test } from 'vitest';
import { isPoolExhausted, isUnreachable } from './availability.ts';

const reported = (code: string): Error => Object.assign(new Error('told by PostgreSQL'), { code });

test.each(['08006', '57P01', '57P03', '53300', 'ECONNREFUSED', 'EPIPE'])('%s: nobody could be asked', (code) => {
  expect(isUnreachable(reported(code))).toBe(true);
});

test.each(['08P01', '42P01', '23505', '28P01', '53100', 'ENOSPC'])('%s is an answer, or our own mistake', (code) => {
  expect(isUnreachable(reported(code))).toBe(false);
});

test('of a name with several addresses all must be away, and one at least', () => {
  expect(isUnreachable(new AggregateError([reported('ECONNREFUSED'), reported('ETIMEDOUT')]))).toBe(true);
  expect(isUnreachable(new AggregateError([reported('ECONNREFUSED'), reported('28P01')]))).toBe(false);
  expect(isUnreachable(new AggregateError([]))).toBe(false);
});

const byBucket = (httpStatusCode: number): Error =>
  Object.assign(new Error('told by S3'), { $metadata: { httpStatusCode } });

test('a bucket that is silent or overloaded was not asked; one that refuses was', () => {
  const silent = Object.assign(new Error('the request socket timed out'), { name: 'TimeoutError' });
  expect([silent, byBucket(500), byBucket(503), byBucket(429)].map(isUnreachable)).toEqual([true, true, true, true]);
  expect([byBucket(403), byBucket(404), byBucket(412)].map(isUnreachable)).toEqual([false, false, false]);
});

test('what a library says around it hides nothing', () => {
  expect(isUnreachable(new Error('E_CANNOT_READ_FILE', { cause: byBucket(503) }))).toBe(true);
  expect(isUnreachable(new Error('E_CANNOT_READ_FILE', { cause: byBucket(404) }))).toBe(false);
});

test('a pool that runs dry is told apart', () => {
  const dry = new Error('timeout exceeded when trying to connect');
  expect([isUnreachable(dry), isPoolExhausted(dry), isPoolExhausted(reported('08006'))]).toEqual([true, true, false]);
});
