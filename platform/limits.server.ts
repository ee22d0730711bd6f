import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";

export interface Limits {
  /** Counts one and says whether it was still within `points` per `seconds` for this key. */
  consume(name: string, key: string, points: number, seconds: number): Promise<boolean>;
  /** Whether the next `consume` would pass, counting nothing. */
  allows(name: string, key: string, points: number): Promise<boolean>;
  /** Takes one back that was counted ahead of knowing whether it should be. */
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
  return {
    async consume(name, key, points, seconds) {
      try {
        await limiter(name, points, seconds).consume(key);
        return true;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return false;
        throw refusal;
      }
    },
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
