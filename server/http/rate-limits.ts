import { isIPv6 } from 'node:net';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#server/errors.ts';
import { hashToken } from '#server/secrets.ts';

/** Points are tries; durations in seconds. Counted in PostgreSQL, so that any number of servers count together. */
export interface RateLimit {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

export interface RateLimits {
  /** Takes one point; throws `too-many`, with the limit's name and its time, when none is left. */
  take(limit: RateLimit, key: string): Promise<void>;
  /** Throws `too-many` when none is left, and takes none: for a limit that only counts what fails. */
  check(limit: RateLimit, key: string): Promise<void>;
  /** What `find` finds. Nothing takes a point, and throws `too-many` when none is left; a find costs no look at the limit. */
  countMiss<T>(limit: RateLimit, key: string, find: () => Promise<T | null>): Promise<T | null>;
  /** Gives the key its points back, after a success. */
  forget(limit: RateLimit, key: string): Promise<void>;
  /** Gives one point back: what was counted turned out to be no failure. */
  giveBack(limit: RateLimit, key: string): Promise<void>;
}

export function createRateLimits(pool: pg.Pool): RateLimits {
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterOf = (limit: RateLimit): RateLimiterPostgres => {
    const known = limiters.get(limit.name);
    if (known) return known;
    const made = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: limit.name,
      points: limit.points,
      duration: limit.seconds,
      clearExpiredByTimeout: false,
    });
    limiters.set(limit.name, made);
    return made;
  };
  const take: RateLimits['take'] = async (limit, key) => {
    try {
      await limiterOf(limit).consume(stored(key));
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) throw usedUp(limit, refusal);
      throw refusal;
    }
  };
  return {
    take,
    async countMiss(limit, key, find) {
      const found = await find();
      if (found === null) await take(limit, key);
      return found;
    },
    async check(limit, key) {
      const counted = await limiterOf(limit).get(stored(key));
      if (counted !== null && counted.consumedPoints >= limit.points) throw usedUp(limit, counted);
    },
    async forget(limit, key) {
      await limiterOf(limit).delete(stored(key));
    },
    async giveBack(limit, key) {
      await limiterOf(limit).reward(stored(key), 1);
    },
  };
}

const usedUp = (limit: RateLimit, { msBeforeNext }: RateLimiterRes): AppError =>
  new AppError('too-many', limit.name, {}, { retrySeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)) });

/** Keys hold what strangers typed, of any length: kept as their hash, so that each fits its column and names nobody. */
const stored = (key: string): string => hashToken(key).toString('base64url');

/**
 * What one visitor commands: an IPv4 address, or of an IPv6 address its first 64 bits, since whoever has one has the rest.
 * A mapped IPv4 address is counted as that address.
 */
export function networkOf(ip: string): string {
  const [address = ''] = ip.split('%');
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  // The parser's normal form has no dotted part and one gap at most.
  const [before = '', after = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [head, tail] = [before, after].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  const gap = new Array<string>(8 - head.length - tail.length).fill('0');
  return `${[...head, ...gap, ...tail].slice(0, 4).join(':')}::/64`;
}
