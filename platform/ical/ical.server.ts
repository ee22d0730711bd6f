import path from "node:path";
import { pathToFileURL } from "node:url";
import { Piscina } from "piscina";
import { createFairQueue } from "../fair-queue.server.ts";
import type { IcalAnswer, IcalQuestion } from "./parse-ical.ts";

/** Reads the text of calendars. */
export interface Ical {
  /** @returns null for a text that takes more time or memory than any calendar of a person. */
  read(question: IcalQuestion): Promise<IcalAnswer | null>;
  close(): Promise<void>;
}

const THREADS = 2;
const MEMORY_MB = 128;
const PATIENCE_MS = 5_000;
const IDLE_MS = 30_000;
/** The time of one is counted from its turn on: a wicked calendar takes none of the others'. */
const WAITING = { atOnce: THREADS, waiting: 100, patience: 20_000 };

/**
 * The worker's source runs as it is, in the built server as in tests; both start in the root
 * folder.
 */
const THREAD = pathToFileURL(path.resolve("platform/ical/parse-ical.ts")).href;

/** Reads in threads of its own, which start with the first calendar and end with a wicked one. */
export function createIcal({ patience = PATIENCE_MS }: { patience?: number } = {}): Ical {
  const threads = new Piscina<IcalQuestion, IcalAnswer>({
    filename: THREAD,
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const queue = createFairQueue(WAITING);
  return {
    async read(question) {
      try {
        return await queue.run("", () =>
          threads.run(question, { signal: AbortSignal.timeout(patience) }),
        );
      } catch {
        return null;
      }
    },
    close: () => threads.destroy(),
  };
}
