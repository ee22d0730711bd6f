import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";

export interface Limits {
  /** Counts one use; 0 if within `points` per `seconds`, else the seconds left. */
  take(name: string, key: string, points: number, seconds: number): Promise<number>;
  consume(name: string, key: string, points: number, seconds: number): Promise<boolean>;
  allows(name: string, key: string, points: number): Promise<boolean>;
  giveBack(name: string, key: string): Promise<void>;
  reset(name: string, key: string): Promise<void>;
}

/** Counts in PostgreSQL, across processes and restarts. */
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

/** Reports a refused caller's wait in seconds, for any limit. */
export function tellingWaits(limits: Limits, tell: (seconds: number) => void): Limits {
  const take: Limits["take"] = async (...one) => {
    const wait = await limits.take(...one);
    if (wait > 0) tell(wait);
    return wait;
  };
  return { ...limits, take, consume: async (...one) => (await take(...one)) === 0 };
}
