import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Reader } from "#platform/postgres.server.ts";
import { MINUTE } from "../../durations.ts";

interface Frequencies {
  listings: number;
  /** Of the most common facts by their `number_of`, from 0 to 1. */
  shares: ReadonlyMap<string, number>;
}

const KEY = "facts";
const kept = new WeakMap<Reader, LRUCache<typeof KEY, Frequencies>>();

/** What PostgreSQL's statistics of the index say; read again every ten minutes, behind a search. */
export async function readFrequencies(db: Reader): Promise<Frequencies> {
  const cache =
    kept.get(db) ??
    new LRUCache<typeof KEY, Frequencies>({
      ...{ max: 1, ttl: 10 * MINUTE, allowStale: true },
      fetchMethod: () => readStatistics(db),
    });
  kept.set(db, cache);
  return cache.forceFetch(KEY);
}

async function readStatistics(db: Reader): Promise<Frequencies> {
  const { rows } = await db.execute<{ listings: number; fact: string; share: number }>(sql`
    select c.reltuples as listings, common.fact, common.share
    from pg_class c left join pg_stats s
      on s.schemaname = 'public' and s.tablename = 'listings_facts' and s.attname = 'facts_of'
      left join unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs)
        as common (fact, share) on common.fact is not null
    where c.oid = 'listings'::regclass`);
  return {
    listings: Math.max(0, rows[0]?.listings ?? 0),
    shares: new Map(rows.map(({ fact, share }) => [fact, share])),
  };
}

/** How many listings at least have all `facts`, if these are independent; 0 if one is uncommon. */
export function expectListings(
  { listings, shares }: Frequencies,
  facts: readonly string[][],
): number {
  return facts.reduce((product, any) => {
    const share = any.reduce((sum, fact) => sum + (shares.get(numberOf(fact)) ?? 0), 0);
    return product * Math.min(1, share);
  }, listings);
}

/** As the function `number_of` in PostgreSQL. */
function numberOf(value: string): string {
  return BigInt(`0x${createHash("md5").update(value).digest("hex").slice(0, 15)}`).toString();
}
