import { expect, test } from 'vitest';
import { isPoolExhausted, isUnreachable } from './availability.ts';

const reported = (code: string): Error => Object.assign(new Error('reported by PostgreSQL'), { code });

test.each(['08006', '57P01', '57P03', '53300', 'ECONNREFUSED', 'EPIPE'])(
  'the error %s means that the database is unreachable',
  (code) => {
    expect(isUnreachable(reported(code))).toBe(true);
  },
);

test.each(['08P01', '42P01', '23505', '28P01', '53100', 'ENOSPC'])(
  'the error %s does not mean that the database is unreachable',
  (code) => {
    expect(isUnreachable(reported(code))).toBe(false);
  },
);

test('a host with several addresses is unreachable only if all of its addresses are', () => {
  expect(isUnreachable(new AggregateError([reported('ECONNREFUSED'), reported('ETIMEDOUT')]))).toBe(true);
  expect(isUnreachable(new AggregateError([reported('ECONNREFUSED'), reported('28P01')]))).toBe(false);
  expect(isUnreachable(new AggregateError([]))).toBe(false);
});

const byBucket = (httpStatusCode: number): Error =>
  Object.assign(new Error('reported by S3'), { $metadata: { httpStatusCode } });

test('a bucket counts as unreachable if it times out or is overloaded, but not if it rejects a request', () => {
  const silent = Object.assign(new Error('the request socket timed out'), { name: 'TimeoutError' });
  expect([silent, byBucket(500), byBucket(503), byBucket(429)].map(isUnreachable)).toEqual([true, true, true, true]);
  expect([byBucket(403), byBucket(404), byBucket(412)].map(isUnreachable)).toEqual([false, false, false]);
});

test('a wrapped error is classified by its cause', () => {
  expect(isUnreachable(new Error('E_CANNOT_READ_FILE', { cause: byBucket(503) }))).toBe(true);
  expect(isUnreachable(new Error('E_CANNOT_READ_FILE', { cause: byBucket(404) }))).toBe(false);
});

test('an exhausted connection pool counts as unreachable', () => {
  const dry = new Error('timeout exceeded when trying to connect');
  expect([isUnreachable(dry), isPoolExhausted(dry), isPoolExhausted(reported('08006'))]).toEqual([true, true, false]);
});
