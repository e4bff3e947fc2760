import ipaddr from 'ipaddr.js';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#server/errors.ts';
import { hashToken } from '#server/secrets.ts';

/** All server processes share the limit through PostgreSQL. */
export interface RateLimit {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

export interface RateLimits {
  take(limit: RateLimit, key: string): Promise<void>;
  hasRoom(limit: RateLimit, key: string): Promise<boolean>;
  /** Throws like `take` but counts nothing. For limits that count only failures. */
  check(limit: RateLimit, key: string): Promise<void>;
  /** Counts a null result as a failure. Throws `too-many` above the limit. */
  countMiss<T>(limit: RateLimit, key: string, find: () => Promise<T | null>): Promise<T | null>;
  forget(limit: RateLimit, key: string): Promise<void>;
  giveBack(limit: RateLimit, key: string): Promise<void>;
}

export function createRateLimits(pool: pg.Pool): RateLimits {
  const limiterOf = ({ name, points, seconds }: RateLimit): RateLimiterPostgres =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration: seconds,
      clearExpiredByTimeout: false,
    });
  const consume = async (limit: RateLimit, key: string): Promise<RateLimiterRes | null> => {
    try {
      await limiterOf(limit).consume(stored(key));
      return null;
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return refusal;
      throw refusal;
    }
  };
  const take: RateLimits['take'] = async (limit, key) => {
    const refusal = await consume(limit, key);
    if (refusal !== null) throw usedUp(limit, refusal);
  };
  return {
    take,
    hasRoom: async (limit, key) => (await consume(limit, key)) === null,
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

/** Keys are hashed, because they contain user input of any length. */
const stored = (key: string): string => hashToken(key).toString('base64url');

export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
