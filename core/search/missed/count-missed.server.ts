import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Database } from "#platform/postgres.server.ts";
import { signText } from "../../accounts/logins/sign-login.server.ts";
import type { Runtime } from "../../context.server.ts";
import { addDays, dayKey } from "../../dates.ts";
import { DAY } from "../../durations.ts";
import { resolvePlace } from "../../places/resolve-place.server.ts";
import { searchKey } from "../../texts/clean-text.ts";
import { isOnlinePlace } from "../rules.ts";
import type { SearchResult } from "../schema.ts";
import { type Missed, missedBy, TOLD_FROM, UNTOLD_LIFE } from "./rules.ts";

async function addMissed(
  db: Database,
  day: string,
  searches: readonly (Missed & { key: string; visitors: number })[],
): Promise<void> {
  const rows = searches.map(
    ({ key, town, words, visitors, nearest }) =>
      sql`(${key}, ${town}, ${words}, ${visitors}::int, ${nearest})`,
  );
  const searched = sql`(values ${sql.join(rows, sql`, `)}) as s (key, town, words, visitors, nearest)`;
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into missed_searches (day, key, town, visitors, nearest)
      select ${day}::date, s.key, s.town, s.visitors, s.nearest from ${searched} order by s.key
      on conflict (key, day) do update set
        visitors = missed_searches.visitors + excluded.visitors, nearest = excluded.nearest`);
    await tx.execute(sql`
      update missed_searches m set words = s.words from ${searched}
      where m.key = s.key and m.words is null and m.day > ${addDays(day, -UNTOLD_LIFE / DAY)}
        and (select count(*) >= ${TOLD_FROM.days} and sum(of.visitors) >= ${TOLD_FROM.visitors}
          from missed_searches of
          where of.key = s.key and of.day > ${addDays(day, -UNTOLD_LIFE / DAY)})`);
  });
}

const RENDERINGS = 1_000;
const REMEMBERED = 100_000;
/** Searches written at once, more of which are not genuine. */
const MOST = 500;

/** Counts each network once a day, in memory until flushed (rule: missed-searches). */
export function createMissCounter(runtime: Runtime) {
  const { db, log, now } = runtime;
  const renderings = new LRUCache<string, Missed>({ max: RENDERINGS });
  const remembered = new LRUCache<string, true>({ max: REMEMBERED });
  let counts = new Map<string, Missed & { visitors: number }>();
  const keyOf = ({ words, town }: Missed) => `${searchKey(words)}\n${town}`;
  return {
    rendered(renderId: string, missed: Missed): void {
      renderings.set(renderId, missed);
    },
    /** The network, of which null is not counted, is asked for where something was missed. */
    note(renderId: string, readNetwork: () => string | null): void {
      const missed = renderings.get(renderId);
      const network = missed && readNetwork();
      if (!network) return;
      const key = keyOf(missed);
      const visit = `${dayKey(now())} ${network} ${key}`;
      if (remembered.has(visit) || (!counts.has(key) && counts.size >= MOST)) return;
      remembered.set(visit, true);
      counts.set(key, { ...missed, visitors: (counts.get(key)?.visitors ?? 0) + 1 });
    },
    async flush(): Promise<void> {
      const written = counts;
      counts = new Map();
      if (written.size === 0) return;
      try {
        const rows = await Promise.all(
          [...written].map(async ([text, missed]) => ({
            ...missed,
            key: await signText(runtime, `missed search\n${text}`),
          })),
        );
        await addMissed(db, dayKey(now()), rows);
      } catch (error) {
        for (const [key, missed] of written) {
          const since = counts.get(key)?.visitors ?? 0;
          counts.set(key, { ...missed, visitors: missed.visitors + since });
        }
        log.warn({ err: error }, "missed searches were not counted yet");
      }
    },
  };
}

export type MissCounter = ReturnType<typeof createMissCounter>;

/** Reads a failed search, its place only by our own name for it (rule: missed-searches). */
export function readMissed(result: SearchResult): Missed | null {
  return missedBy(result, townOf);
}

function townOf(typed: string): string | null {
  if (isOnlinePlace(searchKey(typed))) return "";
  const meant = resolvePlace(typed);
  if (meant.kind === "point" && meant.city === null && meant.postcode !== null) return null;
  return meant.kind === "point" || meant.kind === "area" ? meant.name : null;
}
