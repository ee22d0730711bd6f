import type { Runtime } from "../context.server.ts";
import { isInForce, LOOKED_EVERY } from "./rules.ts";
import type { Announcement } from "./schema.ts";
import { readAnnouncements } from "./store.server.ts";

export interface AnnouncementBoard {
  read(): Promise<Announcement | null>;
}

/** Reads at most every twenty seconds, and keeps what was known (rule: announcement). */
export function createAnnouncementBoard({
  db,
  now,
  log,
}: Pick<Runtime, "db" | "now" | "log">): AnnouncementBoard {
  let known: Announcement[] = [];
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> = Promise.resolve();
  const look = async (at: Date) => {
    try {
      known = await readAnnouncements(db, at);
    } catch (error) {
      log.warn({ err: error }, "the announcements could not be read");
    }
  };
  return {
    async read() {
      const at = now();
      if (at.getTime() - lookedAt >= LOOKED_EVERY) {
        lookedAt = at.getTime();
        looking = look(at);
      }
      await looking;
      return known.find((one) => isInForce(one, at)) ?? null;
    },
  };
}
