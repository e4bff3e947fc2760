import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../errors.ts';

/** Points are tries; durations in seconds. Counted in PostgreSQL, so that any number of servers count together. */
export interface RateLimit {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

export interface RateLimits {
  /** Takes one point; throws `too-many` when none is left. */
  take(limit: RateLimit, key: string): Promise<void>;
  /** Gives the key its points back, after a success. */
  forget(limit: RateLimit, key: string): Promise<void>;
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
  return {
    async take(limit, key) {
      try {
        await limiterOf(limit).consume(key);
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) throw new AppError('too-many');
        throw refusal;
      }
    },
    async forget(limit, key) {
      await limiterOf(limit).delete(key);
    },
  };
}
