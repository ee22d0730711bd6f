import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";

export interface Limits {
  /**
   * Counts one use; answers 0 while it was within `points` per `seconds` for this key, otherwise
   * the seconds left of the period.
   */
  take(name: string, key: string, points: number, seconds: number): Promise<number>;
  /** Counts one use and answers whether it was within `points` per `seconds` for this key. */
  consume(name: string, key: string, points: number, seconds: number): Promise<boolean>;
  /** Whether the next `consume` would pass; counts nothing. */
  allows(name: string, key: string, points: number): Promise<boolean>;
  /** Takes back one use, when it was counted before it was known whether it should be. */
  giveBack(name: string, key: string): Promise<void>;
  /** Forgets a key, for example after the right password. */
  reset(name: string, key: string): Promise<void>;
}

/** Counters in PostgreSQL, so that every process counts together and a restart forgets nothing. */
export function createLimits(pool: pg.Pool): Limits {
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiter = (name: string, points: number, duration: number) => {
    const id = `${name}:${points}:${duration}`;
    let found = limiters.get(id);
    if (!found) {
      found = new RateLimiterPostgres({
        storeClient: pool,
        storeType: "pool",
        tableName: "rate_limits",
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points,
        duration,
      });
      limiters.set(id, found);
    }
    return found;
  };
  const take: Limits["take"] = async (name, key, points, seconds) => {
    try {
      await limiter(name, points, seconds).consume(key);
      return 0;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
    }
  };
  return {
    take,
    consume: async (...one) => (await take(...one)) === 0,
    async allows(name, key, points) {
      const state = await limiter(name, points, 1).get(key);
      return !state || state.consumedPoints < points;
    },
    async giveBack(name, key) {
      await limiter(name, 1, 1).reward(key, 1);
    },
    async reset(name, key) {
      await limiter(name, 1, 1).delete(key);
    },
  };
}

/**
 * The same limits, which also note how many seconds a refused caller has to wait: the answer says
 * so, whichever limit and route it was.
 */
export function tellingWaits(limits: Limits, tell: (seconds: number) => void): Limits {
  const take: Limits["take"] = async (...one) => {
    const wait = await limits.take(...one);
    if (wait > 0) tell(wait);
    return wait;
  };
  return { ...limits, take, consume: async (...one) => (await take(...one)) === 0 };
}
