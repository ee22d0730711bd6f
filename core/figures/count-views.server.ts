import type { Runtime } from "../context.server.ts";
import { dayKey } from "../dates.ts";
import { addViews, addVisits, type Sight } from "./store.server.ts";

/** Counts in memory, written once a minute, without knowing any visitor (rule: figures). */
export function createViewCounter({ db, log, now }: Pick<Runtime, "db" | "log" | "now">) {
  let counts = new Map<string, Sight>();
  let visits = 0;
  return {
    noteVisit(): void {
      visits += 1;
    },
    /** @param by the professional profile of whoever looks; null for everybody else. */
    note(offeringId: string, by: string | null): void {
      const key = `${offeringId} ${by}`;
      const seen = counts.get(key);
      counts.set(key, { offeringId, by, views: (seen?.views ?? 0) + 1 });
    },
    /** Keeps the counts when the database is away. */
    async flush(): Promise<void> {
      const written = counts;
      const came = visits;
      counts = new Map();
      visits = 0;
      const day = dayKey(now());
      try {
        await db.transaction(async (tx) => {
          await addVisits(tx, day, came);
          await addViews(tx, day, [...written.values()]);
        });
      } catch (error) {
        visits += came;
        for (const [key, sight] of written) {
          const since = counts.get(key)?.views ?? 0;
          counts.set(key, { ...sight, views: sight.views + since });
        }
        log.warn({ err: error }, "views were not counted yet");
      }
    },
  };
}

export type ViewCounter = ReturnType<typeof createViewCounter>;
