import { expect, test } from 'vitest';
import { createTestContext } from '#tests/support/context.ts';
import { createRateLimits, networkOf } from './rate-limits.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('the address %s is counted as %s', (ip, network) => {
  expect(() => networkOf(ip)).not.toThrow();
  expect(networkOf(ip)).toBe(network);
});

test('an exhausted rate limit rejects only requests for its own key, and reports the waiting time', async () => {
  const context = await createTestContext();
  try {
    const limits = createRateLimits(context.pool);
    const limit = { name: 'tries', points: 2, seconds: 60 };
    await limits.take(limit, 'ada');
    await expect(limits.check(limit, 'ada')).resolves.toBeUndefined();
    await limits.take(limit, 'ada');
    await expect(limits.check(limit, 'ben')).resolves.toBeUndefined();
    const reported = { code: 'too-many', message: 'tries', retrySeconds: 60 };
    await expect(limits.check(limit, 'ada')).rejects.toMatchObject(reported);
    await expect(limits.take(limit, 'ada')).rejects.toMatchObject(reported);
    expect([await limits.hasRoom(limit, 'ada'), await limits.hasRoom(limit, 'ben')]).toEqual([false, true]);
    const broken = createRateLimits({
      query: () => Promise.reject(new Error('away')),
    } as unknown as typeof context.pool);
    await expect(broken.take(limit, 'cid')).rejects.toThrow('away');
    await expect(broken.hasRoom(limit, 'cid')).rejects.toThrow('away');
  } finally {
    await context.stop();
  }
});
